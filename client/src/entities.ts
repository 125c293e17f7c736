import { callUnchecked } from "./call-operation.ts";
import { kindTable } from "./contract/kind-table.ts";
import { operationTable } from "./contract/operation-table.ts";
import type { Operations } from "./contract/operation-types.ts";
import type { BatchOperation, BatchResult, Listing, Page } from "./entity-calls.ts";
import type { Caller, CallOptions, OperationId } from "./operation-call.ts";
import type { QueryValue } from "./query.ts";

/** Every entity kind with the generic verbs, in the singular: item, color, event-workflow-task, … */
export type EntityName = keyof KindTypes;

/** The properties of your organization's types, by entity name: weft types generate extends this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: It is filled by declaration merging.
export interface EntityProperties {}

type PropertiesOf<Name> = Name extends keyof EntityProperties ? EntityProperties[Name] : unknown;

/** An entity in a response. */
export type EntityOf<Name extends EntityName> = KindTypes[Name]["entity"] & PropertiesOf<Name>;
type ListedOf<Name extends EntityName> = KindTypes[Name]["listed"] & PropertiesOf<Name>;

/** Selects one entity: by its id, or by its external ID. */
type Wanted =
  | { readonly id: string; readonly federatedId?: undefined }
  | { readonly federatedId: string; readonly id?: undefined };

interface Reading extends CallOptions {
  readonly relations?: string | readonly string[] | undefined;
  readonly fields?: string | readonly string[] | undefined;
  /** A cursor of the change history or a time: returns the state at that point. */
  readonly asOf?: string | undefined;
}

interface Writing extends CallOptions {
  /** Returns the result without writing. */
  readonly dryRun?: boolean | undefined;
}

/** Requires an explicit shape: a call without one is typed by the entity's name. */
type Named<Shape> = [Shape] extends [never] ? never : unknown;

/** The changed fields; object is an alias. */
type Body<Update> =
  | { readonly body: Update; readonly object?: undefined }
  | { readonly object: Update; readonly body?: undefined };

/** The generic verbs for every entity kind, by its singular name. */
export class Entities {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  get<Name extends EntityName>(wanted: { readonly entityName: Name } & Wanted & Reading): Promise<EntityOf<Name>>;
  get<Shape extends object = never>(
    wanted: { readonly entityName: EntityName } & Wanted & Reading & Named<Shape>,
  ): Promise<Shape>;
  get<Shape>({
    entityName,
    id,
    federatedId,
    ...reading
  }: { entityName: EntityName } & Wanted & Reading): Promise<Shape> {
    const { relations, fields, asOf, ...options } = reading;
    const query = { relations, fields, asOf };
    return federatedId === undefined
      ? this.#call(entityName, `get-${entityName}`, { params: { id }, query }, options)
      : this.#call(entityName, `get-${entityName}-by-federated-id`, { params: { federatedId }, query }, options);
  }

  /** One page. nextPageKey is present while there are more. */
  list<Name extends EntityName>(listing: { readonly entityName: Name } & Listing): Promise<Page<ListedOf<Name>>>;
  list<Shape extends object = never>(
    listing: { readonly entityName: EntityName } & Listing & Named<Shape>,
  ): Promise<Page<Shape>>;
  list<Shape>(listing: { entityName: EntityName } & Listing): Promise<Page<Shape>> {
    return this.#list(listing);
  }

  /** All pages in sequence; store a page's nextPageKey to continue after it later. */
  pages<Name extends EntityName>(
    listing: { readonly entityName: Name } & Listing,
  ): AsyncGenerator<Page<ListedOf<Name>>>;
  pages<Shape extends object = never>(
    listing: { readonly entityName: EntityName } & Listing & Named<Shape>,
  ): AsyncGenerator<Page<Shape>>;
  pages<Shape>(listing: { entityName: EntityName } & Listing): AsyncGenerator<Page<Shape>> {
    return this.#pages(listing);
  }

  /** Every matching entity, one by one; pages are fetched on demand. */
  all<Name extends EntityName>(listing: { readonly entityName: Name } & Listing): AsyncGenerator<ListedOf<Name>>;
  all<Shape extends object = never>(
    listing: { readonly entityName: EntityName } & Listing & Named<Shape>,
  ): AsyncGenerator<Shape>;
  async *all<Shape>(listing: { entityName: EntityName } & Listing): AsyncGenerator<Shape> {
    for await (const { results } of this.#pages<Shape>(listing)) {
      yield* results;
    }
  }

  create<Name extends EntityName>(
    draft: { readonly entityName: Name; readonly object: KindTypes[Name]["draft"] } & Writing,
  ): Promise<KindTypes[Name]["created"] & PropertiesOf<Name>>;
  create<Shape extends object = never>(
    draft: { readonly entityName: EntityName; readonly object: object } & Writing & Named<Shape>,
  ): Promise<Shape>;
  create<Shape>(draft: { readonly entityName: EntityName; readonly object: object } & Writing): Promise<Shape> {
    const { entityName, object, dryRun, ...options } = draft;
    return this.#call(entityName, `create-${entityName}`, { query: { dryRun }, body: object }, options);
  }

  /** Updates the given fields. With ifMatch only if the entity still has that version. */
  update<Name extends EntityName>(
    change: { readonly entityName: Name; readonly id: string } & Body<KindTypes[Name]["update"]> & Writing,
  ): Promise<EntityOf<Name>>;
  update<Shape extends object = never>(
    change: { readonly entityName: EntityName; readonly id: string } & Body<object> & Writing & Named<Shape>,
  ): Promise<Shape>;
  update<Shape>(
    change: { readonly entityName: EntityName; readonly id: string } & Body<object> & Writing,
  ): Promise<Shape> {
    const { entityName, id, body, object, dryRun, ...options } = change;
    const input = { params: { id }, query: { dryRun }, body: body ?? object };
    return this.#call(entityName, `update-${entityName}`, input, options);
  }

  /** With cascade also deletes dependent entities. */
  async delete(
    wanted: { readonly entityName: EntityName; readonly id: string; readonly cascade?: boolean | undefined } & Writing,
  ): Promise<void> {
    const { entityName, id, cascade, dryRun, ...options } = wanted;
    await this.#call(entityName, `delete-${entityName}`, { params: { id }, query: { cascade, dryRun } }, options);
  }

  /** Creates the entity with an external ID, or updates the given fields. */
  upsert<Name extends EntityName>(
    draft: { readonly entityName: Name; readonly federatedId: string } & Body<KindTypes[Name]["draft"]> & Writing,
  ): Promise<EntityOf<Name>>;
  upsert<Shape extends object = never>(
    draft: { readonly entityName: EntityName; readonly federatedId: string } & Body<object> & Writing & Named<Shape>,
  ): Promise<Shape>;
  upsert<Shape>(
    draft: { readonly entityName: EntityName; readonly federatedId: string } & Body<object> & Writing,
  ): Promise<Shape> {
    const { entityName, federatedId, body, object, dryRun, ...options } = draft;
    const input = { params: { federatedId }, query: { dryRun }, body: body ?? object };
    return this.#call(entityName, `put-${entityName}-by-federated-id`, input, options);
  }

  /** Up to 10,000 operations in one call, atomic unless atomic is false. Returns one result per operation, in order. */
  async batch<Name extends EntityName>(
    batch: {
      readonly entityName: Name;
      readonly operations: readonly BatchOperation<KindTypes[Name]["draft"]>[];
      readonly atomic?: boolean | undefined;
      readonly cascade?: boolean | undefined;
    } & Writing,
  ): Promise<{ results: BatchResult<EntityOf<Name>>[] }> {
    const { entityName, operations, atomic, cascade, dryRun, ...options } = batch;
    const input = { query: { dryRun, cascade }, body: { operations, ...(atomic === undefined ? {} : { atomic }) } };
    return this.#call(entityName, `batch-${pluralOf(entityName)}`, input, options);
  }

  async #list<Shape>({
    entityName,
    queryParams,
    ...listing
  }: { entityName: EntityName } & Listing): Promise<Page<Shape>> {
    const { criteria, order, relations, fields, q, limit, nextPageKey, includeTotal, ...options } = listing;
    const named = { criteria, order, relations, fields, q, limit, nextPageKey, includeTotal };
    const given = Object.entries(named).filter(([, value]) => value !== undefined);
    const query = { ...queryParams, ...Object.fromEntries(given) };
    return this.#call(entityName, `list-${pluralOf(entityName)}`, { query }, options);
  }

  async *#pages<Shape>(listing: { entityName: EntityName } & Listing): AsyncGenerator<Page<Shape>> {
    let page = await this.#list<Shape>(listing);
    yield page;
    while (page.nextPageKey !== undefined) {
      page = await this.#list<Shape>({ ...listing, nextPageKey: page.nextPageKey });
      yield page;
    }
  }

  async #call<Answer>(entityName: EntityName, id: string, input: Input, options: CallOptions): Promise<Answer> {
    pluralOf(entityName);
    if (!isOperationId(id)) {
      throw new TypeError(`Unknown operation ${id}: ${entityName} supports ${kindTable[entityName].verbs.join(", ")}.`);
    }
    return callUnchecked((request, callOptions) => this.#caller.send(request, callOptions), id, input, options);
  }
}

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

function pluralOf(entityName: EntityName): string {
  if (!Object.hasOwn(kindTable, entityName)) {
    throw new TypeError(`Unknown entity ${entityName}. Use the singular name, such as item.`);
  }
  return kindTable[entityName].plural;
}

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operationTable, id);
}

type KindTable = typeof kindTable;

type Member<Id, Name extends string> = Id extends keyof Operations
  ? Operations[Id] extends { readonly [Key in Name]?: infer Value }
    ? Value
    : never
  : never;

type ResultOf<Page> = Page extends { readonly results: (infer Result)[] } ? Result : never;

type Known<Draft> = {
  [Name in keyof Draft as string extends Name ? never : number extends Name ? never : Name]: Draft[Name];
};

/** For objects with arbitrary members, accepts interfaces too: they have no index signature. */
type Given<Draft> = [Draft] extends [never]
  ? never
  : string extends keyof Draft
    ? Draft | (Known<Draft> & object)
    : Draft;

/** Input and result of the verbs of each kind; never if a kind does not support the verb. */
export type KindTypes = {
  [Name in keyof KindTable]: {
    readonly entity: Member<`get-${Name}`, "answer">;
    readonly listed: ResultOf<Member<`list-${KindTable[Name]["plural"]}`, "answer">>;
    readonly draft: Given<Member<`create-${Name}`, "body">>;
    readonly created: Member<`create-${Name}`, "answer">;
    readonly update: Given<Member<`update-${Name}`, "body">>;
  };
};
