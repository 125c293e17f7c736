import { z } from "zod";
import { type Action, done, orPlaceholder, readConfig } from "./action.ts";

const secondsMax = 90 * 24 * 3600;
const configSchema = z.strictObject({ seconds: z.number().min(0).max(secondsMax) });

/** Waits without holding a node or a connection. */
export const delayAction: Action = {
  config: z.strictObject({
    seconds: orPlaceholder(z.number().min(0).max(secondsMax), `a number of seconds, at most ${secondsMax}`),
  }),
  timeoutSeconds: secondsMax,
  async run({ config, task }) {
    const until = task.state?.["until"];
    if (typeof until === "string") {
      return done({ waitedUntil: until });
    }
    const { seconds } = readConfig(configSchema, config);
    if (seconds === 0) {
      return done({ waitedUntil: new Date().toISOString() });
    }
    const on = new Date(Date.now() + seconds * 1000);
    return { kind: "again", on, state: { until: on.toISOString() } };
  },
};
