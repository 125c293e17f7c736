import { Assortments } from "./assortments/assortments.ts";
import { callOperation } from "./call-operation.ts";
import { Changes } from "./changes/changes.ts";
import type { Whoami } from "./contract/schemas.ts";
import type { Credentials } from "./credentials.ts";
import { Entities } from "./entities.ts";
import { Files } from "./files/files.ts";
import { Loader } from "./loader/loader.ts";
import type { Caller } from "./operation-call.ts";
import type { TaskHandler, WorkerOptions } from "./tasks/task-handler.ts";
import { TaskWorker } from "./tasks/task-worker.ts";
import { Tasks } from "./tasks/tasks.ts";
import { type ConnectionOptions, Weft } from "./weft.ts";
import { Workflows } from "./workflows/workflows.ts";

let current: Weft | undefined;

/** Signs in, and uses the credentials for all calls below. Returns their owner; throws an ApiError if they are wrong. */
export async function login(options: Credentials & ConnectionOptions): Promise<Whoami> {
  const session = new Weft(options);
  const who = await session.call("whoami");
  current = session;
  return who;
}

/** The session of login, at the time of each call. */
const loggedIn: Caller = {
  call: (id, ...args) => callOperation(loggedIn.send, id, args),
  send: async (request, options) => {
    if (current === undefined) {
      throw new Error("Not signed in: call login({ apiKey, orgSlug }) first, or use new Weft({ … }).");
    }
    return current.send(request, options);
  },
};

export const entities: Entities = new Entities(loggedIn);
export const changes: Changes = new Changes(loggedIn);
export const files: Files = new Files(loggedIn);
export const loader: Loader = new Loader(loggedIn);
export const tasks: Tasks = new Tasks(loggedIn);
export const workflows: Workflows = new Workflows(loggedIn);
export const assortments: Assortments = new Assortments(loggedIn);

/** Handles the external tasks of an action, such as external, until it is stopped. */
export function worker(action: string, handler: TaskHandler, options?: WorkerOptions): TaskWorker {
  return new TaskWorker(loggedIn, action, handler, options);
}
