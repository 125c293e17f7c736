import { assortmentOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import type { EntityServices } from "../entities/entity-services.ts";
import { answerOnce, type KeptAnswer } from "../entities/idempotency/answer-once.ts";
import { writerOfCaller } from "../entities/writer-of-caller.ts";
import type { Transaction } from "../platform/database/database.ts";
import { entityTag, expectedVersion } from "../platform/http/entity-tags.ts";
import { JsonText, type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { type AssortmentWish, type ChangedByHand, changeByHand, summaryOf } from "./change-by-hand.ts";
import { rehearseAssortment, writeAssortment } from "./write-assortment.ts";

const route = routesFor<Caller>();

// As long as a caller waits for an answer without wondering.
const patienceMs = 15_000;

interface AssortmentCall {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly assortmentId: string;
  readonly wish: AssortmentWish;
  readonly isRehearsal: boolean;
}

export function assortmentRoutes(services: EntityServices): Route[] {
  const { addItems, removeItems, publish } = assortmentOperations;
  return [
    route(addItems, async ({ caller, params, query, body: { itemIds }, request }) => {
      services.countBatch(caller, itemIds.length);
      const wish: AssortmentWish = { verb: "add", itemIds };
      return answer(services, { caller, request, assortmentId: params.id, wish, isRehearsal: query.dryRun === true });
    }),
    route(removeItems, async ({ caller, params, query, body: { itemIds }, request }) => {
      services.countBatch(caller, itemIds.length);
      const wish: AssortmentWish = { verb: "remove", itemIds };
      const call = { caller, request, assortmentId: params.id, wish, isRehearsal: query.dryRun === true };
      return sent(await change(services, call, async () => {}));
    }),
    route(publish, async ({ caller, params, query, request }) => {
      const wish: AssortmentWish = { verb: "publish" };
      return answer(services, { caller, request, assortmentId: params.id, wish, isRehearsal: query.dryRun === true });
    }),
  ];
}

/** Once for each Idempotency-Key, where there is one. */
async function answer(services: EntityServices, call: AssortmentCall) {
  const { caller, assortmentId, wish, isRehearsal } = call;
  const key = call.request.headers["idempotency-key"];
  if (typeof key !== "string" || isRehearsal) {
    return sent(await change(services, call, async () => {}));
  }
  const content = JSON.stringify([`${wish.verb} in assortment`, assortmentId, wish]);
  return sent(await answerOnce(services.db, { caller, key, content }, (keep) => change(services, call, keep)));
}

async function change(
  services: EntityServices,
  call: AssortmentCall,
  keep: (tx: Transaction, answer: KeptAnswer) => Promise<void>,
): Promise<KeptAnswer> {
  const { caller, request, assortmentId, wish, isRehearsal } = call;
  const version = expectedVersion(request.headers);
  const expectation = version === undefined ? {} : { expectedVersion: version };
  const writer = writerOfCaller(caller, request);
  const address = { orgId: caller.org.id, assortmentId, writer, patienceMs, ...expectation };
  const run = isRehearsal ? rehearseAssortment : writeAssortment;
  return run(services, address, async (open) => {
    const changed = await changeByHand(open, wish, expectation);
    const given = {
      status: 200,
      headers: isRehearsal ? {} : entityTag(changed.assortment.version),
      body: JSON.stringify(present(changed, wish, isRehearsal)),
    };
    await keep(open.write.tx, given);
    return given;
  });
}

function sent({ headers, body }: KeptAnswer) {
  return { status: 200, headers, body: new JsonText(body) } as const;
}

function present(
  { assortment, publishChangeId, items }: ChangedByHand,
  wish: AssortmentWish,
  isRehearsal: boolean,
): Record<string, JsonValue> {
  const summary = summaryOf(assortment);
  return {
    assortmentId: assortment.id,
    // A rehearsal leaves no entry in the history.
    ...(publishChangeId === undefined || isRehearsal ? {} : { publishChangeId }),
    ...(summary === undefined ? {} : { summary }),
    ...(wish.verb === "publish"
      ? { isPublished: publishChangeId !== undefined }
      : { items: items.map((item) => ({ ...item })) }),
  };
}
