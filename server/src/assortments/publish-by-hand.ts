import type { Writer } from "../entities/write/write-request.ts";
import { changeByHand } from "./change-by-hand.ts";
import { type AssortmentServices, writeAssortment } from "./write-assortment.ts";

export interface PublishRequest {
  readonly orgId: string;
  readonly assortmentId: string;
  readonly writer: Writer;
}

// Whoever publishes in the background waits for those who do so before.
const patienceMs = 30 * 60_000;

/** Publishes whatever has changed in the assortment since it was published last; nothing when nothing has. */
export async function publishByHand(
  services: AssortmentServices,
  request: PublishRequest,
): Promise<{ readonly publishChangeId?: string }> {
  const { publishChangeId } = await writeAssortment(services, { ...request, patienceMs }, (open) =>
    changeByHand(open, { verb: "publish" }, {}),
  );
  return publishChangeId === undefined ? {} : { publishChangeId };
}
