import type { Writer } from "../entities/write/write-request.ts";
import { changeByHand } from "./change-by-hand.ts";
import { type AssortmentServices, writeAssortment } from "./write-assortment.ts";

export interface PublishRequest {
  readonly orgId: string;
  readonly assortmentId: string;
  readonly writer: Writer;
}

// A background publish waits for the publishes before it.
const patienceMs = 30 * 60_000;

/** Publishes all changes since the last publish. Publishes nothing if there are none. */
export async function publishByHand(
  services: AssortmentServices,
  request: PublishRequest,
): Promise<{ readonly publishChangeId?: string }> {
  const { publishChangeId } = await writeAssortment(services, { ...request, patienceMs }, (open) =>
    changeByHand(open, { verb: "publish" }, {}),
  );
  return publishChangeId === undefined ? {} : { publishChangeId };
}
