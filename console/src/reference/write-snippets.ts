import type { ApiOperation } from "./api-document.ts";

interface Here {
  /** Where the API is, ending in /api. */
  readonly baseUrl: string;
  readonly orgSlug: string;
}

/** A line for the terminal. The key is never written into it: it comes from the environment. */
export function curlLine(operation: ApiOperation, { baseUrl, orgSlug }: Here): string {
  const { method, path, isOpen, body } = operation;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${baseUrl}${path}"`,
    ...(isOpen ? [] : [`-H "X-Api-Key: $WEFT_API_KEY"`, `-H "X-Api-Org: ${orgSlug}"`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: ${body.mediaType}'`, dataOf(body)]),
  ];
  return lines.join(" \\\n  ");
}

function dataOf({ mediaType, fields }: NonNullable<ApiOperation["body"]>): string {
  if (mediaType !== "application/json") return "--data-binary @file";
  const required = fields.filter(({ isRequired }) => isRequired);
  return `-d '{${required.map(({ name, type }) => `"${name}": ${sampleOf(type)}`).join(", ")}}'`;
}

function sampleOf(type: string): string {
  if (type.endsWith("[]")) return "[]";
  if (type === "integer" || type === "number") return "1";
  if (type === "boolean") return "true";
  return /^[a-z]+( \||$)/.test(type) || type === "Id" || type === "Time" ? '"…"' : "{}";
}

/** The same call with the TypeScript client. */
export function clientLine({ id, path, body }: ApiOperation): string {
  const parts = [
    ...(path.includes("{") ? ["params: { … }"] : []),
    ...(body?.mediaType === "application/json" ? ["body: { … }"] : []),
  ];
  return parts.length === 0 ? `await weft.call("${id}");` : `await weft.call("${id}", { ${parts.join(", ")} });`;
}

/** The first lines in each language. */
export function beginnings({ baseUrl, orgSlug }: Here) {
  return [
    {
      title: "curl",
      text: `export WEFT_API_KEY=…   # create one on the Keys page
curl -H "X-Api-Key: $WEFT_API_KEY" -H "X-Api-Org: ${orgSlug}" ${baseUrl}/whoami`,
    },
    {
      title: "Command line",
      text: `weft login --api-key --org ${orgSlug} --base-url ${baseUrl}
weft whoami
weft items list --limit 5`,
    },
    {
      title: "TypeScript",
      text: `import { entities, login } from "@weft/client";

await login({ apiKey: process.env.WEFT_API_KEY, orgSlug: "${orgSlug}", baseUrl: "${baseUrl}" });
for await (const item of entities.all({ entityName: "item" })) {
  console.log(item.id, item.name);
}`,
    },
    {
      title: "Java",
      text: `Weft weft = Weft.builder()
    .apiKey(System.getenv("WEFT_API_KEY"))
    .orgSlug("${orgSlug}")
    .baseUrl("${baseUrl}")
    .login();
JsonNode item = weft.entities().create("item", Map.of("name", "Parka"));`,
    },
  ] as const;
}
