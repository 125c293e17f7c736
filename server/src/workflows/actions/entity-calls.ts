import { entityKinds } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { decide, targetOf } from "../../access/decide.ts";
import type { EntityServices } from "../../entities/entity-services.ts";
import { listEntities } from "../../entities/list/list-entities.ts";
import type { Entity } from "../../entities/model/entity.ts";
import type { EntityHeadRow } from "../../entities/model/entity-store.ts";
import { entityOfTextRow, presentEntity } from "../../entities/model/present-entity.ts";
import type { Draft } from "../../entities/model/write-request.ts";
import { readEntity, wholeRow } from "../../entities/read-entity.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import { closestName } from "../../platform/closest-name.ts";
import type { JsonObject, JsonValue } from "../../platform/json-value.ts";
import { ActionError, type ActionRun, callerOfRun } from "./action.ts";

const kindNames: readonly string[] = entityKinds.map(({ name }) => name);

export interface ListInput {
  readonly criteria?: JsonObject;
  readonly order?: JsonObject;
  readonly limit?: number;
  readonly nextPageKey?: string;
}

const limitDefault = 100;
const limitMax = 1_000;

/** Entity operations for workflow tasks, with the rights of the workflow's owner. */
export class EntityCalls {
  readonly #services: EntityServices;
  readonly #run: ActionRun;
  readonly #caller: Caller;

  constructor(services: EntityServices, run: ActionRun) {
    this.#services = services;
    this.#run = run;
    this.#caller = callerOfRun(run);
  }

  async get(entityName: string, id: string): Promise<JsonObject> {
    requireKind(entityName);
    const { row, visible } = await readEntity(this.#services.reader, this.#caller, entityName, { id });
    return presentEntity(await this.#whole(row), visible);
  }

  async list(entityName: string, { limit = limitDefault, ...input }: ListInput): Promise<JsonObject> {
    requireKind(entityName);
    const { db, types, actorsOf } = this.#services;
    const context = { caller: this.#caller, entityType: entityName, actorsOf, types: await types.typesOf(this.#orgId) };
    return this.#withinBudget(async (budget) => {
      const query = { ...input, limit: Math.min(Math.max(1, limit), limitMax) };
      const page = await listEntities(db, context, query, budget);
      const results = page.results.map((text): JsonValue => JSON.parse(text));
      return { results, ...(page.nextPageKey === undefined ? {} : { nextPageKey: page.nextPageKey }) };
    });
  }

  /** Undefined if it does not exist. */
  async findOwn(entityName: string, id: string): Promise<JsonObject | undefined> {
    const row = await this.#services.reader.find(this.#orgId, entityName, id);
    return row && this.#present(await this.#whole(row));
  }

  create(entityName: string, object: JsonObject, newId?: string): Promise<JsonObject> {
    return this.#write({ op: "create", entityType: entityName, object, ...(newId === undefined ? {} : { newId }) });
  }

  update(entityName: string, id: string, object: JsonObject): Promise<JsonObject> {
    return this.#write({ op: "update", entityType: entityName, address: { id }, object });
  }

  async #whole(row: EntityHeadRow): Promise<Entity> {
    const { reader } = this.#services;
    return this.#withinBudget(async (budget) =>
      entityOfTextRow(await wholeRow(reader, this.#orgId, row, () => budget)),
    );
  }

  async #withinBudget<Result>(read: (budget: Budget) => Promise<Result>): Promise<Result> {
    const budget = this.#services.openBudget(this.#orgId);
    try {
      return await read(budget);
    } finally {
      budget.close();
    }
  }

  get #orgId(): string {
    return this.#run.org.id;
  }

  async #write(draft: Draft): Promise<JsonObject> {
    requireKind(draft.entityType);
    const { writer } = this.#run;
    const result = await this.#services.writer.writeOne(this.#orgId, { draft, writer });
    if ("problem" in result) {
      throw new ActionError(result.problem.detail, { cause: result.problem });
    }
    return this.#present(result.entity);
  }

  /** A caller may have the right to write an entity but not to read it. */
  #present(entity: Parameters<typeof presentEntity>[0]): JsonObject {
    const decision = decide(this.#caller, "read", targetOf(entity));
    return decision.isAllowed
      ? presentEntity(entity, decision.fields)
      : { id: entity.id, entityType: entity.entityType };
  }
}

function requireKind(name: string): void {
  const error = validateKind(name);
  if (error !== undefined) {
    throw new ActionError(error);
  }
}

export function validateKind(name: string): string | undefined {
  return kindNames.includes(name)
    ? undefined
    : `There is no kind of entity ${name}. Did you mean ${closestName(name, kindNames) ?? "item"}?`;
}
