import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { ApiDocsDocument, Content, HttpContract, HttpMethod, WebSocketContract, WebSocketMethod } from "../document";
import { EMPTY } from "../host/fill";
import { documentWith, FRAMING } from "../testing";
import type { Languages } from "../host/attributes";
import { samplesOf, type Sample } from "./samples";
import { shellWord } from "./literal";

/** What somebody could write to break out of a text. */
const HOSTILE = [
  `it's "quoted" \\ $HOME \`id\` $(id) !! %s {x} </script> */ """ ''' # // \u2028`,
  "line\nbreak\r\ntab\t\u0000 \u001b[31m",
  "ends with a backslash \\",
  "שלום 👩‍👩‍👧 \ud800 ï",
  "@/etc/passwd",
  "'; rm -rf ~; '",
];

const PAYLOAD = { "x-placeholder": "payload" };

const SECURITY: NonNullable<HttpContract["security"]> = [{ token: [], key: [] }];
const SCHEMES: NonNullable<ApiDocsDocument["securitySchemes"]> = {
  token: { type: "http", scheme: "bearer" },
  key: { type: "apiKey", in: "header", name: "X-API-Key" },
  query: { type: "apiKey", in: "query", name: "key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  basic: { type: "http", scheme: "basic" },
  oauth: { type: "oauth2", flows: {} },
  openid: { type: "openIdConnect", openIdConnectUrl: "https://id.example" },
  tls: { type: "mutualTLS" },
};

function contract(method: Partial<HttpMethod>, parts: Partial<HttpContract> = {}): HttpContract {
  const whole: HttpMethod = { name: "call", httpMethod: "GET", httpPath: "/things", errors: [], ...method };
  return { kind: "http", name: "ThingApi", pathPrefix: "", methods: [whole], ...parts };
}

function samples(of: HttpContract | WebSocketContract, document = documentWith({ securitySchemes: SCHEMES })): readonly Sample[] {
  const [method] = of.methods;
  return method ? samplesOf(document, of, method) : [];
}

function code(of: HttpContract | WebSocketContract, language: Sample["language"], document?: ApiDocsDocument): string {
  return samples(of, document).find((each) => each.language === language)?.code ?? "";
}

/** The code with values that have a line for each part on one line. */
function flat(code: string): string {
  return code.replace(/(?<=[[{(])\n\s*/g, "").replace(/,\n\s*(?=[\]})])/g, "").replace(/,\n\s*/g, ", ");
}

const BODY: Readonly<Record<string, Content>> = {
  json: {
    mediaType: "application/json",
    schema: { examples: [{ name: "Ada", tags: ["a", "b"], on: true, off: null }] },
  },
  form: { mediaType: "application/x-www-form-urlencoded", schema: { examples: [{ user: "ada", list: ["x", "y"] }] } },
  multipart: {
    mediaType: "multipart/form-data",
    schema: { examples: [{ title: "A photo", photo: "…" }] },
    files: { photo: { mediaTypes: ["image/jpeg"] } },
  },
  bytes: { mediaType: "application/pdf" },
};

function posting(content: Content | undefined): HttpContract {
  return contract({ httpMethod: "POST", ...(content && { requestBody: { required: true, contents: [content] } }) });
}

describe("curl", () => {
  test.each([
    ["a plain call", contract({}), "curl '<server>/things'"],
    ["another verb", contract({ httpMethod: "DELETE" }), "--request DELETE"],
    [
      "authentication",
      contract({}, { security: SECURITY }),
      "--header 'Authorization: Bearer YOUR_TOKEN' \\\n  --header 'X-API-Key: YOUR_API_KEY'",
    ],
    ["JSON", posting(BODY["json"]), `--header 'Content-Type: application/json' \\\n  --data-raw '{\n  "name": "Ada"`],
    ["a form", posting(BODY["form"]), "--data-urlencode user=ada \\\n  --data-urlencode list=x"],
    [
      "a file",
      posting(BODY["multipart"]),
      "--form-string 'title=A photo' \\\n  --form 'photo=@photo.jpeg;type=image/jpeg'",
    ],
    ["bytes", posting(BODY["bytes"]), "--data-binary @body.pdf"],
  ])("%s", (_, of, expected) => {
    expect(code(of, "curl")).toContain(expected);
  });

  test("nobody identifies themselves where that is optional", () => {
    expect(code(contract({}, { security: [{ token: [] }, {}] }), "curl")).toBe("curl '<server>/things'");
  });

  test("a body says the verb", () => {
    expect(code(posting(BODY["json"]), "curl")).not.toContain("--request");
  });
});

describe("styles of parameters", () => {
  const LIST = [1, 2];
  const OBJECT = { a: 1, b: "c" };
  test.each([
    ["usual", {}, LIST, "?p=1&p=2"],
    ["form", { explode: false }, LIST, "?p=1%2C2"],
    ["pipes", { style: "pipeDelimited" }, LIST, "?p=1%7C2"],
    ["spaces", { style: "spaceDelimited", explode: false }, LIST, "?p=1%202"],
    ["pipes, exploded", { style: "pipeDelimited", explode: true }, LIST, "?p=1&p=2"],
    ["deepObject", { style: "deepObject", explode: true }, OBJECT, "?p%5Ba%5D=1&p%5Bb%5D=c"],
    ["properties", { style: "form", explode: true }, OBJECT, "?a=1&b=c"],
    ["an object in one value", { style: "form", explode: false }, OBJECT, "?p=a%2C1%2Cb%2Cc"],
    ["JSON", { mediaType: "application/json" }, LIST, "?p=%5B1%2C2%5D"],
  ])("in the query: %s", (_, sent, example, expected) => {
    const param = { name: "p", required: true, schema: { examples: [example] }, ...sent };
    expect(code(contract({ queryParams: [param] }), "curl")).toContain(expected);
  });

  test.each([
    ["usual", {}, LIST, "/1,2/x"],
    ["label", { style: "label" }, LIST, "/.1,2/x"],
    ["label, exploded", { style: "label", explode: true }, LIST, "/.1.2/x"],
    ["matrix", { style: "matrix" }, LIST, "/;p=1,2/x"],
    ["matrix, exploded", { style: "matrix", explode: true }, LIST, "/;p=1;p=2/x"],
    ["one step", {}, "a/b c", "/a%2Fb%20c/x"],
    ["several steps", { slashes: true as const }, "a/b c/", "/a/b%20c//x"],
    ["steps up", { slashes: true as const }, "a/../b", "/a%2F..%2Fb/x"],
    ["steps up at the end", { slashes: true as const }, "a/..", "/a%2F../x"],
    ["an empty first step", { slashes: true as const }, "/evil.test", "/%2Fevil.test/x"],
  ])("in the path: %s", (_, sent, example, expected) => {
    const param = { name: "p", required: true, schema: { examples: [example] }, ...sent };
    expect(code(contract({ httpPath: "/{p}/x", pathParams: [param] }), "curl")).toContain(expected);
  });
});

test("code of the author precedes generated code, and replaces that in the same language", () => {
  const codeSamples = [
    { language: "python", label: "SDK", code: "client.get()" },
    { language: "Python", code: "mine" },
  ];
  const found = samples(contract({ codeSamples }));
  expect(found.slice(0, 3).map(({ label }) => label)).toEqual(["SDK", "Python", "curl"]);
  expect(found.filter(({ label }) => label === "Python").map((each) => each.code)).toEqual(["mine"]);
});

test("a method has servers of its own", () => {
  const document = documentWith({ service: { slug: "a", name: "A", servers: [{ url: "https://a.example" }] } });
  const own = contract({ servers: [{ url: "https://b.example" }] });
  expect(code(own, "curl", document)).toContain("https://b.example/things");
  expect(code(contract({}), "curl", document)).toContain("https://a.example/things");
});

describe("credentials", () => {
  test.each([
    ["a token", [{ token: [] }], "--header 'Authorization: Bearer YOUR_TOKEN'"],
    ["OAuth 2", [{ oauth: ["read"] }], "--header 'Authorization: Bearer YOUR_TOKEN'"],
    ["OpenID Connect", [{ openid: [] }], "--header 'Authorization: Bearer YOUR_TOKEN'"],
    ["Basic", [{ basic: [] }], "--header 'Authorization: Basic YOUR_CREDENTIALS'"],
    ["a key in the query", [{ query: [] }], "things?key=YOUR_API_KEY"],
    ["a session", [{ cookie: [] }], "--cookie sid=YOUR_API_KEY"],
    ["the first of alternatives", [{ cookie: [] }, { token: [] }], "--cookie sid=YOUR_API_KEY"],
  ])("%s", (_, security, expected) => {
    expect(code(contract({ security }), "curl")).toContain(expected);
    expect(code(contract({}, { security }), "curl")).toContain(expected);
  });

  test.each([
    ["none are needed", [{}]],
    ["they are optional", [{ token: [] }, {}]],
    ["a certificate", [{ tls: [] }]],
    ["an unknown scheme", [{ constructor: [] }]],
  ])("%s", (_, security) => {
    expect(code(contract({ security }, { security: SECURITY }), "curl")).not.toContain("YOUR_API_KEY");
  });

  test("two of them in one cookie header of a handshake", () => {
    const of = { ...talk({}), security: [{ cookie: [], query: [] }] };
    expect(code(of, "python")).toContain('"Cookie": "sid=YOUR_API_KEY"');
    expect(code(of, "javascript")).toContain("/chat?key=YOUR_API_KEY");
  });
});

describe("Python", () => {
  test.each([
    [
      "authentication",
      contract({}, { security: SECURITY }),
      'headers={"Authorization": "Bearer YOUR_TOKEN", "X-API-Key": "YOUR_API_KEY"}',
    ],
    ["JSON", posting(BODY["json"]), 'json={"name": "Ada", "tags": ["a", "b"], "on": True, "off": None}'],
    ["a form", posting(BODY["form"]), 'data={"user": "ada", "list": ["x", "y"]}'],
    ["a file", posting(BODY["multipart"]), '"photo": ("photo.jpeg", open("photo.jpeg", "rb"), "image/jpeg")'],
  ])("%s", (_, of, expected) => {
    expect(flat(code(of, "python"))).toContain(expected);
  });
});

describe("JavaScript", () => {
  test.each([
    ["JSON", posting(BODY["json"]), 'body: JSON.stringify({name: "Ada", tags: ["a", "b"], on: true, off: null})'],
    ["a form", posting(BODY["form"]), 'new URLSearchParams([["user", "ada"], ["list", "x"], ["list", "y"]])'],
    [
      "a file",
      posting(BODY["multipart"]),
      'form.append("photo", document.querySelector("input[type=file]").files[0]);',
    ],
    [
      "an own property",
      posting({ mediaType: "application/json", schema: { examples: [JSON.parse('{"__proto__": 1}')] } }),
      '["__proto__"]: 1',
    ],
  ])("%s", (_, of, expected) => {
    expect(flat(code(of, "javascript"))).toContain(expected);
  });
});

test.each([
  ["the server", [{ url: "https://a.example/v1/" }], "https://a.example/v1/things"],
  [
    "variables",
    [{ url: "https://{env}.example", variables: { env: { default: "prod" } } }],
    "https://prod.example/things",
  ],
  ["the server of its kind", [{ url: "wss://live.example" }, { url: "https://a.example" }], "https://a.example/things"],
  ["a path on the host of the document", [{ url: "/v1" }], "<server>/v1/things"],
  ["the other kind turned round", [{ url: "wss://live.example" }], "https://live.example/things"],
])("the address: %s", (_, servers, expected) => {
  const document = documentWith({ service: { slug: "s", name: "S", servers } });
  expect(code(contract({}), "curl", document)).toBe(`curl ${shellWord(expected)}`);
});

test("the parts of a long query have lines of their own", () => {
  const of = contract({
    httpPath: "/things/of/everybody/in/the/whole/world",
    queryParams: [{ name: "tag", required: true, schema: { examples: [["x", "y&z"]] } }],
  });
  expect(code(of, "curl")).toBe(
    "curl --get '<server>/things/of/everybody/in/the/whole/world' \\\n  --data-urlencode tag=x \\\n  --data-urlencode 'tag=y&z'",
  );
});

test("a line that can be broken has at most 60 columns", () => {
  const text = { title: "A bicycle", lines: [{ listing: "lst_09hd2mvx", quantity: 1, price: { amount: "24.90" } }] };
  const content = { mediaType: "application/json", schema: { examples: [text] } };
  const all = [...samples(posting(content)), ...samples(talk({ wsInput: { required: true, contents: [content] } }))];
  const long = all.flatMap(({ label, code: whole }) => whole.split("\n").filter((line) => line.length > 60).map((line) => `${label}: ${line}`));
  expect(long).toEqual([
    "Java:     public static void main(String[] args) throws Exception {",
    "C#: using var request = new HttpRequestMessage(new(\"POST\"), url);",
    expect.stringContaining("websocat: printf"), // a message is a line
  ]);
});

test("a chosen example is sent, of those without a name in common the first", () => {
  const examples = [{ name: "far", externalValue: "https://example.org" }, { name: "card" }, { name: "invoice" }];
  const of = posting({ mediaType: "application/json", schema: { examples: ["by card", "by invoice"] }, examples });
  const sent = (...chosen: readonly string[]): string =>
    samplesOf(documentWith({}), of, of.methods[0]!, { ...EMPTY, examples: chosen })[0]?.code.split("'")[5] ?? "";
  expect([sent(), sent("invoice"), sent("other", "invoice"), sent("other"), sent("far")]).toEqual([
    '"by card"',
    '"by invoice"',
    '"by invoice"',
    '"by card"',
    '"by card"',
  ]);
});

test("parameters are filled with examples, what may be left out is left out", () => {
  const of = contract({
    httpPath: "/things/{id}",
    pathParams: [{ name: "id", required: true, schema: { examples: ["a/b c"] } }],
    queryParams: [
      { name: "page", required: false, schema: { type: "integer" } },
      { name: "tag", required: true, schema: { examples: [["x", "y&z"]] } },
    ],
    headerParams: [{ name: "X-Trace", required: true, schema: { examples: ["t1"] } }],
    cookieParams: [{ name: "seen", required: true, schema: { examples: ["1;2"] } }],
  });
  expect(code(of, "curl")).toBe(
    "curl '<server>/things/a%2Fb%20c?tag=x&tag=y%26z' \\\n  --header 'X-Trace: t1' \\\n  --cookie seen=1%3B2",
  );
});

function talk(method: Partial<WebSocketMethod>): WebSocketContract {
  const input = {
    required: true,
    contents: [{ mediaType: "application/json", schema: { examples: [{ text: "Hello" }] } }],
  };
  const whole: WebSocketMethod = {
    name: "say",
    wsDirection: "OUT",
    wsPattern: "req",
    wsInput: input,
    errors: [],
    ...method,
  };
  return { kind: "ws", name: "ChatApi", path: "/chat", security: SECURITY, framing: FRAMING, methods: [whole] };
}

describe("what the service sends", () => {
  const sent = (content: Content | undefined, path: string): string =>
    code({ ...posting(content), outgoing: true, methods: [{ ...posting(content).methods[0]!, httpPath: path }] }, "http");

  test.each([
    ["JSON", BODY["json"], "/got-out", 'POST /got-out HTTP/1.1\nContent-Type: application/json\n\n{\n  "name": "Ada",'],
    ["a form", BODY["form"], "/f", "POST /f HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n\nuser=ada&list=x"],
    ["no body", undefined, "/ping", "POST /ping HTTP/1.1"],
    ["a name instead of a path", BODY["bytes"], "got-out", "POST /… HTTP/1.1\nContent-Type: application/pdf\n\n…"],
    ["an expression", undefined, "{$request.body#/url}", "POST /… HTTP/1.1"],
  ])("%s", (_, content, path, expected) => {
    expect(sent(content, path).slice(0, expected.length)).toBe(expected);
  });
});

test.each<[string, Partial<WebSocketMethod>, readonly string[]]>([
  ["sent by clients", {}, ["Hello"]],
  ["sent by the service", { wsDirection: "IN", wsPattern: "event" }, ["Hello"]],
  ["of bytes", { wsInput: { required: true, contents: [{ mediaType: "application/pdf" }] } }, []],
])("a message of a broker has an example and no code: %s", (_, method, texts) => {
  const channel = { ...talk(method), protocol: "kafka", framing: { ...FRAMING, request: PAYLOAD, event: PAYLOAD, answer: PAYLOAD } } as WebSocketContract;
  const shown = samples(channel);
  expect(shown.map(({ label }) => label)).toEqual(texts.map(() => "JSON"));
  expect(shown.map(({ code }) => JSON.parse(code) as unknown)).toEqual(texts.map((text) => ({ text })));
});

describe("WebSockets", () => {
  test.each<[string, WebSocketContract, readonly string[]]>([
    [
      "a request is sent and answered",
      talk({}),
      [
        'websockets.connect("<server>/chat"',
        'json.dumps({"id": 1, "method": "say", "data": {"text": "Hello"}})',
        "socket.recv()",
      ],
    ],
    [
      "an event is sent",
      talk({ wsPattern: "event" }),
      ['json.dumps({"method": "say", "data": {"text": "Hello"}})'],
    ],
    [
      "an event is heard",
      talk({ wsPattern: "event", wsDirection: "IN" }),
      ["async for text in socket:", 'if message.get("method") == "say":', 'print(message["data"])'],
    ],
    [
      "a request is answered with its id",
      talk({ wsDirection: "IN", successResponse: { contents: [{ mediaType: "application/json", schema: { const: true } }] } }),
      ['json.dumps({"id": message["id"], "data": True})'],
    ],
  ])("%s", (_, of, expected) => {
    for (const piece of expected) expect(flat(code(of, "python"))).toContain(piece);
  });
  test("what is heard is not sent", () => {
    expect(code(talk({ wsPattern: "event", wsDirection: "IN" }), "javascript")).not.toContain("socket.send");
  });
});

/** Contracts with a hostile text wherever a document has texts. */
function hostile(text: string): readonly (HttpContract | WebSocketContract)[] {
  const schema = { examples: [text] };
  const param = { name: text, required: true, schema };
  const contents: readonly Content[] = [
    { mediaType: "application/json", schema: { examples: [{ [text]: [text, { a: text }] }] } },
    { mediaType: "application/x-www-form-urlencoded", schema: { examples: [{ [text]: text, more: [text, text] }] } },
    {
      mediaType: "multipart/form-data",
      schema: { examples: [{ [text]: text }] },
      files: { [text]: { mediaTypes: [text] }, b: {} },
    },
    { mediaType: text, schema },
    { mediaType: text },
  ];
  const everywhere = { headers: [param], cookies: [param], security: [{ [text]: [], token: [] }] };
  const http = contents.map((content) =>
    contract(
      {
        httpMethod: "POST",
        httpPath: `/${text}/{${text}}`,
        pathParams: [param],
        queryParams: [param, param],
        requestBody: { required: true, contents: [content] },
        successResponse: { statusCode: 200, contents: [content] },
      },
      everywhere,
    ),
  );
  return [
    ...http,
    { ...talk({}), path: `/${text}`, queryParams: [param], ...everywhere },
    talk({ wsInput: { required: true, contents } }),
  ];
}

const HOSTILE_SCHEMES = Object.fromEntries(
  HOSTILE.map((text) => [text, { type: "apiKey", in: "header", name: text, scheme: text }]),
);
const SERVER = documentWith({
  securitySchemes: { ...SCHEMES, ...HOSTILE_SCHEMES },
  service: { slug: "s", name: "S", servers: [{ url: "https://a.example/'\"\\$(id)" }] },
});
const WRITTEN = [...HOSTILE.flatMap(hostile), ...Object.values(BODY).map(posting), contract({})].flatMap((of) =>
  samples(of, SERVER),
);

function written(language: Sample["language"]): readonly string[] {
  return WRITTEN.filter((each) => each.language === language).map((each) => each.code);
}

describe("every sample is read by its language as it is meant", () => {
  test("the shell: one command with nothing left to expand", () => {
    for (const each of written("curl")) {
      // `curl` becomes a function that prints its words; whatever else ran would print more
      const script = `curl() { printf '%s\\0' "$@"; }\nPATH=/nonexistent\n${each}`;
      const words = execFileSync("bash", ["--norc", "-eu", "-c", script], { encoding: "utf8" })
        .split("\u0000")
        .slice(0, -1);
      expect(words.filter((word) => /^--[a-z-]+$/.test(word)).length * 2 + 1).toBe(words.length);
    }
  });

  test("Python", () => {
    const check =
      "import ast, json, sys, warnings\nwarnings.simplefilter('error')\nfor code in json.load(sys.stdin): ast.parse(code)";
    execFileSync("python3", ["-c", check], { input: JSON.stringify(written("python")) });
  });

  test("JavaScript", () => {
    const isAsync = Object.getPrototypeOf(async () => {}).constructor as new (code: string) => unknown;
    for (const each of written("javascript")) expect(() => new isAsync(each)).not.toThrow();
  });
});

describe("languages of the project", () => {
  const labels = (languages: Languages, of: HttpContract = contract({})): readonly string[] =>
    samplesOf(documentWith({}), of, of.methods[0]!, undefined, languages).map(({ label }) => label);
  test("are shown in their order, with their names", () => {
    expect(labels({ ruby: "", curl: "Shell" })).toEqual(["Ruby", "Shell"]);
  });
  test("all are shown where none of them fits", () => {
    expect(labels({ websocat: "" })).toHaveLength(9);
  });
});
