import { callUnchecked } from "./call-operation.ts";
import { meantName } from "./closest-name.ts";
import { kindTable } from "./contract/kind-table.ts";
import { operationTable } from "./contract/operation-table.ts";
import type { EntityDeletePlan, EntityGroups } from "./contract/schemas.ts";
import type { AggregateOptions, BatchOperation, BatchResult, Listing, Page, PageOptions } from "./entity-calls.ts";
import type {
  CreatedOf,
  CreateOf,
  CriteriaOf,
  EntityName,
  EntityOf,
  FieldsOf,
  ListedOf,
  OrderOf,
  Related,
  RelationOf,
  UpdateOf,
  UpsertOf,
} from "./entity-shapes.ts";
import type { Caller, CallOptions, OperationId } from "./operation-call.ts";
import type { QueryValue } from "./query.ts";

/** Selects one entity: by its id, or by its external ID. */
type Wanted =
  | { readonly id: string; readonly federatedId?: undefined }
  | { readonly federatedId: string; readonly id?: undefined };

interface Kind<Name extends EntityName> {
  readonly entityName: Name;
}

interface Reading<Name extends EntityName, Relation extends string> extends CallOptions {
  /** References to expand. */
  readonly relations?: Relation | readonly Relation[] | undefined;
  /** Only these fields; id is always included. */
  readonly fields?: FieldsOf<Name> | undefined;
  /** A cursor of the change history or a time: returns the state at that point. */
  readonly asOf?: string | undefined;
}

interface ListOptions<Name extends EntityName, Relation extends string> extends Kind<Name>, PageOptions {
  /** {color: "red"} or {price: {gt: 10}}. */
  readonly criteria?: CriteriaOf<Name> | undefined;
  /** {orderField: "name", order: "asc"}, or up to three of them. */
  readonly order?: OrderOf<Name> | undefined;
  /** References to expand. */
  readonly relations?: Relation | readonly Relation[] | undefined;
  /** Only these fields; id is always included. */
  readonly fields?: FieldsOf<Name> | undefined;
}

interface Writing extends CallOptions {
  /** Returns the result without writing. */
  readonly dryRun?: boolean | undefined;
}

/** The changed fields; object is an alias. */
type Body<Update> =
  | { readonly body: Update; readonly object?: undefined }
  | { readonly object: Update; readonly body?: undefined };

/** A shape that the caller has passed, or else the type of the entity's name. */
type Shaped<Shape, Typed> = [NoInfer<Shape>] extends [never] ? Typed : NoInfer<Shape>;

/** The requested relations are inferred; with a shape, they are any names. */
type NoRelation<Shape, Name extends EntityName> = [Shape] extends [never] ? never : RelationOf<Name>;

/** The generic verbs for every entity kind, by its singular name. Pass a shape to set the type of the result yourself. */
export class Entities {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  get<
    Shape extends object = never,
    Name extends EntityName = EntityName,
    Relation extends RelationOf<Name> = NoRelation<Shape, Name>,
  >(
    wanted: Kind<Name> & Wanted & Reading<Name, Relation>,
  ): Promise<Shaped<Shape, EntityOf<Name> & Related<Name, Relation>>> {
    const { entityName, id, federatedId, relations, fields, asOf, ...options } = wanted;
    const query = { relations, fields, asOf };
    return federatedId === undefined
      ? this.#call(entityName, `get-${entityName}`, { params: { id }, query }, options)
      : this.#call(entityName, `get-${entityName}-by-federated-id`, { params: { federatedId }, query }, options);
  }

  /** One page. nextPageKey is present while there are more. */
  list<
    Shape extends object = never,
    Name extends EntityName = EntityName,
    Relation extends RelationOf<Name> = NoRelation<Shape, Name>,
  >(listing: ListOptions<Name, Relation>): Promise<Page<Shaped<Shape, ListedOf<Name> & Related<Name, Relation>>>> {
    return this.#list(listing);
  }

  /** All pages in sequence; store a page's nextPageKey to continue after it later. */
  pages<
    Shape extends object = never,
    Name extends EntityName = EntityName,
    Relation extends RelationOf<Name> = NoRelation<Shape, Name>,
  >(
    listing: ListOptions<Name, Relation>,
  ): AsyncGenerator<Page<Shaped<Shape, ListedOf<Name> & Related<Name, Relation>>>> {
    return this.#pages(listing);
  }

  /** Every matching entity, one by one; pages are fetched on demand. */
  async *all<
    Shape extends object = never,
    Name extends EntityName = EntityName,
    Relation extends RelationOf<Name> = NoRelation<Shape, Name>,
  >(listing: ListOptions<Name, Relation>): AsyncGenerator<Shaped<Shape, ListedOf<Name> & Related<Name, Relation>>> {
    const pages = this.#pages<Shaped<Shape, ListedOf<Name> & Related<Name, Relation>>>(listing);
    for await (const { results } of pages) {
      yield* results;
    }
  }

  /** Counts, sums, averages, minimums and maximums of product data by group, the largest group first. */
  aggregate<Name extends EntityName>(
    aggregation: Kind<Name> & AggregateOptions & { readonly criteria?: CriteriaOf<Name> | undefined },
  ): Promise<EntityGroups> {
    const { entityName, groupBy, metrics, criteria, q, order, limit, ...options } = aggregation;
    const query = { groupBy, metrics, criteria, q, order, limit };
    return this.#call(entityName, `aggregate-${pluralOf(entityName)}`, { query }, options);
  }

  create<Shape extends object = never, Name extends EntityName = EntityName>(
    draft: Kind<Name> & { readonly object: CreateOf<Name> } & Writing,
  ): Promise<Shaped<Shape, CreatedOf<Name>>> {
    const { entityName, object, dryRun, ...options } = draft;
    return this.#call(entityName, `create-${entityName}`, { query: { dryRun }, body: object }, options);
  }

  /** Updates the given fields. With ifMatch only if the entity still has that version. */
  update<Shape extends object = never, Name extends EntityName = EntityName>(
    change: Kind<Name> & Wanted & Body<UpdateOf<Name>> & Writing,
  ): Promise<Shaped<Shape, EntityOf<Name>>> {
    const { entityName, id, federatedId, body, object, dryRun, ...options } = change;
    const input = { query: { dryRun }, body: body ?? object };
    return federatedId === undefined
      ? this.#call(entityName, `update-${entityName}`, { ...input, params: { id } }, options)
      : this.#call(entityName, `update-${entityName}-by-federated-id`, { ...input, params: { federatedId } }, options);
  }

  /**
   * With cascade also deletes dependent entities. With purge also deletes its history and files, for product data. With
   * dryRun returns what would be deleted, for product data.
   */
  delete(
    wanted: Kind<EntityName> &
      Wanted & { readonly cascade?: boolean | undefined; readonly purge?: boolean | undefined } & Writing,
  ): Promise<EntityDeletePlan | undefined> {
    const { entityName, id, federatedId, cascade, purge, dryRun, ...options } = wanted;
    const query = { cascade, purge, dryRun };
    return federatedId === undefined
      ? this.#call(entityName, `delete-${entityName}`, { params: { id }, query }, options)
      : this.#call(entityName, `delete-${entityName}-by-federated-id`, { params: { federatedId }, query }, options);
  }

  /** Creates the entity with an external ID, or updates the given fields. */
  upsert<Shape extends object = never, Name extends EntityName = EntityName>(
    draft: Kind<Name> & { readonly federatedId: string } & Body<UpsertOf<Name>> & Writing,
  ): Promise<Shaped<Shape, EntityOf<Name>>> {
    const { entityName, federatedId, body, object, dryRun, ...options } = draft;
    const input = { params: { federatedId }, query: { dryRun }, body: body ?? object };
    return this.#call(entityName, `put-${entityName}-by-federated-id`, input, options);
  }

  /** Up to 10,000 operations in one call, atomic unless atomic is false. Returns one result per operation, in order. */
  async batch<Name extends EntityName>(
    batch: Kind<Name> & {
      readonly operations: readonly BatchOperation<UpsertOf<Name>, CreateOf<Name>>[];
      readonly atomic?: boolean | undefined;
      readonly cascade?: boolean | undefined;
    } & Writing,
  ): Promise<{ results: BatchResult<EntityOf<Name>>[] }> {
    const { entityName, operations, atomic, cascade, dryRun, ...options } = batch;
    const input = { query: { dryRun, cascade }, body: { operations, ...(atomic === undefined ? {} : { atomic }) } };
    return this.#call(entityName, `batch-${pluralOf(entityName)}`, input, options);
  }

  /**
   * Creates a deleted entity again, with its id and, with cascade, with what was deleted with it. With asOf, sets an
   * existing one back to that state, as a whole or in some properties.
   */
  restore<Shape extends object = never, Name extends EntityName = EntityName>(
    wanted: Kind<Name> & {
      readonly id: string;
      /** A cursor of the change history or a time. */
      readonly asOf?: string | undefined;
      readonly properties?: readonly string[] | undefined;
      readonly cascade?: boolean | undefined;
    } & Writing,
  ): Promise<Shaped<Shape, EntityOf<Name>>> {
    const { entityName, id, asOf, properties, cascade, dryRun, ...options } = wanted;
    const input = { params: { id }, query: { cascade, dryRun }, body: { asOf, properties } };
    return this.#call(entityName, `restore-${entityName}`, input, options);
  }

  /** The id of the entity with an external ID, for the verbs that address entities by id only. */
  async #list<Shape>({ entityName, queryParams, ...listing }: AnyListing): Promise<Page<Shape>> {
    const { criteria, order, relations, fields, q, limit, nextPageKey, includeTotal, ...options } = listing;
    const named = { criteria, order, relations, fields, q, limit, nextPageKey, includeTotal };
    const given = Object.entries(named).filter(([, value]) => value !== undefined);
    const query = { ...queryParams, ...Object.fromEntries(given) };
    return this.#call(entityName, `list-${pluralOf(entityName)}`, { query }, options);
  }

  async *#pages<Shape>(listing: AnyListing): AsyncGenerator<Page<Shape>> {
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

/** The options of a list, without their types. */
type AnyListing = Kind<EntityName> & Listing;

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

function pluralOf(entityName: EntityName): string {
  if (!Object.hasOwn(kindTable, entityName)) {
    const meant = meantName(entityName, Object.keys(kindTable)) || " Use the singular name, such as item.";
    throw new TypeError(`Unknown entity ${entityName}.${meant}`);
  }
  return kindTable[entityName].plural;
}

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operationTable, id);
}
