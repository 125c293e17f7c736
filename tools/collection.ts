import type { Operation, RecordedExample } from "@weft/contract";
import { type TourStep, tour } from "./collection-tour.ts";

type RecordedExamples = ReadonlyMap<string, readonly RecordedExample[]>;

interface BrunoRequest {
  readonly name: string;
  readonly method: string;
  /** With :name for each path parameter, and its enabled query. */
  readonly url: string;
  readonly pathParameters?: readonly Entry[];
  readonly query?: readonly Entry[];
  readonly headers?: readonly Entry[];
  readonly body?: unknown;
  readonly variables?: readonly Entry[];
  readonly assertions?: readonly Entry[];
  readonly text: string;
}

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly isOff?: boolean;
}

export const collectionFolder = "docs/collection";

/** The request collection for Bruno: the tour, and every operation with its recorded example. By path. */
export function collectionFiles(operations: readonly Operation[], examples: RecordedExamples): [string, string][] {
  return [
    [
      `${collectionFolder}/bruno.json`,
      `${JSON.stringify({ version: "1", name: "Weft", type: "collection" }, undefined, 2)}\n`,
    ],
    [`${collectionFolder}/collection.bru`, collectionSettings],
    [`${collectionFolder}/environments/local.bru`, localEnvironment],
    [`${collectionFolder}/Tour/folder.bru`, folderFile("Tour", 1)],
    ...tour.map((step, index): [string, string] => [
      `${collectionFolder}/Tour/${String(index + 1).padStart(2, "0")} ${step.name}.bru`,
      requestFile(tourRequest(step), index + 1),
    ]),
    ...operationFiles(operations, examples),
  ];
}

function operationFiles(operations: readonly Operation[], examples: RecordedExamples): [string, string][] {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return tags.flatMap((tag, tagIndex): [string, string][] => [
    [`${collectionFolder}/${tag}/folder.bru`, folderFile(tag, tagIndex + 2)],
    ...operations
      .filter((operation) => operation.tag === tag)
      .map((operation, index): [string, string] => [
        `${collectionFolder}/${tag}/${operation.id}.bru`,
        requestFile(operationRequest(operation, examples.get(operation.id)?.[0]), index + 1),
      ]),
  ]);
}

function tourRequest({ path, headers = {}, variables = {}, assertions = {}, status, ...step }: TourStep): BrunoRequest {
  return {
    ...step,
    url: readableUrl(path),
    query: queryOf(path),
    headers: entriesOf(headers),
    variables: entriesOf(variables),
    assertions: entriesOf({ "res.status": `eq ${status}`, ...assertions }),
  };
}

function operationRequest(operation: Operation, pair: RecordedExample | undefined): BrunoRequest {
  const [recordedPath = "", recordedQuery = ""] = (pair?.request.path ?? operation.path).split("?");
  const enabled = queryOf(`?${recordedQuery}`);
  const used = new Set(enabled.map(({ name }) => name));
  const others = Object.keys(operation.query?.shape ?? {}).filter((name) => !used.has(name));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
  return {
    name: operation.summary,
    method: operation.method,
    url: readableUrl(recordedQuery === "" ? path : `${path}?${recordedQuery}`),
    pathParameters: pathParametersOf(operation.path, recordedPath),
    query: [...enabled, ...others.map((name) => ({ name, value: "", isOff: true }))],
    headers: [
      ...(operation.access === "operator" ? [{ name: "Authorization", value: "Bearer {{operatorToken}}" }] : []),
      ...entriesOf(pair?.request.headers ?? {}).filter(({ name }) => isSent(name)),
    ],
    body: pair?.request.body,
    text: pair === undefined ? operation.summary : `${operation.summary}.\n\nExample: ${pair.title}`,
  };
}

/** The collection sends the credentials, and Bruno the content type of JSON. */
function isSent(name: string): boolean {
  return !["x-api-key", "x-api-org", "authorization", "cookie", "x-csrf-token"].includes(name.toLowerCase());
}

function pathParametersOf(template: string, path: string): Entry[] {
  const values = path.split("/");
  return template.split("/").flatMap((segment, index) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    return name === undefined ? [] : [{ name, value: decodeURIComponent(values[index] ?? "") }];
  });
}

function queryOf(path: string): Entry[] {
  const [, query = ""] = path.split("?");
  return query === ""
    ? []
    : query.split("&").map((part) => {
        const [name = "", value = ""] = part.split("=");
        return { name, value: decodeURIComponent(value.replaceAll("+", " ")) };
      });
}

/** Bruno encodes the values when it sends the request. */
function readableUrl(url: string): string {
  const query = queryOf(url).map(({ name, value }) => `${name}=${value}`);
  return query.length === 0 ? url : `${url.split("?")[0]}?${query.join("&")}`;
}

function entriesOf(values: Readonly<Record<string, string>>): Entry[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function requestFile(request: BrunoRequest, sequence: number): string {
  const bodyKind = request.body === undefined ? "none" : typeof request.body === "string" ? "text" : "json";
  const url = `{{baseUrl}}${request.url}`;
  const body = typeof request.body === "string" ? request.body : JSON.stringify(request.body, undefined, 2);
  return [
    block("meta", [`name: ${request.name}`, "type: http", `seq: ${sequence}`]),
    block(request.method.toLowerCase(), [`url: ${url}`, `body: ${bodyKind}`, "auth: inherit"]),
    list("params:query", request.query),
    list("params:path", request.pathParameters),
    list("headers", request.headers),
    request.body === undefined ? undefined : block(`body:${bodyKind}`, body.replaceAll("\r", "").trimEnd().split("\n")),
    list("vars:post-response", request.variables),
    list("assert", request.assertions),
    block("settings", ["encodeUrl: true"]),
    block("docs", request.text.split("\n")),
  ]
    .filter((part) => part !== undefined)
    .join("\n");
}

function list(name: string, entries: readonly Entry[] = []): string | undefined {
  if (entries.length === 0) return undefined;
  return block(
    name,
    entries.map((entry) => `${entry.isOff === true ? "~" : ""}${entry.name}: ${entry.value}`.trimEnd()),
  );
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n}\n`;
}

function folderFile(name: string, sequence: number): string {
  return `${block("meta", [`name: ${name}`, `seq: ${sequence}`])}\n${block("auth", ["mode: inherit"])}`;
}

const collectionSettings = [
  block("headers", ["X-Api-Key: {{apiKey}}", "X-Api-Org: {{org}}"]),
  block("auth", ["mode: none"]),
  block("docs", [
    "Choose the environment `local` and set its secret `apiKey`: `apiKey` in `data/first-credentials.json` of the service.",
    "The folder operator also needs the secret `operatorToken`: the setting WEFT_OPERATOR_TOKEN of the service.",
    "Run the folder Tour in order. The other folders hold every operation with a recorded example.",
  ]),
].join("\n");

const localEnvironment = `${block("vars", ["baseUrl: http://127.0.0.1:3000/api", "org: demo"])}vars:secret [
  apiKey,
  operatorToken
]
`;
