import { expect, test } from "vitest";
import { readLines } from "./relay-messages.ts";
import { canceledId, headersOf, parseMessage } from "./rpc-message.ts";

const version = "io.modelcontextprotocol/protocolVersion";

test.each([
  { line: '{"id": 1}', message: { id: 1 } },
  { line: '[{"id": 1}]', message: [{ id: 1 }] },
  { line: "7", message: undefined },
  { line: "{", message: undefined },
  { line: "null", message: undefined },
])("$line is parsed as $message", ({ line, message }) => {
  expect(parseMessage(line)).toEqual(message);
});

test.each([
  { message: { method: "notifications/cancelled", params: { requestId: 4 } }, id: 4 },
  { message: { method: "notifications/initialized", params: { requestId: 4 } }, id: undefined },
  { message: undefined, id: undefined },
])("$message cancels $id", ({ message, id }) => {
  expect(canceledId(message)).toBe(id);
});

test.each([
  { name: "find", header: "find" },
  { name: "größe", header: "=?base64?Z3LDtsOfZQ==?=" },
  { name: " find", header: "=?base64?IGZpbmQ=?=" },
  { name: "=?base64?x?=", header: "=?base64?PT9iYXNlNjQ/eD89?=" },
])("the name $name is sent as $header", ({ name, header }) => {
  const message = { method: "tools/call", params: { name, _meta: { [version]: "2026-07-28" } } };

  expect(headersOf(message)).toEqual({
    "Mcp-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": header,
  });
});

test("a message of a version with initialize has no headers of its own", () => {
  expect(headersOf({ method: "tools/call", params: { name: "find" } })).toEqual({});
});

test.each([
  { pieces: ['{"a":1}\n{"b"', ":2}\n"], lines: ['{"a":1}', '{"b":2}'] },
  { pieces: ["one\r\n\n  \ntwo"], lines: ["one\r", "two"] },
  { pieces: ['"a\u2028b"\n'], lines: ['"a\u2028b"'] },
  { pieces: [], lines: [] },
])("$pieces are split into the lines $lines", async ({ pieces, lines }) => {
  async function* bytes() {
    yield* pieces.map((piece) => new TextEncoder().encode(piece));
  }

  const read: string[] = [];
  for await (const line of readLines(bytes())) read.push(line);

  expect(read).toEqual(lines);
});

test("a character split between two chunks is decoded correctly", async () => {
  const [first, ...rest] = new TextEncoder().encode("ö\n");
  async function* bytes() {
    yield new Uint8Array([first ?? 0]);
    yield new Uint8Array(rest);
  }

  const read: string[] = [];
  for await (const line of readLines(bytes())) read.push(line);

  expect(read).toEqual(["ö"]);
});
