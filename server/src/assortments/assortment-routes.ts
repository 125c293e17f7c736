import { assortmentOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import type { EntityServices } from "../entities/entity-services.ts";
import { type StoredResponse, withIdempotencyKey } from "../entities/idempotency/answer-once.ts";
import { writerOfCall } from "../entities/writer-of-call.ts";
import type { Transaction } from "../platform/database/database.ts";
import { entityTag, expectedVersion } from "../platform/http/cache-headers.ts";
import { JsonText, type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { type AssortmentInput, type ChangedByHand, changeByHand, summaryOf } from "./change-by-hand.ts";
import { planAssortment, writeAssortment } from "./write-assortment.ts";

const route = routesFor<Caller>();

// The longest wait that is acceptable for a synchronous response.
const patienceMs = 15_000;

interface AssortmentCall {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly assortmentId: string;
  readonly input: AssortmentInput;
  readonly isDryRun: boolean;
}

export function assortmentRoutes(services: EntityServices): Route[] {
  const { addItems, removeItems, publish } = assortmentOperations;
  return [
    route(addItems, async ({ caller, params, query, body: { itemIds }, request }) => {
      services.countBatch(caller, itemIds.length);
      const input: AssortmentInput = { verb: "add", itemIds };
      return answer(services, { caller, request, assortmentId: params.id, input, isDryRun: query.dryRun === true });
    }),
    route(removeItems, async ({ caller, params, query, body: { itemIds }, request }) => {
      services.countBatch(caller, itemIds.length);
      const input: AssortmentInput = { verb: "remove", itemIds };
      const call = { caller, request, assortmentId: params.id, input, isDryRun: query.dryRun === true };
      return sent(await change(services, call, async () => {}));
    }),
    route(publish, async ({ caller, params, query, request }) => {
      const input: AssortmentInput = { verb: "publish" };
      return answer(services, { caller, request, assortmentId: params.id, input, isDryRun: query.dryRun === true });
    }),
  ];
}

/** Executes the call once per Idempotency-Key, if there is one. */
async function answer(services: EntityServices, call: AssortmentCall) {
  const { caller, assortmentId, input, isDryRun } = call;
  const key = call.request.headers["idempotency-key"];
  if (typeof key !== "string" || isDryRun) {
    return sent(await change(services, call, async () => {}));
  }
  const content = JSON.stringify([`${input.verb} in assortment`, assortmentId, input]);
  return sent(await withIdempotencyKey(services.db, { caller, key, content }, (keep) => change(services, call, keep)));
}

async function change(
  services: EntityServices,
  call: AssortmentCall,
  keep: (tx: Transaction, answer: StoredResponse) => Promise<void>,
): Promise<StoredResponse> {
  const { caller, request, assortmentId, input, isDryRun } = call;
  const version = expectedVersion(request.headers);
  const expectation = version === undefined ? {} : { expectedVersion: version };
  const writer = await writerOfCall(services.db, { caller, request, isDryRun });
  const address = { orgId: caller.org.id, assortmentId, writer, patienceMs, ...expectation };
  const run = isDryRun ? planAssortment : writeAssortment;
  return run(services, address, async (open) => {
    const changed = await changeByHand(open, input, expectation);
    const given = {
      status: 200,
      headers: isDryRun ? {} : entityTag(changed.assortment.version),
      body: JSON.stringify(present(changed, input, isDryRun)),
    };
    await keep(open.write.tx, given);
    return given;
  });
}

function sent({ headers, body }: StoredResponse) {
  return { status: 200, headers, body: new JsonText(body) } as const;
}

function present(
  { assortment, publishChangeId, items }: ChangedByHand,
  input: AssortmentInput,
  isDryRun: boolean,
): Record<string, JsonValue> {
  const summary = summaryOf(assortment);
  return {
    assortmentId: assortment.id,
    // A dry run leaves no entry in the history.
    ...(publishChangeId === undefined || isDryRun ? {} : { publishChangeId }),
    ...(summary === undefined ? {} : { summary }),
    ...(input.verb === "publish"
      ? { isPublished: publishChangeId !== undefined }
      : { items: items.map((item) => ({ ...item })) }),
  };
}
