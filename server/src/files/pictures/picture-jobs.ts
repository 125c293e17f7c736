import { z } from "zod";
import type { Transaction } from "../../platform/database/database.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { addJob } from "../../platform/jobs/job-store.ts";
import { Problem } from "../../platform/problem.ts";
import { requireComplete } from "../open-file.ts";
import type { StoredPicture } from "./picture.ts";
import { isPicture } from "./picture-format.ts";
import type { Pictures } from "./pictures.ts";

const task = "render-picture";
const payloadSchema = z.object({ orgId: z.string(), fileId: z.string() });

/**
 * What to store of a new content with these first bytes. A picture is rendered by a job, so that no upload waits for it
 * or fails because of it; other work of the org goes first.
 */
export async function examinePicture(
  tx: Transaction,
  orgId: string,
  fileId: string,
  head: Uint8Array,
): Promise<StoredPicture> {
  if (!isPicture(head)) {
    return { status: "none" };
  }
  const payload: z.infer<typeof payloadSchema> = { orgId, fileId };
  await addJob(tx, orgId, { task, payload, queue: "pictures", priority: 10 });
  return { status: "pending" };
}

export function pictureJobs(pictures: Pictures): Job[] {
  return [
    {
      task,
      async run(payload) {
        const { orgId, fileId } = payloadSchema.parse(payload);
        await renderUnlessGone(pictures, orgId, fileId);
      },
    },
  ];
}

/** Bytes that are on another node are rendered there, when their thumbnail is requested. */
async function renderUnlessGone(pictures: Pictures, orgId: string, fileId: string): Promise<void> {
  try {
    await pictures.prepare(orgId, await requireComplete(pictures.files, orgId, fileId));
  } catch (error) {
    if (!(error instanceof Problem && (error.code === "not-found" || error.code === "bytes-not-here"))) {
      throw error;
    }
  }
}
