// check.mjs FOLDER: put every exported document of a folder before third-party validators.
//
// Prints one line of JSON for each remark: {file, tool, severity, code, message, path}. Severity is error, warn or info.
// The kind of a document is told from its name: *.openapi.json, *.asyncapi.json.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Parser } from "@asyncapi/parser";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

const SEVERITIES = ["error", "warn", "info", "info"];
const folder = process.argv[2];
const files = readdirSync(folder).sort();
const openapi = files.filter((file) => file.endsWith(".openapi.json"));
const asyncapi = files.filter((file) => file.endsWith(".asyncapi.json"));

const openapiRules = ruler(rulesets.oas);
for (const file of openapi) {
  tell(file, "spectral", (await openapiRules.run(JSON.parse(text(file)))).map(diagnostic));
}
if (openapi.length > 0) {
  redocly();
}

const asyncapiRules = ruler(rulesets.asyncapi);
const parser = new Parser();
for (const file of asyncapi) {
  tell(file, "spectral", (await asyncapiRules.run(JSON.parse(text(file)))).map(diagnostic));
  const { diagnostics } = await parser.parse(text(file));
  tell(file, "asyncapi-parser", diagnostics.map(diagnostic));
}

/** Redocly is a command without a library: one run for all files, which prints an object for each. */
function redocly() {
  const command = fileURLToPath(new URL("../bin/cli.js", import.meta.resolve("@redocly/cli/lib/index.js")));
  const options = ["lint", "--extends", "recommended", "--format", "json", "--max-problems", "10000"];
  const { stdout, stderr } = spawnSync(process.execPath, [command, ...options, ...openapi], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    maxBuffer: 2 ** 28,
  });
  const reports = stdout.split(/(?<=^\})\s*(?=\{)/m).filter((report) => report.trim() !== "");
  if (reports.length !== openapi.length) {
    throw new Error(`Redocly reports on ${reports.length} of ${openapi.length} files\n${stderr}`);
  }
  for (const problem of reports.flatMap((report) => JSON.parse(report).problems)) {
    const { severity, ruleId, message, location } = problem;
    const [{ source, pointer }] = location;
    tell(basename(source.ref), "redocly", [{ severity, code: ruleId, message, path: pointer ?? "" }]);
  }
}

function text(file) {
  return readFileSync(join(folder, file), "utf8");
}

function ruler(rules) {
  const found = new spectral.Spectral();
  found.setRuleset({ extends: [[rules, "recommended"]] });
  return found;
}

function diagnostic({ severity, code, message, path }) {
  return { severity: SEVERITIES[severity], code: String(code), message, path: path.join("/") };
}

function tell(file, tool, remarks) {
  for (const remark of remarks) {
    process.stdout.write(`${JSON.stringify({ file, tool, ...remark })}\n`);
  }
}
