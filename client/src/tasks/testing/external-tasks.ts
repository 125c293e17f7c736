import type { TestService } from "../../../../server/src/testing/test-service.ts";
import { waitUntil } from "../../../../server/src/testing/wait-until.ts";
import { inOwnOrg, type OrgService } from "../../../../server/src/workflows/testing/own-org.ts";
import { buildWorkflow, start } from "../../../../server/src/workflows/testing/workflow-world.ts";
import type { EventWorkflowTask } from "../../contract/schemas.ts";
import { Weft } from "../../weft.ts";
import type { TaskHandler } from "../task-handler.ts";

/** A separate org, and a session in it. */
export interface TaskWorld {
  readonly service: OrgService;
  readonly weft: Weft;
  /** A session with another base URL. */
  weftBy(baseUrl: string): Weft;
  /** Starts processes with one external task. */
  buildTasks(count: number, input?: TaskInput): Promise<EventWorkflowTask[]>;
  taskOf(id: string): Promise<EventWorkflowTask>;
  /** The task, once it is in one of the states. */
  taskIn(id: string, ...statuses: readonly string[]): Promise<EventWorkflowTask>;
}

interface TaskInput {
  readonly name?: string;
  readonly config?: object;
}

export async function buildTaskWorld(node: TestService): Promise<TaskWorld> {
  const service = await inOwnOrg(node);
  const { apiKey, orgSlug } = service.first;
  const weftBy = (baseUrl: string) => new Weft({ apiKey, orgSlug, baseUrl });
  const weft = weftBy(`${node.address}/api`);
  const taskOf = (taskId: string) => weft.tasks.get({ taskId });
  return {
    service,
    weft,
    weftBy,
    buildTasks: (count, input) => buildTasks(service, weft, count, input),
    taskOf,
    async taskIn(id, ...statuses) {
      await waitUntil(`the task is ${statuses.join(" or ")}`, async () => statuses.includes((await taskOf(id)).status));
      return taskOf(id);
    },
  };
}

const notYet: ReadonlySet<string> = new Set(["pending", "running"]);

async function buildTasks(
  service: OrgService,
  weft: Weft,
  count: number,
  { name = "ask", config = {} }: TaskInput = {},
) {
  const tasks = [{ name, action: "external", config }];
  const workflow = await buildWorkflow(service, { tasks, maxConcurrentProcesses: 60 });
  const started = await Promise.all(Array.from({ length: count }, (_, number) => start(service, workflow, { number })));
  const processIds = new Set<string>(started.map(({ id }) => id));
  // An existing worker may have handled one before it was seen awaiting.
  const reached = async () => {
    const { results } = await weft.tasks.list({ limit: 1000 });
    return results.filter(({ processId, status }) => processIds.has(processId) && !notYet.has(status));
  };
  await waitUntil("the tasks await", async () => (await reached()).length === count);
  return reached();
}

/** Blocks handlers until the test opens it. */
export function createGate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** A handler that signals its start, and returns when the test releases it or its signal aborts. */
export function createHandler() {
  const gate = createGate();
  const runs: AbortSignal[] = [];
  const handler: TaskHandler = async (_task, { signal }) => {
    runs.push(signal);
    await Promise.race([gate.opened, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
    return { by: "this one" };
  };
  return { handler, runs, finish: gate.open };
}
