import { type BuiltKey, buildKey, buildOrg } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

export type OrgService = TestService & { readonly org: Awaited<ReturnType<typeof buildOrg>>; readonly key: BuiltKey };

/** The service called by the administrator of a new org that no other test uses. */
export async function inOwnOrg(service: TestService): Promise<OrgService> {
  const org = await buildOrg(service);
  const key = await buildKey(service, org);
  return { ...asCaller(service, key), first: { ...service.first, apiKey: key.apiKey, orgSlug: org.slug }, org, key };
}

/** The service called by another caller. */
export function asCaller<Service extends TestService>(
  service: Service,
  { headers }: Pick<BuiltKey, "headers">,
): Service {
  return {
    ...service,
    call: (method, path, options) =>
      service.call(method, path, { ...options, headers: { ...headers, ...options?.headers } }),
  };
}

/** The complete processes of a workflow, oldest first. */
export async function processesOf(service: TestService, workflow: { readonly id: string }): Promise<Json[]> {
  const criteria = encodeURIComponent(JSON.stringify({ eventWorkflowId: workflow.id }));
  const { body } = await service.call("GET", `/event-workflow-processes?limit=1000&criteria=${criteria}`);
  const processes: Json[] = [];
  for (const { id } of body.results) {
    processes.push((await service.call("GET", `/event-workflow-processes/${id}?relations=tasks`)).body);
  }
  return processes;
}

/** Waits until the workflow has the given number of processes and none is pending. */
export async function begunProcesses(
  service: TestService,
  workflow: { readonly id: string },
  count: number,
): Promise<Json[]> {
  let processes: Json[] = [];
  await waitUntil(`${count} processes have begun`, async () => {
    processes = await processesOf(service, workflow);
    return processes.length >= count && processes.every(({ status }) => status !== "pending");
  });
  return processes;
}
