import { z } from "zod";
import type { LoadServices } from "../load-services.ts";
import { undoLoad } from "../undoing/undo-load.ts";
import { runLoad } from "./run-load.ts";

const loadWorkSchema = z.object({
  verb: z.enum(["run", "undo"]),
  address: z.object({ orgId: z.string(), loadId: z.string() }),
});

/** A piece of work on a load. It can be passed to another thread. */
export type LoadWork = z.output<typeof loadWorkSchema>;

export async function doLoadWork(services: LoadServices, work: unknown, stopping: AbortSignal): Promise<void> {
  const { verb, address } = loadWorkSchema.parse(work);
  await (verb === "run" ? runLoad(services, address, stopping) : undoLoad(services, address, stopping));
}
