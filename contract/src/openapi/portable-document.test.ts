import { describe, expect, test } from "vitest";
import { operations, tagDescriptions } from "../operations.ts";
import { messages } from "./messages.ts";
import { isExample, nodesOf, readDocument, readExamples, resolve } from "./testing/committed-document.ts";

const document = readDocument();
const nodes = [...nodesOf(document)];

/** What the document says at the path, references resolved. */
function at(...path: readonly string[]): unknown {
  return path.reduce<unknown>((place, step) => {
    const found = resolve(document, place);
    return typeof found === "object" && found !== null
      ? Object.entries(found).find(([name]) => name === step)?.[1]
      : undefined;
  }, document);
}

function withoutExamples(value: unknown, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) {
    return value.map((entry, index) => withoutExamples(entry, [...path, String(index)]));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const kept = Object.entries(value).filter(([name]) => !isExample(name, path));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutExamples(member, [...path, name])]));
}

test("the document has at most 2,100 bytes for each operation, without its examples", () => {
  const bytes = Buffer.byteLength(JSON.stringify(withoutExamples(document)));

  expect(bytes / operations.length).toBeLessThanOrEqual(2_100);
  expect(bytes / operations.length).toBeGreaterThan(1_000);
});

test("a reference to a schema repeats nothing of it", () => {
  const repeated = nodes.filter(
    ({ node }) =>
      "$ref" in node && Object.keys(node).some((name) => !["$ref", "description", "default"].includes(name)),
  );

  expect(repeated.map(({ path }) => path.join(" "))).toEqual([]);
});

test("errors, parameters and headers are referred to, not repeated", () => {
  const inline = nodes.filter(({ path, node }) => {
    const [first, , , kind] = path;
    const isShared = (kind === "parameters" || path.at(-2) === "headers") && !("$ref" in node);
    return first === "paths" && path.length > 4 && (isShared || "application/problem+json" in node);
  });

  expect(inline.map(({ path }) => path.join(" "))).toEqual([]);
});

test("objects have names, so that no two of them get the same one from a generator", () => {
  const unnamed = nodes.filter(({ path, node }) => {
    const isNamed = path.length === 3 && path[0] === "components" && path[1] === "schemas";
    return "properties" in node && node["type"] === "object" && !isNamed;
  });

  expect(unnamed.map(({ path }) => path.join(" "))).toEqual([]);
});

test("names of schemas differ in more than their case and punctuation", () => {
  const names = Object.keys(Object(at("components", "schemas")));

  expect(new Set(names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))).size).toBe(names.length);
  expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
});

test("schemas, parameters and responses have different names, because some generators have one set for all", () => {
  const names = ["schemas", "parameters", "responses"].flatMap((kind) => Object.keys(Object(at("components", kind))));

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
});

test("parameters that are true or false are booleans", () => {
  const texts = nodes.filter(({ node }) => JSON.stringify(node["enum"]) === '["true","false"]');

  expect(texts).toEqual([]);
  expect(at("components", "parameters", "QueryDryRun", "schema")).toEqual({ type: "boolean" });
  expect(at("components", "parameters", "QueryIncludeTotal", "schema")).toEqual({ type: "boolean" });
});

test("every tag is described", () => {
  const used = new Set(operations.map(({ tag }) => tag));

  expect(Object.keys(tagDescriptions).sort()).toEqual([...used].sort());
  expect(document["tags"]).toEqual(
    [...used, "messages"].map((name) => ({ name, description: expect.stringMatching(/^.{10,}\.$/) })),
  );
});

test("414 and 431 are documented for every operation", () => {
  const undocumented = operations.filter(({ path, method }) => {
    const description = String(at("paths", path, method.toLowerCase(), "responses", "default", "description"));
    return !description.includes("414 url-too-long") || !description.includes("431 headers-too-large");
  });

  expect(undocumented).toEqual([]);
});

describe("patterns", () => {
  /**
   * The syntax that ECMAScript, Python, Java and RE2 understand alike: literals, classes, groups without names, and
   * counts up to 1,000. No \p, \u, look-around, back references, named groups, possessive or lazy counts.
   */
  const portable =
    /^(?:\\[dDsSwWbtnr]|\\x[0-9a-f]{2}|\\[^A-Za-z0-9]|\[\^?(?:\\[dswtnr]|\\x[0-9a-f]{2}|\\[^A-Za-z0-9]|[^\\[\]])+\]|\((?:\?:)?(?!\?)|\)|\||\^|\$|\.|[*+?](?![?+])|\{(?:\d{1,3}|1000)(?:,(?:\d{1,3}|1000)?)?\}(?![?+])|[^\\[\](){}|^$.*+?])*$/;

  test("are understood by the regular expressions of other languages", () => {
    const patterns = nodes.flatMap(({ node }) => (typeof node["pattern"] === "string" ? [node["pattern"]] : []));

    expect(patterns.length).toBeGreaterThan(10);
    expect([...new Set(patterns)].filter((pattern) => !portable.test(pattern))).toEqual([]);
    expect(patterns.filter((pattern) => new RegExp(pattern, "u").source === "")).toEqual([]);
  });

  test.each([
    String.raw`^\p{L}+$`,
    "(?=a)b",
    "(?!a)b",
    "(?<=a)b",
    "(?<name>a)",
    String.raw`(a)\1`,
    String.raw`\u0041`,
    "a{1001}",
    "a++",
    "a*?",
    "[a[b]]",
  ])("%s is not portable", (pattern) => {
    expect(portable.test(pattern)).toBe(false);
  });
});

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  "the examples of %s",
  (id, operation) => {
    const described = ["paths", operation.path, operation.method.toLowerCase()] as const;
    const accepted = (readExamples().get(id) ?? []).filter(({ answer }) => answer.status < 400);

    test("are those that were recorded", () => {
      // Without forms, which are recorded as text, and batches that contain invalid operations.
      const requests = accepted.filter(
        ({ request, answer }) =>
          request.body !== undefined &&
          request.headers["content-type"]?.startsWith("multipart/") !== true &&
          !/"problem":/.test(JSON.stringify(answer.body ?? "")),
      );
      const bodies = nodesIn(at(...described, "requestBody", "content"));
      const responses = accepted.filter(({ answer }) => answer.body !== undefined);

      expect(accepted.length).toBeGreaterThan(0);
      expect(bodies).toEqual(expect.arrayContaining(requests.map(({ request }) => JSON.stringify(request.body))));
      for (const { answer } of responses) {
        const examples = nodesIn(at(...described, "responses", String(answer.status), "content"));
        expect(examples).toContain(JSON.stringify(answer.body));
      }
    });
  },
);

/** The values of all examples of the media types, as JSON. */
function nodesIn(content: unknown): string[] {
  return Object.values(Object(content)).flatMap((media) =>
    Object.values(Object(Object(media).examples)).map((example) => JSON.stringify(Object(example).value)),
  );
}

test("parameters have an example where one was recorded", () => {
  const names = [
    "QueryCriteria",
    "QueryLimit",
    "PathFederatedId",
    "IfMatch",
    "IdempotencyKey",
    "PathId",
    "QueryDryRun",
  ];

  expect(names.filter((name) => at("components", "parameters", name, "example") === undefined)).toEqual([]);
  expect(at("components", "parameters", "QueryLimit", "example")).toEqual(expect.any(Number));
});

test("streamed contents are bytes of a type that generators know", () => {
  const streams = [
    "/files/{id}/content",
    "/files/{id}/download",
    "/change-history/export",
    "/audit-log/export",
    "/assortments/{id}/history/{changeId}/baseline",
  ];

  for (const path of streams) {
    const content = at("paths", path, "get", "responses", "200", "content");
    expect(Object.keys(Object(content))[0], path).toBe("application/octet-stream");
    expect(Object.values(Object(content)), path).toEqual([
      expect.objectContaining({ schema: { type: "string", format: "binary" } }),
      expect.objectContaining({ schema: { type: "string", format: "binary" } }),
    ]);
  }
});

test("a key needs its organization, and a token or a session replaces both", () => {
  expect(document["security"]).toEqual([{ apiKey: [], apiOrg: [] }, { accessToken: [] }, { session: [] }]);
});

test("every message that the service sends is described", () => {
  expect(Object.keys(Object(document["webhooks"]))).toEqual(Object.keys(messages));
  expect(at("webhooks", "entity-change", "post", "requestBody", "content", "application/json", "schema")).toEqual({
    $ref: "#/components/schemas/EntityChangeMessage",
  });
});
