/** Calls over HTTP in the languages that compile or have a standard library of their own: Go, Java, C#, PHP, Ruby. */

import { encoded, fileName, queryString, type Pair } from "./request";
import { quoted } from "./literal";
import { kindOf, type Request } from "./http";

/** The parts of a request, as a client of a standard library takes them. */
interface Sent {
  readonly url: string;
  readonly verb: string;
  /** Cookies among them. */
  readonly headers: readonly Pair[];
  /** The text of the body. */
  readonly text: string | undefined;
  readonly request: Request;
  /** The file in which an answer of bytes is kept. */
  readonly output: string | undefined;
}

function sentBy(request: Request): Sent {
  const { url, query, headers, cookies, payload, verb, answer } = request;
  const form = payload?.kind === "form";
  const cookie: readonly Pair[] = cookies.length > 0 ? [["Cookie", cookies.map((pair) => pair.join("=")).join("; ")]] : [];
  const type: readonly Pair[] = form ? [["Content-Type", payload.mediaType]] : [];
  const texts = {
    json: () => JSON.stringify(payload?.value ?? null, null, 2),
    form: () => (payload?.fields ?? []).map((pair) => pair.map(encoded).join("=")).join("&"),
    multipart: () => undefined,
    file: () => undefined,
  };
  return {
    url: url + queryString(query),
    verb,
    headers: [...headers, ...cookie, ...type],
    text: payload && texts[payload.kind](),
    request,
    output: kindOf(answer) === "file" ? fileName("answer", answer?.mediaType ?? "") : undefined,
  };
}

/** A text between double quotes in Go, Java and C#, where halves of letters and two ends of lines are not allowed. */
function doubleQuoted(text: string): string {
  return quoted(text.replace(/\p{Cs}/gu, "\ufffd")).replace(/[\u2028\u2029\u0085]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text between single quotes in PHP and Ruby, where nothing but the quote and the backslash has a meaning. */
function singleQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}

/** A text between double quotes in Java and C#, each of its lines on a line. */
function linesQuoted(text: string): string {
  return text.split(/(?<=\n)/).map(doubleQuoted).join(" +\n    ") || '""';
}

export function go(request: Request): string {
  const { url, verb, headers, text, output } = sentBy(request);
  const { payload } = request;
  const imports = new Set(["io", "net/http", "os"]);
  const before: string[] = [];
  let body = "nil";
  if (text !== undefined) {
    imports.add("strings");
    // a raw string has no escapes; it cannot hold its own quote
    before.push(`body := strings.NewReader(${/[`\r\0]/.test(text) ? doubleQuoted(text) : `\`${text}\``})`);
    body = "body";
  } else if (payload?.kind === "file") {
    before.push(`body, err := os.Open(${doubleQuoted(payload.file)})`, "if err != nil {", "\tpanic(err)", "}");
    body = "body";
  } else if (payload?.kind === "multipart") {
    imports.add("bytes").add("mime/multipart");
    before.push("var body bytes.Buffer", "form := multipart.NewWriter(&body)");
    for (const pair of payload.fields ?? []) before.push(`form.WriteField(${pair.map(doubleQuoted).join(", ")})`);
    for (const { name, file } of payload.files ?? []) {
      before.push("{", `\tpart, _ := form.CreateFormFile(${doubleQuoted(name)}, ${doubleQuoted(file)})`);
      before.push(`\tcontent, _ := os.ReadFile(${doubleQuoted(file)})`, "\tpart.Write(content)", "}");
    }
    before.push("form.Close()");
    body = "&body";
  }
  const lines = [
    ...before,
    `url := ${doubleQuoted(url)}`,
    `request, err := http.NewRequest(${doubleQuoted(verb)}, url, ${body})`,
    "if err != nil {",
    "\tpanic(err)",
    "}",
    ...headers.map((pair) => `request.Header.Set(${pair.map(doubleQuoted).join(", ")})`),
    ...(payload?.kind === "multipart" ? ['request.Header.Set("Content-Type", form.FormDataContentType())'] : []),
    "response, err := http.DefaultClient.Do(request)",
    "if err != nil {",
    "\tpanic(err)",
    "}",
    "defer response.Body.Close()",
    ...(output === undefined
      ? ["io.Copy(os.Stdout, response.Body)"]
      : [`file, err := os.Create(${doubleQuoted(output)})`, "if err != nil {", "\tpanic(err)", "}", "io.Copy(file, response.Body)"]),
  ];
  const packages = [...imports].sort().map((name) => `\t"${name}"`);
  return `package main\n\nimport (\n${packages.join("\n")}\n)\n\nfunc main() {\n${lines.map((line) => `\t${line}`).join("\n")}\n}`;
}

/** Undefined for multipart bodies, which the standard library has not. */
export function java(request: Request): string | undefined {
  const { url, verb, headers, text, output } = sentBy(request);
  const { payload } = request;
  if (payload?.kind === "multipart") return undefined;
  const publishers = "HttpRequest.BodyPublishers";
  const file = payload?.kind === "file" ? `${publishers}.ofFile(Path.of(${doubleQuoted(payload.file)}))` : undefined;
  const body = text === undefined ? (file ?? `${publishers}.noBody()`) : `${publishers}.ofString(\n    ${linesQuoted(text)})`;
  const handler = output === undefined ? "ofString()" : `ofFile(Path.of(${doubleQuoted(output)}))`;
  const needsPath = file !== undefined || output !== undefined;
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;${needsPath ? "\nimport java.nio.file.Path;" : ""}

public class Main {
    public static void main(String[] args) throws Exception {
        var url = URI.create(${doubleQuoted(url)});
        var body = ${body.replaceAll("\n", "\n        ")};
        var request = HttpRequest.newBuilder(url)
            .method(${doubleQuoted(verb)}, body)
${headers.map((pair) => `            .header(${pair.map(doubleQuoted).join(", ")})\n`).join("")}            .build();
        var response = HttpClient.newHttpClient().send(
            request, HttpResponse.BodyHandlers.${handler});
        System.out.println(response.statusCode());
        System.out.println(response.body());
    }
}`;
}

export function csharp(request: Request): string {
  const { url, verb, headers, text, output } = sentBy(request);
  const { payload } = request;
  const content: string[] = [];
  if (text !== undefined) {
    content.push(`request.Content = new StringContent(\n    ${linesQuoted(text)},\n    Encoding.UTF8, ${doubleQuoted(payload?.mediaType ?? "")});`);
  } else if (payload?.kind === "file") {
    content.push(`request.Content = new StreamContent(File.OpenRead(${doubleQuoted(payload.file)}));`);
    content.push(`request.Content.Headers.TryAddWithoutValidation(\n    "Content-Type", ${doubleQuoted(payload.mediaType)});`);
  } else if (payload) {
    content.push("var form = new MultipartFormDataContent();");
    for (const [name, value] of payload.fields ?? []) content.push(`form.Add(new StringContent(${doubleQuoted(value)}), ${doubleQuoted(name)});`);
    for (const { name, file } of payload.files ?? []) {
      content.push(`form.Add(new StreamContent(File.OpenRead(${doubleQuoted(file)})), ${doubleQuoted(name)}, ${doubleQuoted(file)});`);
    }
    content.push("request.Content = form;");
  }
  const own = headers.filter(([name]) => !/^content-type$/i.test(name));
  const lines = [
    "using System;",
    "using System.IO;",
    "using System.Net.Http;",
    "using System.Text;",
    "",
    "using var client = new HttpClient();",
    `var url = ${doubleQuoted(url)};`,
    `using var request = new HttpRequestMessage(new(${doubleQuoted(verb)}), url);`,
    ...own.map((pair) => `request.Headers.TryAddWithoutValidation(\n    ${pair.map(doubleQuoted).join(", ")});`),
    ...content,
    "using var response = await client.SendAsync(request);",
    "response.EnsureSuccessStatusCode();",
    output === undefined
      ? "var answer = await response.Content.ReadAsStringAsync();\nConsole.WriteLine(answer);"
      : `var answer = await response.Content.ReadAsByteArrayAsync();\nawait File.WriteAllBytesAsync(${doubleQuoted(output)}, answer);`,
  ];
  return lines.join("\n");
}

export function php(request: Request): string {
  const { url, verb, headers, text, output } = sentBy(request);
  const { payload } = request;
  let body: string | undefined = text === undefined ? undefined : singleQuoted(text);
  if (payload?.kind === "file") body = `file_get_contents(${singleQuoted(payload.file)})`;
  if (payload?.kind === "multipart") {
    const parts = [
      ...(payload.fields ?? []).map(([name, value]) => `${singleQuoted(name)} => ${singleQuoted(value)}`),
      ...(payload.files ?? []).map(({ name, file, mediaType }) => `${singleQuoted(name)} => new CURLFile(${singleQuoted(file)}, ${singleQuoted(mediaType)})`),
    ];
    body = `[\n${parts.map((part) => `        ${part},\n`).join("")}    ]`;
  }
  const options = [
    `CURLOPT_CUSTOMREQUEST => ${singleQuoted(verb)}`,
    ...(headers.length > 0
      ? [`CURLOPT_HTTPHEADER => [\n${headers.map((pair) => `        ${singleQuoted(pair.join(": "))},\n`).join("")}    ]`]
      : []),
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => ${body}`]),
    "CURLOPT_RETURNTRANSFER => true",
  ];
  const result = output === undefined ? "echo $answer;" : `file_put_contents(${singleQuoted(output)}, $answer);`;
  return `<?php
$url = ${singleQuoted(url)};
$handle = curl_init($url);
curl_setopt_array($handle, [
${options.map((option) => `    ${option},\n`).join("")}]);
$answer = curl_exec($handle);
${result}`;
}

/** Verbs that have a class of their own in Ruby. */
const RUBY = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

export function ruby(request: Request): string {
  const { url, verb, headers, text, output } = sentBy(request);
  const { payload } = request;
  const made = RUBY.test(verb)
    ? `Net::HTTP::${verb.charAt(0)}${verb.slice(1).toLowerCase()}.new(uri)`
    : `Net::HTTPGenericRequest.new(${singleQuoted(verb)}, ${payload !== undefined}, true, uri)`;
  const body: string[] = [];
  if (text !== undefined) body.push(`request.body = ${singleQuoted(text)}`);
  else if (payload?.kind === "file") body.push(`request.body = File.binread(${singleQuoted(payload.file)})`);
  else if (payload) {
    const parts = [
      ...(payload.fields ?? []).map((pair) => `[${pair.map(singleQuoted).join(", ")}]`),
      ...(payload.files ?? []).map(({ name, file }) => `[${singleQuoted(name)}, File.open(${singleQuoted(file)}, 'rb')]`),
    ];
    body.push(`request.set_form([${parts.join(", ")}], 'multipart/form-data')`);
  }
  const lines = [
    "require 'net/http'",
    "",
    `uri = URI(${singleQuoted(url)})`,
    `request = ${made}`,
    ...headers.map(([name, value]) => `request[${singleQuoted(name)}] = ${singleQuoted(value)}`),
    ...body,
    "response = Net::HTTP.start(\n  uri.host, uri.port, use_ssl: uri.scheme == 'https'\n) { |http| http.request(request) }",
    output === undefined ? "puts response.body" : `File.binwrite(${singleQuoted(output)}, response.body)`,
  ];
  return lines.join("\n");
}
