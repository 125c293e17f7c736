import type { EntityKindName, EntityOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { entityTag, expectedVersion } from "../platform/http/cache-headers.ts";
import { JsonText, type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import type { EntityServices, PurgingServices } from "./entity-services.ts";
import { withIdempotencyKey } from "./idempotency/answer-once.ts";
import { changedFields, type Entity } from "./model/entity.ts";
import { presentTo, textFor } from "./model/present-entity.ts";
import {
  type Draft,
  type EntityAddress,
  requireWritten,
  sentFields,
  type WriteRequest,
  type Written,
} from "./model/write-request.ts";
import type { DraftPlan } from "./write/plan-draft.ts";
import type { Step } from "./write/state/plan.ts";
import { writerOfCall } from "./writer-of-call.ts";

const route = routesFor<Caller>();

interface KindLabels {
  readonly name: EntityKindName;
  readonly plural: string;
}

export function writingRoutes(services: PurgingServices, kind: KindLabels, operations: EntityOperations): Route[] {
  const entityType = kind.name;
  return [
    route(operations.create, async ({ caller, body, query, request }) => {
      const draft: Draft = { op: "create", entityType, object: sentFields(body) };
      const isDryRun = query.dryRun === true;
      const key = request.headers["idempotency-key"];
      if (typeof key === "string" && !isDryRun) {
        return createOnce(services, { kind, caller, draft, key, request });
      }
      const written = await writeOne(services, { caller, draft, request, isDryRun });
      return isDryRun
        ? { status: 200, body: presented(caller, written.entity) }
        : { status: 201, headers: createdHeaders(kind, written.entity), body: presented(caller, written.entity) };
    }),
    route(operations.update, ({ caller, params: address, body, query, request }) =>
      update(services, { entityType, address, caller, body, query, request }),
    ),
    route(operations.updateFederated, ({ caller, params: address, body, query, request }) =>
      update(services, { entityType, address, caller, body, query, request }),
    ),
    route(operations.putFederated, async ({ caller, params, body, query, request }) => {
      const { federatedId } = params;
      const draft: Draft = {
        op: "upsert",
        entityType,
        federatedId,
        object: sentFields(body),
        ...expectation(request),
      };
      const isDryRun = query.dryRun === true;
      const { entity, outcome } = await writeOne(services, { caller, draft, request, isDryRun });
      return outcome === "created" && !isDryRun
        ? { status: 201, headers: createdHeaders(kind, entity), body: presented(caller, entity) }
        : { status: 200, headers: entityTag(entity.version), body: presented(caller, entity) };
    }),
    route(operations.remove, ({ caller, params: address, query, request }) =>
      remove(services, { entityType, address, caller, query, request }),
    ),
    route(operations.removeFederated, ({ caller, params: address, query, request }) =>
      remove(services, { entityType, address, caller, query, request }),
    ),
  ];
}

interface AddressedCall {
  readonly entityType: EntityKindName;
  readonly address: EntityAddress;
  readonly caller: Caller;
  readonly request: RequestFacts;
}

async function update(
  services: EntityServices,
  call: AddressedCall & { readonly body: unknown; readonly query: { readonly dryRun?: boolean | undefined } },
) {
  const { entityType, address, caller, body, query, request } = call;
  const draft: Draft = { op: "update", entityType, address, object: sentFields(body), ...expectation(request) };
  const { entity } = await writeOne(services, { caller, draft, request, isDryRun: query.dryRun === true });
  return { status: 200, headers: entityTag(entity.version), body: presented(caller, entity) } as const;
}

interface DeleteQuery {
  readonly dryRun?: boolean | undefined;
  readonly cascade?: boolean | undefined;
  readonly purge?: boolean | undefined;
}

async function remove(services: PurgingServices, call: AddressedCall & { readonly query: DeleteQuery }) {
  const { entityType, address, caller, query, request } = call;
  const draft = {
    op: "delete" as const,
    entityType,
    address,
    cascades: query.cascade === true,
    purges: query.purge === true,
    ...expectation(request),
  };
  if (query.dryRun === true) {
    const writer = await writerOfCall(services.db, { caller, request, isDryRun: true });
    const plan = await planOne(services, caller.org.id, { draft, writer });
    return { status: 200, body: presentDeletion(caller, plan.steps) } as const;
  }
  if (draft.purges) {
    const writer = await writerOfCall(services.db, { caller, request, isDryRun: false });
    await services.purge({ caller, request, draft, writer });
  } else {
    await writeOne(services, { caller, draft, request, isDryRun: false });
  }
  return { status: 204 } as const;
}

interface SingleWrite {
  readonly caller: Caller;
  readonly draft: Draft;
  readonly request: RequestFacts;
  readonly isDryRun: boolean;
}

async function writeOne(services: EntityServices, { caller, draft, request, isDryRun }: SingleWrite): Promise<Written> {
  const asked: WriteRequest = { draft, writer: await writerOfCall(services.db, { caller, request, isDryRun }) };
  // A write that may fan out, or a dry run, has its own transaction.
  const isAlone = isDryRun || (draft.op === "delete" && draft.cascades) || draft.entityType === "project";
  return requireWritten(
    isAlone
      ? (await services.writer.run(caller.org.id, (write) => write.add([asked], { isDryRun })))[0]
      : await services.writer.writeOne(caller.org.id, asked),
  );
}

/** The plan of a write, which is not executed. */
async function planOne(services: EntityServices, orgId: string, asked: WriteRequest): Promise<DraftPlan> {
  const [plan] = await services.writer.run(orgId, (write) => write.add([asked], { isDryRun: true }));
  if (plan === undefined || "problem" in plan) {
    throw plan?.problem ?? new Error("a dry run without a plan");
  }
  return plan;
}

/** What a deletion would delete, and where it would clear references. */
function presentDeletion(caller: Caller, steps: readonly Step[]) {
  const deleted = steps.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before] : []));
  const updated = steps.flatMap(({ before, after }) =>
    before === undefined || after === undefined
      ? []
      : [{ ...namesOf(caller, before), fields: changedFields(before, after) }],
  );
  return { deleted: deleted.map((entity) => namesOf(caller, entity)), updated };
}

/** A caller that may not read an entity gets only what identifies it. */
function namesOf(caller: Caller, entity: Entity) {
  const { id, entityType, typePath } = entity;
  const { name, federatedId } = presentTo(caller, entity);
  return {
    id,
    entityType,
    typePath,
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof federatedId === "string" ? { federatedId } : {}),
  };
}

interface KeyedCreate {
  readonly kind: KindLabels;
  readonly caller: Caller;
  readonly draft: Draft;
  readonly key: string;
  readonly request: RequestFacts;
}

async function createOnce(services: EntityServices, { kind, caller, draft, key, request }: KeyedCreate) {
  const writer = await writerOfCall(services.db, { caller, request, isDryRun: false });
  const asked: WriteRequest = { draft, writer };
  const content = JSON.stringify(["create", draft]);
  const answer = await withIdempotencyKey(services.db, { caller, key, content }, (keep) =>
    services.writer.run(caller.org.id, async (write) => {
      const { entity } = requireWritten((await write.add([asked]))[0]);
      const created = { status: 201, headers: createdHeaders(kind, entity), body: textFor(caller, entity) };
      await keep(write.tx, created);
      return created;
    }),
  );
  return { status: 201, headers: answer.headers, body: new JsonText(answer.body) } as const;
}

function presented(caller: Caller, entity: Entity): JsonText {
  return new JsonText(textFor(caller, entity));
}

function createdHeaders({ plural }: KindLabels, { id, version }: Entity) {
  return { location: `/api/${plural}/${id}`, ...entityTag(version) };
}

function expectation({ headers }: RequestFacts): { expectedVersion?: number } {
  const version = expectedVersion(headers);
  return version === undefined ? {} : { expectedVersion: version };
}
