import type { TestAnswer, TestService } from "../../testing/test-service.ts";

/** Tests access response bodies without types: a wrong assumption fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

/** Uploads a file and returns its id. */
export async function upload(service: TestService, text: string | Uint8Array, fileName = "rows.csv"): Promise<string> {
  const { apiKey, orgSlug } = service.first;
  const answer = await fetch(`${service.address}/api/files?fileName=${encodeURIComponent(fileName)}`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "x-api-org": orgSlug, "content-type": "application/octet-stream" },
    body: text,
  });
  const body: Json = await answer.json();
  if (answer.status !== 201) {
    throw new Error(`upload: ${answer.status} ${JSON.stringify(body)}`);
  }
  return body.id;
}

/** The text of a file. */
export async function download(service: TestService, id: string): Promise<string> {
  const { apiKey, orgSlug } = service.first;
  const answer = await fetch(`${service.address}/api/files/${id}/content`, {
    headers: { "x-api-key": apiKey, "x-api-org": orgSlug },
  });
  return answer.text();
}

export function start(service: TestService, configuration: object): Promise<TestAnswer> {
  return service.call("POST", "/loader-processes", { body: configuration });
}

/** Starts a load that must be accepted, and returns its id. */
export async function started(service: TestService, configuration: object): Promise<string> {
  const { status, body } = await start(service, configuration);
  if (status !== 201) {
    throw new Error(`start: ${status} ${JSON.stringify(body)}`);
  }
  return body.id;
}

/** Starts a load and returns it when it has ended. */
export async function load(service: TestService, csv: string | Uint8Array, configuration: object): Promise<Json> {
  const fileLocation = await upload(service, csv);
  return ended(service, await started(service, { fileLocation, ...configuration }));
}

export async function ended(service: TestService, id: string): Promise<Json> {
  for (;;) {
    const { body } = await service.call("GET", `/loader-processes/${id}?wait=30`);
    if (!["pending", "running"].includes(body.status) && !["pending", "running"].includes(body.undo?.status)) {
      return body;
    }
  }
}

/** All entities of a kind. */
export async function all(service: TestService, plural: string): Promise<Json[]> {
  const { body } = await service.call("GET", `/${plural}?limit=1000`);
  return body.results;
}

export function rows(...lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** Undefined if it does not exist. */
export async function byFederatedId(service: TestService, plural: string, federatedId: string): Promise<Json> {
  const { status, body } = await service.call("GET", `/${plural}/federated/${encodeURIComponent(federatedId)}`);
  return status === 200 ? body : undefined;
}

/** The messages of a load's issues. */
export function messagesIn({ issues }: { readonly issues: readonly Json[] }, severity?: "error" | "warning"): string[] {
  return issues.filter((issue) => severity === undefined || issue.severity === severity).map(({ message }) => message);
}

/** A project with assortments, by identifier. */
export async function buildAssortments(service: TestService, identifier: string, ...names: readonly string[]) {
  const { body: project } = await service.call("POST", "/projects", { body: { name: identifier, identifier } });
  const assortments: Record<string, Json> = {};
  for (const name of names) {
    const body = { name, identifier: name, workspaceId: project.rootWorkspaceId };
    assortments[name] = (await service.call("POST", "/assortments", { body })).body;
  }
  return { project, assortments };
}

/** The federatedIds of the items in an assortment. */
export async function membersOf(service: TestService, assortmentId: string): Promise<string[]> {
  const criteria = encodeURIComponent(JSON.stringify({ assortmentId }));
  const { body } = await service.call("GET", `/assortment-items?relations=item&limit=1000&criteria=${criteria}`);
  return body.results.map(({ item }: Json) => item.federatedId).sort();
}
