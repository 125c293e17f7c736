import { type Operation, operations } from "@weft/contract";
import type { Entry } from "./entry.ts";
import { lineOf, outline } from "./schema-outline.ts";

export const operationEntries: readonly Entry[] = operations.map((operation) => ({
  sort: "operation",
  name: operation.id,
  aliases: [`/api${operation.path}`, operation.path].flatMap((path) => [path, `${operation.method} ${path}`]),
  summary: `${operation.method} /api${operation.path}: ${operation.summary}`,
  details: () => describe(operation),
}));

function describe({ id, method, path, summary, access, query, body, answers, errors }: Operation): object {
  return {
    operation: id,
    call: `${method} /api${path}`,
    summary,
    credentials: access === "open" ? "none" : "any; the permissions of the key apply",
    ...(query === undefined ? {} : { query: outline(query).map(lineOf) }),
    ...(body === undefined ? {} : { body: outline(body).map(lineOf) }),
    answers: Object.fromEntries(Object.entries(answers).map(([status, { description }]) => [status, description])),
    errors,
    reference: "/api/docs",
  };
}
