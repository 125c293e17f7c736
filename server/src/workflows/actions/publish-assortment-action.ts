import { z } from "zod";
import { publishByHand } from "../../assortments/change-by-hand.ts";
import type { AssortmentServices } from "../../assortments/write-assortment.ts";
import { type Action, done, readConfig } from "./action.ts";

const configSchema = z.strictObject({ assortmentId: z.string().min(1) });

/** Publishes the changes of an assortment since its last publish. */
export function publishAssortmentAction(services: AssortmentServices): Action {
  return {
    config: configSchema,
    timeoutSeconds: 3_600,
    async run({ org, writer, config }) {
      const { assortmentId } = readConfig(configSchema, config);
      const { publishChangeId } = await publishByHand(services, { orgId: org.id, assortmentId, writer });
      return done({
        assortmentId,
        isPublished: publishChangeId !== undefined,
        ...(publishChangeId === undefined ? {} : { assortmentPublishChangeId: publishChangeId }),
      });
    },
  };
}
