import { describe, expect, test } from "vitest";
import type { ApiOperation } from "./api-document.ts";
import { beginnings, clientLine, curlLine } from "./write-snippets.ts";

const here = { baseUrl: "https://weft.example/api", orgSlug: "acme" };
const list: ApiOperation = {
  id: "list-items",
  method: "GET",
  path: "/items",
  summary: "List items",
  tag: "items",
  isOpen: false,
  parameters: [],
  body: undefined,
  answers: [],
  errors: [],
};
const field = { place: "body", isRequired: true, description: "" };
const replay: ApiOperation = {
  ...list,
  id: "replay-webhook",
  method: "POST",
  path: "/webhooks/{id}/replay",
  body: {
    mediaType: "application/json",
    fields: [
      { ...field, name: "since", type: "string" },
      { ...field, name: "events", type: "string[]" },
      { ...field, name: "auth", type: "WebhookAuth" },
      { ...field, name: "dryRun", type: "boolean", isRequired: false },
    ],
  },
};

describe("the line for a terminal", () => {
  test("reads with the key of the environment", () => {
    expect(curlLine(list, here)).toBe(
      'curl "https://weft.example/api/items" \\\n  -H "X-Api-Key: $WEFT_API_KEY" \\\n  -H "X-Api-Org: acme"',
    );
  });

  test("writes the required fields of the body", () => {
    expect(curlLine(replay, here)).toContain('-X POST "https://weft.example/api/webhooks/{id}/replay"');
    expect(curlLine(replay, here)).toContain(`-d '{"since": "…", "events": [], "auth": {}}'`);
  });

  test("needs no key for public operations, and sends bytes from a file", () => {
    const open = { ...list, isOpen: true, body: { mediaType: "application/octet-stream", fields: [] } };

    expect(curlLine(open, here)).not.toContain("X-Api-Key");
    expect(curlLine(open, here)).toContain("--data-binary @file");
  });
});

test("the line for the client passes the required arguments", () => {
  expect(clientLine(list)).toBe('await weft.call("list-items");');
  expect(clientLine(replay)).toBe('await weft.call("replay-webhook", { params: { … }, body: { … } });');
});

test("every quick start contains the address", () => {
  for (const { text } of beginnings(here)) {
    expect(text).toContain("https://weft.example/api");
    expect(text).toContain("acme");
  }
});
