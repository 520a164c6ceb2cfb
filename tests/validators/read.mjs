// read.mjs FOLDER: what AsyncAPI's own parser understands of every document of a folder.
//
// Prints {file: {operation id: facts}}. References are resolved by the parser; its own marks are taken out.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "@asyncapi/parser";

const parser = new Parser();
const found = {};
for (const file of readdirSync(process.argv[2]).sort()) {
  const { document, diagnostics } = await parser.parse(readFileSync(join(process.argv[2], file), "utf8"));
  if (document === undefined) {
    throw new Error(JSON.stringify(diagnostics));
  }
  found[file] = Object.fromEntries(document.operations().all().map((each) => [each.id(), facts(each)]));
}
process.stdout.write(JSON.stringify(found));

function facts(operation) {
  const [channel] = operation.channels().all();
  return {
    action: operation.action(),
    address: channel.address(),
    summary: operation.summary() ?? null,
    description: operation.description() ?? null,
    tags: operation.tags().all().map((tag) => tag.name()),
    messages: operation.messages().all().map(message),
    replies: operation.reply()?.messages().all().map(message) ?? [],
    credentials: operation.security().flatMap((each) => each.all().map((one) => header(one.scheme()))),
    permission: operation.extensions().get("x-permission")?.value() ?? null,
  };
}

function message(each) {
  return {
    contentType: each.contentType() ?? null,
    payload: each.hasPayload() ? plain(each.payload().json(), []) : null,
    status: each.extensions().get("x-status")?.value() ?? null,
  };
}

function header(scheme) {
  return scheme.scheme() === "bearer" ? "Authorization" : scheme.json().name;
}

/** A schema without the parser's marks, and with {again} where it is inside itself. */
function plain(value, inside) {
  if (value === null || typeof value !== "object") {
    return value;
  }
  if (inside.includes(value)) {
    return { again: inside.length - inside.indexOf(value) };
  }
  if (Array.isArray(value)) {
    return value.map((each) => plain(each, inside));
  }
  const kept = Object.entries(value).filter(([key]) => !key.startsWith("x-parser-"));
  return Object.fromEntries(kept.map(([key, each]) => [key, plain(each, [...inside, value])]));
}
