import { setTimeout as delay } from "node:timers/promises";
import { type ReceivedCall, type Receiver, startReceiver } from "../../server/src/workflows/testing/receiver.ts";

/** An external system that accepts orders and calls back later with the result, retrying until it succeeds. */
export interface Erp {
  readonly url: string;
  readonly calls: Receiver["calls"];
  /** Resolves when all results have been sent. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface ErpOptions {
  /** A running node for callbacks; undefined while all are down. */
  readonly address: () => string | undefined;
  readonly random: () => number;
  /** The address to listen on. Default: loopback. */
  readonly host?: string;
}

const answersAtMostMs = 300;

export async function startErp({ address, random, host }: ErpOptions): Promise<Erp> {
  const receiver = await startReceiver(host);
  const reporting = new Set<Promise<void>>();
  receiver.answer(async (call) => {
    const reported = report(call, { address, random });
    reporting.add(reported);
    void reported.finally(() => reporting.delete(reported));
    // Some responses come after the callback, which is then early.
    await delay(random() < 0.3 ? random() * answersAtMostMs : 0);
    return { status: 202, body: { accepted: true } };
  });
  return {
    url: receiver.url,
    calls: receiver.calls,
    async settle() {
      while (reporting.size > 0) {
        await Promise.all(reporting);
      }
    },
    close: () => receiver.close(),
  };
}

/** A workflow that orders each created item from the system, and keeps the number of the order. */
export function orderWorkflow(erp: Pick<Erp, "url">): object {
  return {
    name: "Order",
    triggers: ["item|create"],
    maxConcurrentProcesses: 100_000,
    tasks: [
      {
        name: "order",
        action: "http",
        async: true,
        config: { url: `${erp.url}/orders` },
        retry: { attempts: 5, backoffSeconds: 1 },
      },
      {
        name: "note",
        action: "update-entity",
        config: { entityName: "item", id: "{newData.id}", object: { order: "{tasks.order.output.order}" } },
      },
    ],
  };
}

/** Retries until accepted: at least once, and sometimes twice. */
async function report({ body }: ReceivedCall, { address, random }: ErpOptions): Promise<void> {
  await delay(random() * answersAtMostMs);
  const callback = JSON.stringify({
    taskId: body.taskId,
    status: "SUCCESS",
    logs: ["booked"],
    output: { order: `PO-${body.newData.name}` },
  });
  for (let times = random() < 0.2 ? 2 : 1; times > 0; times--) {
    while (!(await isTaken(address(), body.callbackToken, callback))) {
      await delay(50);
    }
  }
}

async function isTaken(address: string | undefined, token: string, body: string): Promise<boolean> {
  if (address === undefined) {
    return false;
  }
  try {
    const answer = await fetch(`${address}/api/external-events/callback/`, {
      method: "POST",
      headers: { authorization: `bearer ${token}`, "content-type": "application/json" },
      body,
    });
    await answer.text();
    return answer.status < 500;
  } catch {
    // The node was killed during the request.
    return false;
  }
}
