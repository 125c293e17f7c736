import { type BuiltKey, buildKey, buildOrg } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";

/** Tests look into answers freely: a wrong guess fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

export type OrgService = TestService & { readonly org: Awaited<ReturnType<typeof buildOrg>>; readonly key: BuiltKey };

/** The service as the administrator of a new org calls it, in which no other test does anything. */
export async function inOwnOrg(service: TestService): Promise<OrgService> {
  const org = await buildOrg(service);
  const key = await buildKey(service, org);
  return { ...asCaller(service, key), first: { ...service.first, apiKey: key.apiKey, orgSlug: org.slug }, org, key };
}

/** The service as another caller calls it. */
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

/** The processes of a workflow, the oldest first, whole. */
export async function processesOf(service: TestService, workflow: { readonly id: string }): Promise<Json[]> {
  const criteria = encodeURIComponent(JSON.stringify({ eventWorkflowId: workflow.id }));
  const { body } = await service.call("GET", `/event-workflow-processes?limit=1000&criteria=${criteria}`);
  const processes: Json[] = [];
  for (const { id } of body.results) {
    processes.push((await service.call("GET", `/event-workflow-processes/${id}?relations=tasks`)).body);
  }
  return processes;
}

/** The processes of a workflow when there are so many of them and all have begun, or ended before they could. */
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
