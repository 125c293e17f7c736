import { describe, expect, test } from "vitest";
import { groupByTag, readDocument, searchOperations } from "./api-document.ts";

const document = {
  paths: {
    "/webhooks/{id}": {
      put: {
        operationId: "update-webhook",
        summary: "Update a webhook",
        tags: ["webhooks"],
        parameters: [
          { name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/Id" } },
          { $ref: "#/components/parameters/DryRun" },
        ],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/WebhookUpdate" } } } },
        responses: {
          "200": { description: "Changed." },
          "404": { $ref: "#/components/responses/NotFound" },
          default: { description: "Errors that any request may return" },
        },
      },
    },
    "/login": {
      post: { operationId: "login", summary: "Sign in", tags: ["access"], security: [], responses: {} },
    },
  },
  components: {
    parameters: {
      DryRun: { name: "dryRun", in: "query", description: "Writes nothing.", schema: { type: "boolean" } },
    },
    responses: { NotFound: { description: "Not found (not-found)" } },
    schemas: {
      Id: { type: "string" },
      WebhookUpdate: {
        type: "object",
        required: ["url"],
        properties: {
          url: { type: "string", description: "http or https." },
          events: { type: "array", items: { enum: ["a", "b"] } },
          filter: { anyOf: [{ type: "string" }, { type: "null" }] },
          createdOn: { description: "Accepted for round trips; ignored." },
        },
      },
    },
  },
};

test("an operation is read with its parameters, the fields of its body, its responses and errors", () => {
  const [update, login] = readDocument(document);

  expect(update).toEqual({
    id: "update-webhook",
    method: "PUT",
    path: "/webhooks/{id}",
    summary: "Update a webhook",
    tag: "webhooks",
    isOpen: false,
    parameters: [
      { name: "id", place: "path", type: "Id", isRequired: true, description: "" },
      { name: "dryRun", place: "query", type: "boolean", isRequired: false, description: "Writes nothing." },
    ],
    body: {
      mediaType: "application/json",
      fields: [
        { name: "url", place: "body", type: "string", isRequired: true, description: "http or https." },
        { name: "events", place: "body", type: "(a | b)[]", isRequired: false, description: "" },
        { name: "filter", place: "body", type: "string | null", isRequired: false, description: "" },
      ],
    },
    answers: [{ status: "200", description: "Changed." }],
    errors: [
      { status: "404", description: "Not found (not-found)" },
      { status: "default", description: "Errors that any request may return" },
    ],
  });
  expect(login).toMatchObject({ id: "login", isOpen: true, body: undefined });
});

test("a value that is not a document has no operations", () => {
  expect([readDocument(null), readDocument("x"), readDocument({ paths: 3 })]).toEqual([[], [], []]);
});

describe("searching", () => {
  test.each([
    ["", ["update-webhook", "login"]],
    ["webhook put", ["update-webhook"]],
    ["SIGN", ["login"]],
    ["/webhooks/{id}", ["update-webhook"]],
    ["sign webhook", []],
  ])("%j finds %j", (words, ids) => {
    expect(searchOperations(readDocument(document), words).map(({ id }) => id)).toEqual(ids);
  });
});

test("operations are grouped by tag", () => {
  expect(groupByTag(readDocument(document)).map(([tag, { length }]) => [tag, length])).toEqual([
    ["webhooks", 1],
    ["access", 1],
  ]);
});
