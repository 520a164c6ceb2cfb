import { describe, expect, test, vi } from "vitest";
import type { Request } from "../samples/http";
import type { Payload } from "../samples/request";
import { corsLines, decoded, isSandbox, optionsOf, send, unsentHeaders } from "./send";
import { hindrance } from "./reach";
import { Stream } from "./stream";

function request(payload?: Partial<Payload>, more: Partial<Request> = {}): Request {
  return {
    url: "https://api.test/orders",
    query: [],
    headers: [["Authorization", "Bearer abc"], ["Host", "evil"]],
    cookies: [["seen", "1"]],
    verb: "POST",
    path: "/orders",
    payload: payload && { kind: "json", mediaType: "application/json", value: null, file: "", ...payload },
    answer: undefined,
    ...more,
  };
}

describe("what is sent", () => {
  test("JSON", () => {
    expect(optionsOf(request({ value: { a: 1 } })).body).toBe('{"a":1}');
    expect(optionsOf(request({ value: { a: 1 } }), { text: '{"a": 1.0}' }).body).toBe('{"a": 1.0}');
  });

  test("a form", () => {
    const { body, headers } = optionsOf(request({ kind: "form", mediaType: "application/x-www-form-urlencoded", fields: [["a", "1 &"], ["a", "2"]] }));
    expect(body).toBe("a=1%20%26&a=2");
    expect(headers).toContainEqual(["Content-Type", "application/x-www-form-urlencoded"]);
  });

  test("several parts, with the files that were chosen", () => {
    const file = new File(["x"], "a.jpeg", { type: "image/jpeg" });
    const sent = request({ kind: "multipart", mediaType: "multipart/form-data", fields: [["alt", "front"]], files: [{ name: "photo", file: "photo.jpeg", mediaType: "image/jpeg" }] });
    const form = optionsOf(sent, { files: { photo: [file] } }).body as FormData;
    expect([...form].map(([name, value]) => [name, typeof value === "string" ? value : value.name])).toEqual([["alt", "front"], ["photo", "a.jpeg"]]);
  });

  test("bytes", () => {
    const file = new File(["x"], "a.png");
    expect(optionsOf(request({ kind: "file", mediaType: "image/png" }), { files: { "": [file] } }).body).toBe(file);
  });

  test("no body with GET, which a browser would refuse as a whole", () => {
    const asked = request({ value: { a: 1 } }, { verb: "GET", headers: [["Content-Type", "application/json"], ["X-Trace", "1"]] });
    expect(optionsOf(asked)).toEqual({ method: "GET", headers: [["X-Trace", "1"]] });
  });

  test("nothing that a browser keeps from pages, which is named", () => {
    expect(optionsOf(request()).headers).toEqual([["Authorization", "Bearer abc"]]);
    expect(unsentHeaders(request())).toEqual(["Host", "Cookie: seen"]);
  });
});

test("the lines of CORS are those that this call needs", () => {
  expect(corsLines(request({ value: 1 }, { verb: "PUT" }), "https://docs.test", true, ["X-Count"])).toEqual([
    "Access-Control-Allow-Origin: https://docs.test",
    "Access-Control-Allow-Methods: PUT",
    "Access-Control-Allow-Headers: authorization, content-type",
    "Access-Control-Allow-Credentials: true",
    "Access-Control-Expose-Headers: X-Count",
  ]);
  expect(corsLines(request(undefined, { verb: "GET", headers: [] }), "https://docs.test", false, [])).toEqual(["Access-Control-Allow-Origin: https://docs.test"]);
});

test.each([
  ["http://api.test/", "https:", "mixed"],
  ["ws://api.test/", "https:", "mixed"],
  ["http://localhost:8000/", "https:", undefined],
  ["https://api.test/", "https:", undefined],
  ["https://api.test/", "file:", "file"],
  ["<server>/orders", "https:", "unknown"],
  ["javascript:alert(1)", "https:", "unknown"],
])("%s from %s", (address, protocol, expected) => {
  expect(hindrance(address, { protocol })).toBe(expected);
});

test.each([
  [{ url: "https://sandbox.api.test" }, true],
  [{ url: "https://api.example", description: "For tests" }, true],
  [{ url: "http://localhost:8000/mock/shop" }, true],
  [{ url: "https://display.example", description: "Players" }, false],
  [undefined, false],
])("a server to play with: %o", (server, expected) => {
  expect(isSandbox(server)).toBe(expected);
});

/** Bytes in parts, cut wherever. */
function inParts(text: string, size: number): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));
}

test.each([1, 2, 3, 7, 100])("parts of %i bytes are read as text, from where a character begins", (size) => {
  const parts = inParts("aä€😀z", size); // of 1, 2, 3, 4 and 1 bytes
  expect(decoded(parts)).toBe("aä€😀z");
  const pages = [0, 2, 5, 8].map((from, at, places) => decoded(parts, from, places[at + 1]));
  expect(pages.join("")).toBe("aä€😀z");
  expect(decoded(parts, 2, 4)).toBe("€");
});

test("what has come is shown, even if nothing comes after it", async () => {
  let come: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (come = controller) });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } })));
  vi.stubGlobal("location", new URL("https://docs.test/"));
  vi.stubGlobal("document", new EventTarget());
  const sizes: number[] = [];
  const sending = send(request(undefined, { verb: "GET" }), undefined, false, (progress) => {
    if (progress.kind === "answer") sizes.push(progress.answer.size);
    if (progress.kind === "aborted") sizes.push(-1);
  });
  for (const text of ["data: 1\n\n", "data: 2\n\n"]) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    come?.enqueue(new TextEncoder().encode(text));
  }
  await vi.waitFor(() => expect(sizes).toContain(18));
  sending.abort();
  vi.unstubAllGlobals();
});

describe("a stream", () => {
  const rows = (mediaType: string, text: string, { isComplete = false, size = 1000 } = {}) => {
    const stream = new Stream(mediaType, (value) => (value === 2 ? [{ path: [], words: "two" }] : []));
    const parts = inParts(text, size);
    for (let at = 1; at < parts.length; at += 1) stream.take({ parts: parts.slice(0, at), isComplete: false });
    stream.take({ parts, isComplete });
    return { count: stream.count, off: stream.off, rows: stream.rows.map(({ name, text: own }) => [name, own]) };
  };

  test.each([1, 2, 5, 1000])("of events, in parts of %i bytes", (size) => {
    const text = ': hello\n\nevent: paid\ndata: {"a":\ndata: 1}\nid: 7\n\ndata: text\r\n\r\ndata: {"b"';
    expect(rows("text/event-stream", text, { size }).rows).toEqual([["paid", '{"a":\n1}'], ["", "text"]]);
  });

  test("of lines of JSON, of which the last may not be complete", () => {
    expect(rows("application/x-ndjson", '{"a":1}\n{"a"').rows).toEqual([["", '{"a":1}']]);
    expect(rows("application/x-ndjson", '{"a":1}\n2', { isComplete: true })).toEqual({ count: 2, off: 1, rows: [["", '{"a":1}'], ["", "2"]] });
  });

  test("of many rows, of which the last are kept and all are counted", () => {
    const { count, off, rows: kept } = rows("application/x-ndjson", "1\n2\n".repeat(5000), { size: 4000 });
    expect([count, off, kept.length]).toEqual([10_000, 5000, 200]);
  });

  test("without an end of a row", () => {
    expect(rows("application/x-ndjson", "x".repeat(1_500_000), { size: 200_000 }).count).toBe(1);
  });

  test("that comes faster than it is read", () => {
    const stream = new Stream("application/x-ndjson", () => []);
    const parts = inParts("1\n".repeat(200_000), 50_000);
    expect(stream.take({ parts, isComplete: true })).toBe(false);
    for (let steps = 0; !stream.take({ parts, isComplete: true }) && steps < 20; steps += 1);
    expect(stream.count).toBe(200_000);
  });
});
