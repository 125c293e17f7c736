import type { kindTable } from "./contract/kind-table.ts";
import type { Operations } from "./contract/operation-types.ts";
import type { QueryNames, QueryObject, QueryOrder } from "./query.ts";

/** Every entity kind with the generic verbs, in the singular: item, color, event-workflow-task, … */
export type EntityName = keyof KindTypes;

/** The kinds of product data, whose properties the organization defines. */
export type EntityKindName = {
  [Name in EntityName]: "upsert" extends KindTable[Name]["verbs"][number] ? Name : never;
}[EntityName];

/** The properties of your organization's types in responses, by entity name: weft types generate extends this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: It is filled by declaration merging.
export interface EntityProperties {}

/**
 * The same properties in writes. A kind that is here has only the fields of the kind and these properties: other names
 * do not compile.
 */
// biome-ignore lint/suspicious/noEmptyInterface: It is filled by declaration merging.
export interface EntityDrafts {}

/** The relations of your organization's references, by entity name: for each relation, the members that it adds. */
// biome-ignore lint/suspicious/noEmptyInterface: It is filled by declaration merging.
export interface EntityRelations {}

/** Kinds whose types are generated. A name that is only known at run time is not checked by types. */
type IfTyped<Name, Typed, Untyped> = EntityName extends Name
  ? Untyped
  : Name extends keyof EntityDrafts
    ? Typed
    : Untyped;

/** An entity in a response. */
export type EntityOf<Name extends EntityName> = Shown<Name, "entity">;
export type ListedOf<Name extends EntityName> = Shown<Name, "listed">;
export type CreatedOf<Name extends EntityName> = Shown<Name, "created">;

type Shown<Name extends EntityName, Verb extends "entity" | "listed" | "created"> = Name extends keyof EntityDrafts
  ? Flat<Known<KindTypes[Name][Verb]> & PropertiesOf<Name>>
  : KindTypes[Name][Verb] & PropertiesOf<Name>;

type PropertiesOf<Name> = Name extends keyof EntityProperties ? EntityProperties[Name] : unknown;

/** The fields of a new entity. */
export type CreateOf<Name extends EntityName> = EntityName extends Name
  ? object
  : Written<Name, "draft"> & (Name extends Exclude<EntityKindName, NamelessKind> ? { readonly name: string } : unknown);

/** Kinds whose entities may have no name. */
type NamelessKind = "workspace" | "project-item" | "assortment-item";

/** The fields of an upsert: whether it creates the entity is decided by the service. */
export type UpsertOf<Name extends EntityName> = EntityName extends Name ? object : Written<Name, "draft">;

/** The fields to change. */
export type UpdateOf<Name extends EntityName> = EntityName extends Name ? object : Written<Name, "update">;

type Written<Name extends EntityName, Verb extends "draft" | "update"> = Name extends keyof EntityDrafts
  ? OwnFields<Name, KindTypes[Name][Verb]> & EntityDrafts[Name] & BuiltInReferences<Name>
  : Given<Name, KindTypes[Name][Verb]>;

/** The fields of a draft, without relations: those may also be sent back as they were read. */
type OwnFields<Name, Draft> = Omit<Known<Draft>, keyof BuiltInReferences<Name>>;

/** The relations of a kind in writes. */
type BuiltInReferences<Name> = Name extends keyof BuiltInRelations
  ? {
      readonly [Relation in keyof BuiltInRelations[Name]]?:
        | FederatedReference
        | readonly FederatedReference[]
        | null
        | undefined;
    }
  : unknown;

/** A reference in a write by external ID, or the entity as it was read. */
export type FederatedReference = { readonly federatedId: string } | { readonly id: string; readonly version: number };

/** The names of fields that lists and reads can return. */
export type FieldsOf<Name extends EntityName> = IfTyped<Name, OneOrMore<FieldOf<Name> | RelationOf<Name>>, QueryNames>;

type OneOrMore<Value extends string> = Value | readonly Value[];
type FieldOf<Name extends EntityName> = keyof ListedOf<Name> & string;

/** {orderField: "name", order: "asc"}, or up to three of them. */
export type OrderOf<Name extends EntityName> = IfTyped<
  Name,
  string | FieldOrder<FieldOf<Name>> | readonly FieldOrder<FieldOf<Name>>[],
  QueryOrder
>;

// Not an interface, which has no implicit index signature.
type FieldOrder<Field> = {
  readonly orderField?: Field | undefined;
  readonly order?: "asc" | "desc" | undefined;
};

/** {color: "red"} or {price: {gt: 10}}; a text is sent unchanged. */
export type CriteriaOf<Name extends EntityName> = IfTyped<
  Name,
  string | FieldCriteria<ListedOf<Name>, ReferredField<Name>>,
  QueryObject
>;

/** A field of the entity that a reference leads to, such as item.category. */
type ReferredField<Name extends EntityName> = `${Exclude<RelationName<Name>, keyof ActorRelations>}.${string}`;

type FieldCriteria<Entity, Referred extends string> = {
  readonly [Field in keyof Entity]?: FieldTest<NonNullable<Entity[Field]>> | undefined;
} & { readonly [Field in Referred]?: unknown } & {
  /** All of these criteria. */
  readonly and?: readonly FieldCriteria<Entity, Referred>[] | undefined;
  /** At least one of these criteria. */
  readonly or?: readonly FieldCriteria<Entity, Referred>[] | undefined;
} & ("roles" extends keyof Entity ? { readonly role?: FieldTest<"family" | "option"> | undefined } : unknown);

/** A value, one of several values, null for an absent value, or operators. */
type FieldTest<Value> = Operand<Value> | readonly Operand<Value>[] | Range | Operators<Value>;

/** Both ends are included. */
type Range = `BETWEEN ${string} and ${string}`;

/** Lists are tested by their elements. */
type Operand<Value> = (Value extends readonly (infer Element)[] ? Element : Value) | null;

interface Operators<Value> {
  readonly gt?: NonNullable<Operand<Value>> | undefined;
  readonly gte?: NonNullable<Operand<Value>> | undefined;
  readonly lt?: NonNullable<Operand<Value>> | undefined;
  readonly lte?: NonNullable<Operand<Value>> | undefined;
  readonly ne?: Operand<Value> | undefined;
  readonly in?: readonly Operand<Value>[] | undefined;
  readonly nin?: readonly Operand<Value>[] | undefined;
  /** A part of a text, or elements of a list. */
  readonly contains?: (Value extends readonly unknown[] ? Operand<Value> | Value : string) | undefined;
  readonly startsWith?: string | undefined;
  /** A part of a text, without regard to case and accents. */
  readonly matches?: string | undefined;
  readonly exists?: boolean | undefined;
}

/** The relations of a kind: built in, and of its reference properties. */
export type RelationOf<Name extends EntityName> = IfTyped<Name, RelationName<Name>, string>;

type RelationName<Name extends EntityName> =
  | keyof ActorRelations
  | (Name extends keyof BuiltInRelations ? keyof BuiltInRelations[Name] & string : never)
  | (Name extends keyof EntityRelations ? keyof EntityRelations[Name] & string : never);

/** What the requested relations add to an entity. */
export type Related<Name extends EntityName, Relation extends string> = [Relation] extends [never]
  ? unknown
  : Added<ActorRelations, Relation> &
      (Name extends keyof BuiltInRelations ? Added<BuiltInRelations[Name], Relation> : unknown) &
      (Name extends keyof EntityRelations ? Added<EntityRelations[Name], Relation> : unknown);

/** The members of all requested relations together. */
type Added<Relations, Relation extends string> = Merged<Relations[Extract<keyof Relations, Relation>]>;
type Merged<Members> = [Members] extends [never]
  ? unknown
  : (Members extends unknown ? (members: Members) => void : never) extends (members: infer All) => void
    ? All
    : never;

/** The user or app that made a change. */
interface Actor {
  id: string;
  type: "user" | "app";
  name: string;
}

interface ActorRelations {
  createdBy: { createdBy?: Actor };
  updatedBy: { updatedBy?: Actor };
}

export interface BuiltInRelations {
  item: { itemFamily: { itemFamily?: EntityOf<"item"> } };
  project: { rootWorkspace: { rootWorkspace?: EntityOf<"workspace"> } };
  workspace: {
    project: { project?: EntityOf<"project"> };
    parentWorkspace: { parentWorkspace?: EntityOf<"workspace"> };
  };
  "project-item": { project: { project?: EntityOf<"project"> }; item: { item?: EntityOf<"item"> } };
  assortment: {
    workspace: { workspace?: EntityOf<"workspace"> };
    project: { project?: EntityOf<"project"> };
    composedFromAssortments: { composedFromAssortments?: EntityOf<"assortment">[] };
  };
  "assortment-item": {
    assortment: { assortment?: EntityOf<"assortment"> };
    item: { item?: EntityOf<"item"> };
    projectItem: { projectItem?: EntityOf<"project-item"> };
  };
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

/** One object type instead of an intersection: it has the members of an interface, and fits an index signature. */
type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** For objects with arbitrary members, accepts interfaces too: they have no index signature. */
type Given<Name, Draft> = [Draft] extends [never]
  ? never
  : string extends keyof Draft
    ? Draft | (OwnFields<Name, Draft> & object)
    : Draft;

/** Input and result of the verbs of each kind; never if a kind does not support the verb. */
export type KindTypes = {
  [Name in keyof KindTable]: {
    readonly entity: Member<`get-${Name}`, "answer">;
    readonly listed: ResultOf<Member<`list-${KindTable[Name]["plural"]}`, "answer">>;
    readonly draft: Member<`create-${Name}`, "body">;
    readonly created: Member<`create-${Name}`, "answer">;
    readonly update: Member<`update-${Name}`, "body">;
  };
};
