// Made from the contract by npm run generate.

export interface AccessToken {
  id: Id;
  createdOn: Time;
  updatedOn: Time;
  version: number;
  entityType: "access-token";
  typePath: "access-token";
  label: string;
  appId: Id | null;
  userId: Id | null;
  preset: RightsPreset | null;
  rights: Right[] | null;
  /** The only task that the token is good for. */
  taskId: string | null;
  expiresOn: Time;
  revokedOn: Time | null;
  lastUsedOn: Time | null;
  createdById: string | null;
}

export interface AccessTokenCreate {
  appId?: Id;
  userId?: Id;
  label?: string;
  /** callback narrows the token to callbacks. */
  preset?: RightsPreset;
  rights?: Right[];
  /** Narrows the token to the callbacks of one task. */
  taskId?: string;
  expiresInSeconds?: number;
}

export interface AccessTokenUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
  label?: string;
  /** May come back as it was read; it is ignored. */
  appId?: unknown;
  /** May come back as it was read; it is ignored. */
  userId?: unknown;
  /** May come back as it was read; it is ignored. */
  preset?: unknown;
  /** May come back as it was read; it is ignored. */
  rights?: unknown;
  /** May come back as it was read; it is ignored. */
  taskId?: unknown;
  /** May come back as it was read; it is ignored. */
  expiresOn?: unknown;
  /** May come back as it was read; it is ignored. */
  revokedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  lastUsedOn?: unknown;
}

/** Who acts: a user or an app. */
export interface Actor {
  id: Id;
  type: "user" | "app";
  name: string;
  email?: string;
}

export interface ApiKey {
  id: Id;
  createdOn: Time;
  updatedOn: Time;
  version: number;
  entityType: "api-key";
  typePath: "api-key";
  label: string;
  appId: Id | null;
  userId: Id | null;
  /** The beginning and the end of the key, to recognise it by. */
  secretHint: string;
  preset: RightsPreset | null;
  /** null where a preset or the user's role decides. */
  rights: Right[] | null;
  /** null means the operator's default. */
  ratePerSecond: number | null;
  /** The addresses that the key may be used from, such as 203.0.113.7 or 203.0.113.0/24. Empty: any. */
  allowedAddresses: string[];
  expiresOn: Time | null;
  revokedOn: Time | null;
  /** Exact to about a minute. */
  lastUsedOn: Time | null;
  createdById: string | null;
}

export interface ApiKeyCreate {
  /** The app that the key is for. Left out with userId too: a key of your own. */
  appId?: Id;
  /** The user that the key is for; it acts with that user's rights. */
  userId?: Id;
  /** For example the environment that the key is used in. */
  label?: string;
  preset?: RightsPreset;
  rights?: Right[];
  ratePerSecond?: number;
  /** The addresses that the key may be used from, such as 203.0.113.7 or 203.0.113.0/24. Empty: any. */
  allowedAddresses?: string[];
  /** Left out, the key ends after the organization's keyLifetimeDays, or never where there are none. */
  expiresOn?: Time;
}

export interface ApiKeyRotate {
  overlapSeconds?: number;
}

export interface ApiKeyUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
  label?: string;
  /** May come back as it was read; it is ignored. */
  appId?: unknown;
  /** May come back as it was read; it is ignored. */
  userId?: unknown;
  /** May come back as it was read; it is ignored. */
  secretHint?: unknown;
  /** Takes the place of rights. */
  preset?: RightsPreset | null;
  /** Take the place of a preset. */
  rights?: Right[] | null;
  ratePerSecond?: number | null;
  /** The addresses that the key may be used from, such as 203.0.113.7 or 203.0.113.0/24. Empty: any. */
  allowedAddresses?: string[];
  expiresOn?: Time | null;
  /** May come back as it was read; it is ignored. */
  revokedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  lastUsedOn?: unknown;
}

export interface App {
  id: Id;
  createdOn: Time;
  updatedOn: Time;
  version: number;
  entityType: "app";
  typePath: "app";
  name: string;
  description: string;
  /** What a workflow that acts as the app may do. null: none can act as it. */
  rights: Right[] | null;
}

export interface AppCreate {
  name: string;
  description?: string;
  /** What a workflow that acts as the app may do. Keys of the app have rights of their own. */
  rights?: Right[];
}

export interface AppUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
  name?: string;
  description?: string;
  rights?: Right[] | null;
}

/** Every property of its type is a flat key beside these fields. */
export interface Assortment {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated, beginning with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** The caller's own key, unique for the kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Counts up with every change; also the ETag. */
  version: number;
  /** Unique in the organization; made from the name when left out. */
  identifier?: string;
  workspaceId?: Id;
  /** The workspace's. */
  projectId?: Id;
  composedFromAssortmentIds?: Id[];
  summary?: Json;
  [key: string]: unknown;
}

/** The fields to set, and any property of the type. On an update null clears, what is left out stays. */
export interface AssortmentDraft {
  /** Left out, the root type. Must begin with it. */
  typePath?: string;
  name?: string | null;
  /** The caller's own key, unique for the kind. */
  federatedId?: string | null;
  identifier?: string | null;
  workspaceId?: Id | null;
  projectId?: Id | null;
  composedFromAssortmentIds?: Id[] | null;
  summary?: Json | null;
  [key: string]: unknown;
}

/** Every property of its type is a flat key beside these fields. */
export interface AssortmentItem {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated, beginning with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** The caller's own key, unique for the kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Counts up with every change; also the ETag. */
  version: number;
  assortmentId?: Id;
  itemId?: Id;
  /** What the item is in the assortment's project, where there is such. */
  projectItemId?: Id;
  [key: string]: unknown;
}

/** The fields to set, and any property of the type. On an update null clears, what is left out stays. */
export interface AssortmentItemDraft {
  /** Left out, the root type. Must begin with it. */
  typePath?: string;
  name?: string | null;
  /** The caller's own key, unique for the kind. */
  federatedId?: string | null;
  assortmentId?: Id | null;
  itemId?: Id | null;
  projectItemId?: Id | null;
  [key: string]: unknown;
}

/** Up to 10000 items. */
export interface AssortmentItemIds {
  itemIds: Id[];
}

export interface AssortmentItemsAnswer {
  assortmentId: Id;
  /** Its entry in the history; left out for a dry run, and when nothing has changed since the last publish. */
  publishChangeId?: Id;
  /** Left out while nothing was ever published. */
  summary?: AssortmentSummary;
  /** One for each item that was sent, in order; unchanged was there before, absent was not. */
  items: ({
    itemId: Id;
    outcome: "added" | "unchanged" | "removed" | "absent";
    assortmentItemId?: Id;
  })[];
}

export interface AssortmentPublishAnswer {
  assortmentId: Id;
  /** Its entry in the history; left out for a dry run, and when nothing has changed since the last publish. */
  publishChangeId?: Id;
  /** Left out while nothing was ever published. */
  summary?: AssortmentSummary;
  /** False when nothing has changed. */
  isPublished: boolean;
}

/** One publish of an assortment. */
export interface AssortmentPublishChange {
  id: Id;
  assortmentId: Id;
  /** Items that came in. */
  adds: number;
  /** Members of which something has changed. */
  updates: number;
  /** Items that left. */
  deletes: number;
  summary: AssortmentSummary;
  createdOn: Time;
  createdById: Id;
  createdBy: {
    id: Id;
    type: "user" | "app";
    name: string;
  };
  /** Shared with the change records that belong to it. */
  changeSetId: string;
  source: "api" | "console" | "loader" | "workflow" | "cli" | "mcp";
  /** The load, process or request behind it. */
  sourceId?: string;
  /** Where the members can be read as they were published then. */
  baselineUrl: string;
}

export interface AssortmentPublishDetail {
  action: "add" | "update" | "delete";
  assortmentItemId: Id;
  itemId?: Id;
  /** The fields of the assortment item as they were published, as far as they may be read. */
  before?: Record<string, unknown>;
  /** The fields of the assortment item as they were published, as far as they may be read. */
  after?: Record<string, unknown>;
}

export interface AssortmentSplit {
  /** The column whose value picks the assortment of a row. */
  fieldToSplitOn: string;
  values: ({
    value: string;
    assortmentId?: Id;
    assortmentIdentifier?: string;
  })[];
  /** True adds and drops the items named, instead of replacing the assortment. */
  partialAssortmentUpdate?: boolean;
  /** Partial updates: rows with true in this column are added. */
  addField?: string;
  /** Partial updates: rows with true in this column are dropped. */
  dropField?: string;
}

/** As the last publish has counted it. */
export interface AssortmentSummary {
  /** Members of the assortment. */
  itemCount: number;
  /** Those that are families. */
  familyCount: number;
  /** Those that are options. */
  optionCount: number;
  /** When it was published last. */
  updatedOn: Time;
}

/** A place in the audit log. Opaque. */
export type AuditCursor = string;

export interface AuditEntry {
  id: AuditCursor;
  /** Counts from 1 in each organization, without gaps. */
  sequence: number;
  action: "session.sign-in" | "session.sign-in-failed" | "session.sign-out" | "session.end" | "user.create" | "user.update" | "user.delete" | "role.create" | "role.update" | "role.delete" | "app.create" | "app.update" | "app.delete" | "api-key.create" | "api-key.update" | "api-key.delete" | "api-key.rotate" | "api-key.revoke" | "access-token.create" | "access-token.update" | "access-token.delete" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate" | "inbound-webhook.create" | "inbound-webhook.update" | "inbound-webhook.delete" | "inbound-webhook.rotate" | "org.create" | "org.update" | "sign-on.update" | "export.download" | "backup.create" | "backup.restore" | "workflow.take-over" | "access.refused" | "audit-log.erase";
  /** denied: the caller lacked the right. */
  outcome: "success" | "failure" | "denied";
  createdOn: Time;
  actor: {
    type: "user" | "app" | "operator" | "system" | "unknown";
    id?: string;
    name?: string;
    email?: string;
    credential?: {
      type: "app-key" | "user-key" | "access-token" | "session";
      id: string;
    };
  };
  target: {
    type: string;
    id?: string;
    email?: string;
  };
  origin: {
    address?: string;
    userAgent?: string;
    requestId?: string;
  };
  /** The changed fields before, without secrets. */
  before?: Record<string, Json>;
  /** The changed fields after, without secrets. secretsChanged names secrets that were set. */
  after?: Record<string, Json>;
  /** Salted SHA-256 digests of the personal values of this entry, by their place in it. */
  digests: Record<string, string>;
  /** Places whose personal value was erased or is kept as a digest only. */
  erased: string[];
  /** The hash of the entry before; 64 zeros for the first. */
  previousHash: string;
  hash: string;
}

export interface CallbackReceipt {
  taskId: Id;
  status: "SUCCESS" | "FAILURE" | "PROGRESS";
  processId: Id;
  /** Of a repeated callback: when the first one was. */
  receivedOn: Time;
  /** false while an early callback waits for the task. */
  applied: boolean;
}

export interface ChangeConsumer {
  name: string;
  cursor: ChangeCursor;
  cursorTime: Time;
  /** How many records of the log lie behind the cursor's place. */
  lag: number;
  updatedOn: Time;
  updatedById?: Id;
  /** The app or user it belongs to. Absent: administrators only. */
  ownerId?: Id;
  /** The owner's name, as long as the owner exists. */
  ownerName?: string;
}

export interface ChangeConsumerUpdate {
  /** A cursor of the log, beginning or now. Required unless ownerId is sent for an existing consumer. */
  cursor?: string;
  /** Gives the consumer to another app or user. For administrators. */
  ownerId?: Id;
}

/** A place in the change log. Opaque; later places sort behind earlier ones. */
export type ChangeCursor = string;

export interface ChangeRecord {
  id: ChangeCursor;
  /** The root type of the changed entity. */
  entityType: string;
  /** <entityType>:<id> */
  entityReference: string;
  entityId: string;
  typePath: string;
  action: "create" | "update" | "delete";
  createdOn: Time;
  createdById?: string;
  createdBy?: {
    id: string;
    type: "user" | "app";
    name: string;
  };
  /** By slug, null for nothing; on create and delete the whole state. Fields that may not be read are absent. */
  propertyDiffs: Record<string, {
    propertyName: string;
    oldValue: unknown;
    newValue: unknown;
  }>;
  /** Shared by all changes of one request, batch, load or workflow task. */
  changeSetId: string;
  source: "api" | "console" | "loader" | "workflow" | "cli" | "mcp";
  /** The load, process or request behind the change. */
  sourceId?: string;
  entityVersion: number;
}

/** Every property of its type is a flat key beside these fields. */
export interface Color {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated, beginning with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** The caller's own key, unique for the kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Counts up with every change; also the ETag. */
  version: number;
  /** Six digits in lower case, such as 336699. Sets red, green and blue. */
  hex?: string;
  red?: number;
  green?: number;
  blue?: number;
  [key: string]: unknown;
}

/** The fields to set, and any property of the type. On an update null clears, what is left out stays. */
export interface ColorDraft {
  /** Left out, the root type. Must begin with it. */
  typePath?: string;
  name?: string | null;
  /** The caller's own key, unique for the kind. */
  federatedId?: string | null;
  hex?: string | null;
  red?: number | null;
  green?: number | null;
  blue?: number | null;
  [key: string]: unknown;
}

export interface ColumnDefinition {
  /** The column that is made, or overwritten if it exists. */
  toProperty: string;
  /** Copies this column. Ignored when there are conditions. */
  fromProperty?: string;
  /** JavaScript expressions over the row, {column} for its values; the first that matches wins. */
  conditions?: ({
    conditional: string;
    value: Json;
  })[];
  /** Used when no condition matches. With { in it, it is an expression or a text with columns in it. */
  default?: Json;
}

export interface Conversion {
  /** Entities whose values were changed. */
  converted: number;
  /** With force: entities with a value that does not fit, left as they are. */
  notConverted: number;
  /** Some of those. */
  sampleIds: Id[];
}

export interface CreatedAccessToken {
  id: Id;
  createdOn: Time;
  updatedOn: Time;
  version: number;
  entityType: "access-token";
  typePath: "access-token";
  label: string;
  appId: Id | null;
  userId: Id | null;
  preset: RightsPreset | null;
  rights: Right[] | null;
  /** The only task that the token is good for. */
  taskId: string | null;
  expiresOn: Time;
  revokedOn: Time | null;
  lastUsedOn: Time | null;
  createdById: string | null;
  /** The whole token. It is shown this once. */
  accessToken: string;
}

export interface CreatedApiKey {
  id: Id;
  createdOn: Time;
  updatedOn: Time;
  version: number;
  entityType: "api-key";
  typePath: "api-key";
  label: string;
  appId: Id | null;
  userId: Id | null;
  /** The beginning and the end of the key, to recognise it by. */
  secretHint: string;
  preset: RightsPreset | null;
  /** null where a preset or the user's role decides. */
  rights: Right[] | null;
  /** null means the operator's default. */
  ratePerSecond: number | null;
  /** The addresses that the key may be used from, such as 203.0.113.7 or 203.0.113.0/24. Empty: any. */
  allowedAddresses: string[];
  expiresOn: Time | null;
  revokedOn: Time | null;
  /** Exact to about a minute. */
  lastUsedOn: Time | null;
  createdById: string | null;
  /** The whole key. It is shown this once. */
  apiKey: string;
}

export interface CreatedWebhook {
  id: Id;
  entityType: "webhook";
  typePath: "webhook";
  url: string;
  events: string[];
  filter: string | null;
  auth: WebhookAuth;
  /** While it is false, nothing is sent and no events are collected. */
  isActive: boolean;
  description: string;
  headers: Record<string, string>;
  timeoutSeconds: number;
  /** Why the service itself has switched it off. */
  disabledReason: string | null;
  disabledOn: Time | null;
  /** The first failure since the last success. */
  failingSince: Time | null;
  /** Exact to about a second. */
  lastDeliveredOn: Time | null;
  /** Nothing is sent before: the receiver has asked so by Retry-After. */
  pausedUntil: Time | null;
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  version: number;
  /** The signing secret that was made. It is shown this once. */
  secret?: string;
}

/** Every property of its type is a flat key beside these fields. */
export interface CustomEntity {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated, beginning with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** The caller's own key, unique for the kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Counts up with every change; also the ETag. */
  version: number;
  [key: string]: unknown;
}

/** The fields to set, and any property of the type. On an update null clears, what is left out stays. */
export interface CustomEntityDraft {
  /** Left out, the root type. Must begin with it. */
  typePath?: string;
  name?: string | null;
  /** The caller's own key, unique for the kind. */
  federatedId?: string | null;
  [key: string]: unknown;
}

export interface DescribedProperty {
  slug: PropertySlug;
  /** Left out, the name of the column. */
  label?: string;
  propertyType: "string" | "text" | "number" | "currency" | "percent" | "rating" | "date" | "datetime" | "boolean" | "choice" | "multi_select" | "url" | "image" | "json" | "object_reference" | "object_ref_list" | "size_range" | "user_list";
  /** Where the texts are now. Left out, the slug; the values move to the slug. */
  columnName?: string;
  /** Has an index, and takes part in q. */
  searchable?: boolean;
  /** Hidden from forms; loads still write it, with a warning. */
  disabled?: boolean;
  /** For choice and multi_select. */
  optionSetId?: string;
  /** For object_reference and object_ref_list: an entity type. */
  referenceType?: string;
  /** For currency: an ISO 4217 code. */
  currency?: string;
  /** For number, currency, percent and rating; a rating without it begins at 0. */
  min?: number;
  /** For number, currency, percent and rating; a rating without it ends at 5. */
  max?: number;
  /** For size_range: the property that names the size range template. */
  templateProperty?: PropertySlug;
}

export interface EntityType {
  id: TypePath;
  entityType: "entity-type";
  typePath: TypePath;
  label: string;
  /** open stores properties that it does not know and lets subtypes appear; strict refuses both. */
  mode: "open" | "strict";
  /** false for a type that was seen in an entity and never described. */
  isDescribed: boolean;
  /** Those that the type adds itself. */
  properties: ShownProperty[];
  /** Those of the types above it, and those that belong to the product. */
  inheritedProperties: ({
    slug: string;
    label: string;
    propertyType: string;
    declaredBy: string;
    isBuiltIn: boolean;
    [key: string]: unknown;
  })[];
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  version: number;
}

export interface EntityTypeCreate {
  typePath: TypePath;
  /** Left out, the last step of the path. */
  label?: string;
  /** Left out, that of the type above. */
  mode?: "open" | "strict";
  properties?: Property[];
}

export interface EntityTypeDescribe {
  properties: DescribedProperty[];
}

export interface EntityTypeUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  label?: string;
  /** open stores properties that it does not know and lets subtypes appear; strict refuses both. */
  mode?: "open" | "strict";
  /** May come back as it was read; it is ignored. */
  isDescribed?: unknown;
  /** All of them: what is missing goes. */
  properties?: Property[];
  /** May come back as it was read; it is ignored. */
  inheritedProperties?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
}

export interface EventWorkflow {
  id: Id;
  entityType: "event-workflow";
  typePath: "event-workflow";
  name: string;
  identifier: string;
  isActive: boolean;
  description: string | null;
  triggers: string[];
  conditional: string | null;
  /** As they were saved, without the secrets of their calls. */
  tasks: ({
    name: string;
    action: string;
    async: boolean;
    config: JsonObject;
    [key: string]: unknown;
  })[];
  maxConcurrentProcesses: number;
  reentrant: boolean;
  /** It sees and does what this user, key or app may at the moment. null: not known, take it over. */
  owner: EventWorkflowOwner | null;
  actsAs: EventWorkflowActsAs | null;
  /** Why its owner can act no longer, such as a deactivated user or a revoked key. null: it is not stopped. */
  stoppedReason: string | null;
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  /** A process keeps the version that it began with. */
  version: number;
}

export interface EventWorkflowActsAs {
  appId: Id;
}

export interface EventWorkflowCallback {
  id: Id;
  receivedOn: Time;
  status: "SUCCESS" | "FAILURE" | "PROGRESS";
  /** held: it came early and waits for the task; superseded: the task failed before it could be applied. */
  verdict: "applied" | "held" | "repeated" | "refused" | "superseded";
  detail?: string;
  actorId?: string;
  actorName?: string;
  /** SHA-256 of what was sent. */
  bodyHash: string;
}

export interface EventWorkflowCreate {
  name: string;
  /** Unique; made from the name when left out. */
  identifier?: string;
  /** Default true. An inactive one starts nothing; what runs goes on. */
  isActive?: boolean;
  description?: string;
  /** Such as item|update, assortment|publish, manual|approve, cron|0 6 * * 1-5, webhook|<id>. */
  triggers: string[];
  /** An expression over the event, such as {newData.status} === 'approved'; left out, every event starts it. */
  conditional?: string;
  tasks: EventWorkflowTaskDefinition[];
  /** Default 25; more wait for their turn. */
  maxConcurrentProcesses?: number;
  /** true: what its own processes change may start it again. Default false. */
  reentrant?: boolean;
  /** The app whose rights it acts with, instead of those of its owner. The caller needs at least these rights. */
  actsAs?: EventWorkflowActsAs;
}

export interface EventWorkflowFailure {
  /** error, timeout, callback, canceled, limit, or stopped. */
  code: string;
  message: string;
  taskId?: Id;
  taskName?: string;
}

export interface EventWorkflowOwner {
  type: "user" | "key" | "token" | "app";
  id: Id;
  /** Of the user or the app; empty when it was deleted. */
  name: string;
  /** Of the key or token. */
  label?: string;
}

export interface EventWorkflowProcess {
  id: Id;
  version: number;
  createdOn: Time;
  updatedOn: Time;
  startedOn?: Time;
  endedOn?: Time;
  /** A few words on the latest state. */
  subtext?: string;
  /** Left out for who may not read what has started the process. */
  failure?: EventWorkflowFailure;
  entityType: "event-workflow-process";
  typePath: "event-workflow-process";
  eventWorkflowId: Id;
  eventWorkflowVersion: number;
  status: "pending" | "running" | "awaiting" | "completed" | "failed" | "canceled";
  triggerKey: string;
  createdById?: string;
  /** What has happened; of an entity only what the caller may read. */
  triggerEvent: JsonObject;
  /** By the name of the task. Left out for who may not read what has started the process. */
  taskOutputs?: Record<string, JsonObject>;
  /** With relations=tasks. */
  tasks?: EventWorkflowTask[];
}

export interface EventWorkflowProcessSummary {
  id: Id;
  version: number;
  createdOn: Time;
  updatedOn: Time;
  startedOn?: Time;
  endedOn?: Time;
  /** A few words on the latest state. */
  subtext?: string;
  /** Left out for who may not read what has started the process. */
  failure?: EventWorkflowFailure;
  entityType: "event-workflow-process";
  typePath: "event-workflow-process";
  eventWorkflowId: Id;
  eventWorkflowVersion: number;
  status: "pending" | "running" | "awaiting" | "completed" | "failed" | "canceled";
  triggerKey: string;
  createdById?: string;
}

export interface EventWorkflowRequest {
  triggerKey: string;
  /** What the processes read: {newData.status}, {body.order}, … Left out, it is empty. */
  event?: JsonObject;
  /** Only this one of the workflows that listen. */
  eventWorkflowId?: Id;
}

export interface EventWorkflowTask {
  id: Id;
  version: number;
  createdOn: Time;
  updatedOn: Time;
  startedOn?: Time;
  endedOn?: Time;
  /** A few words on the latest state. */
  subtext?: string;
  /** Left out for who may not read what has started the process. */
  failure?: EventWorkflowFailure;
  entityType: "event-workflow-task";
  typePath: "event-workflow-task";
  name: string;
  status: "pending" | "running" | "awaiting" | "completed" | "failed" | "canceled" | "skipped";
  processId: Id;
  action: string;
  async: boolean;
  /** What the action was called with, without secrets. */
  input?: JsonObject;
  /** Left out for who may not read what has started the process. */
  output?: JsonObject;
  /** Who gave each value of the output, by JSON pointer: task, callback, or timeout. */
  outputSources?: Record<string, string>;
  /** A line each, with the time it was received. In lists the last 100. Empty for who may not read what has started the process. */
  logs: string[];
  logLineCount: number;
  /** Percent, as a callback told it. */
  progress?: number;
  /** How often its action was begun. */
  attempt: number;
  /** Its calls carry it, the same in every attempt. */
  idempotencyKey: string;
  /** When it times out. */
  deadline?: Time;
  claim?: EventWorkflowTaskClaim;
}

/** The outside worker that holds it, while it does. */
export interface EventWorkflowTaskClaim {
  workerId: string;
  leasedUntil: Time;
}

export interface EventWorkflowTaskClaimRenewal {
  /** Whatever tells this worker from the others, such as its host and process. */
  workerId: string;
  /** From now; 0 gives the task back at once. */
  leaseSeconds: number;
}

export interface EventWorkflowTaskClaimRequest {
  /** Whatever tells this worker from the others, such as its host and process. */
  workerId: string;
  /** Only tasks of this action. */
  action?: string;
  /** Only tasks of these names. */
  names?: string[];
  /** How many at most. */
  limit?: number;
  /** For so long nobody else is given them; prolong it while the work goes on. */
  leaseSeconds?: number;
  /** Seconds to wait for the first of them, at most 30. */
  wait?: number;
}

export interface EventWorkflowTaskDefinition {
  /** Unique in the workflow: later tasks read {tasks.<name>.output}. */
  name: string;
  /** http, script, create-entity, update-entity, load, publish-assortment, delay, external, or one that the operator has added. */
  action: string;
  /** true: when its own work is done it awaits a callback. Default false; an external task is always async. */
  async?: boolean;
  /** What the action needs; every text may hold placeholders. */
  config?: JsonObject;
  /** From its start to its end, waiting included. Default: 5 minutes, 7 days for an async task. */
  timeoutSeconds?: number;
  /** An async task times out when nothing is heard of it for so long: no PROGRESS, no subtext. */
  heartbeatSeconds?: number;
  /** Default fail. */
  onTimeout?: "fail" | "complete";
  /** The output of a task that completes by timing out. */
  timeoutOutput?: JsonObject;
  retry?: {
    /** Further attempts after an error or a time-out, never after FAILURE. */
    attempts: number;
    /** Before the first one, then doubled. Default 10. */
    backoffSeconds?: number;
  };
}

/** subtext; any other field must be as it was read. */
export interface EventWorkflowTaskUpdate {
  subtext?: string | null;
  [key: string]: unknown;
}

export interface EventWorkflowUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  name?: string;
  /** Unique; made from the name when left out. */
  identifier?: string;
  /** Default true. An inactive one starts nothing; what runs goes on. */
  isActive?: boolean;
  description?: string | null;
  /** Such as item|update, assortment|publish, manual|approve, cron|0 6 * * 1-5, webhook|<id>. */
  triggers?: string[];
  conditional?: string | null;
  tasks?: EventWorkflowTaskDefinition[];
  /** Default 25; more wait for their turn. */
  maxConcurrentProcesses?: number;
  /** true: what its own processes change may start it again. Default false. */
  reentrant?: boolean;
  /** May come back as it was read; it is ignored. */
  owner?: unknown;
  actsAs?: EventWorkflowActsAs | null;
  /** May come back as it was read; it is ignored. */
  stoppedReason?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
  /** true: from now on it acts as the caller. Otherwise its owner stays, also when another caller saves it. */
  takeOver?: boolean;
}

/** The rest is the event; listeners hear eventType|actionType. */
export interface ExternalEvent {
  eventType: string;
  actionType: string;
  [key: string]: unknown;
}

export interface File {
  id: Id;
  entityType: "file";
  typePath: "file";
  /** Without folders. */
  fileName: string;
  contentType: string;
  /** The bytes of the whole file. */
  size: number;
  /** The bytes that have arrived; an upload goes on behind them. */
  uploadedSize: number;
  /** uploading until all bytes have arrived; given up after a day without any. */
  status: "uploading" | "completed";
  /** Of the bytes, in hexadecimal, once they are complete. */
  sha256?: string;
  /** Gives the bytes to whoever has it, without a credential, for 24 hours. Once they are complete. */
  downloadUrl?: string;
  version: number;
  createdOn: Time;
  updatedOn: Time;
  createdById?: string;
}

/** 16 characters, opaque, ordered by time of creation. */
export type Id = string;

export interface InboundWebhook {
  id: Id;
  entityType: "inbound-webhook";
  typePath: "inbound-webhook";
  name: string;
  description: string | null;
  isActive: boolean;
  /** webhook|<id>: workflows listen to it. */
  triggerKey: string;
  /** The address to call, with the secret. */
  url: string;
  /** Calls may use either of them; two while they rotate. */
  secrets: ({
    since: Time;
    until: Time | null;
  })[];
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  version: number;
}

export interface InboundWebhookCreate {
  name: string;
  description?: string;
  isActive?: boolean;
}

export interface InboundWebhookCreated {
  id: Id;
  entityType: "inbound-webhook";
  typePath: "inbound-webhook";
  name: string;
  description: string | null;
  isActive: boolean;
  /** webhook|<id>: workflows listen to it. */
  triggerKey: string;
  /** The address to call, with the secret. */
  url: string;
  /** Calls may use either of them; two while they rotate. */
  secrets: ({
    since: Time;
    until: Time | null;
  })[];
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  version: number;
  /** Shown this once. Callers send it as X-Webhook-Secret, or sign with it. */
  secret: string;
}

export interface InboundWebhookUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  name?: string;
  description?: string | null;
  isActive?: boolean;
  /** May come back as it was read; it is ignored. */
  triggerKey?: unknown;
  /** May come back as it was read; it is ignored. */
  url?: unknown;
  /** May come back as it was read; it is ignored. */
  secrets?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
}

/** Every property of its type is a flat key beside these fields. */
export interface Item {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated, beginning with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** The caller's own key, unique for the kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Counts up with every change; also the ETag. */
  version: number;
  /** What the item is, as itemFamilyId says. */
  roles?: ("family" | "option")[];
  /** An option's family; a family carries its own id. */
  itemFamilyId?: Id;
  /** The axis on which options differ, such as color. */
  optionGroup?: string;
  optionName?: string;
  [key: string]: unknown;
}

/** The fields to set, and any property of the type. On an update null clears, what is left out stays. */
export interface ItemDraft {
  /** Left out, the root type. Must begin with it. */
  typePath?: string;
  name?: string | null;
  /** The caller's own key, unique for the kind. */
  federatedId?: string | null;
  roles?: ("family" | "option")[] | null;
  itemFamilyId?: Id | null;
  optionGroup?: string | null;
  optionName?: string | null;
  [key: string]: unknown;
}

/** Any JSON value. */
export type Json = unknown;

/** Any JSON object. */
export type JsonObject = Record<string, Json>;

export interface LoadCounts {
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: number;
}

export interface LoadIssue {
  /** As a spreadsheet shows it: the header is row 1. */
  rowNumber?: number;
  columnName?: string;
  issueType: "CONFIG" | "HEADER_MISMATCH" | "MISSING_DATA" | "INVALID_DATA" | "VALIDATION_ERROR" | "DUPLICATE_FEDERATED_ID" | "SYSTEM_ERROR";
  severity: "error" | "warning";
  message: string;
  suggestion?: string;
  /** The cell that it is about. */
  data?: string;
}

export interface LoadProgress {
  /** waiting, checking, writing, publishing, or done. */
  phase: string;
  rowsTotal: number;
  rowsDone: number;
  rowsPerSecond: number;
  percent: number;
  etaSeconds: number;
}

export interface LoadSample {
  preprocessingStepName: string;
  columns: string[];
  rows: ({
    rowNumber: number;
    values: unknown[];
  })[];
}

export interface LoadUndo {
  status: "pending" | "running" | "completed" | "failed";
  reverted: number;
  notReverted: number;
  /** The first 1,000. */
  reasons: ({
    entityReference: string;
    message: string;
  })[];
}

export interface LoaderProcess {
  /** The entity types to create. */
  loadType?: ("ITEM" | "PROJECT_ITEM" | "ASSORTMENT" | "COLOR" | "CUSTOM_ENTITY" | "SIZE_RANGE_TEMPLATE")[];
  /** The id of the uploaded CSV file. */
  fileLocation?: Id;
  /** By target column: the CSV column to copy, or else the value for every row. */
  federatedMappings?: Record<string, string>;
  conditionalColumns?: ColumnDefinition[];
  propertiesToRemove?: string[];
  /** The identifier of the project that takes project items. */
  workspaceIdentifier?: string;
  assortmentSplit?: AssortmentSplit;
  /** As in assortmentSplit, which wins. */
  partialAssortmentUpdate?: boolean;
  /** As dropField in assortmentSplit, which wins. */
  assortmentItemDropField?: string;
  /** Writes members directly: faster, without history, summary, composites and assortment|publish. */
  shouldSkipAssortmentPublish?: boolean;
  /** Left out, it is found out. */
  encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** Left out, it is found out from the header. */
  delimiter?: "," | ";" | "\t" | "|";
  /** abort (default): a fault found before the first write means nothing is written. skip: good rows load. */
  onRowError?: "abort" | "skip";
  /** True makes an unknown column in an expression an error. */
  strictColumns?: boolean;
  /** Refuses a load that would remove more members than this. */
  maxRemovals?: number;
  /** The id of an uploaded YAML or JSON file with a configuration. What is given here wins over it. */
  loaderConfigurationId?: Id;
  /** Everything but the writes, with a plan of them. */
  dryRun?: boolean;
  /** With dryRun: answers at once, with so many rows by step. */
  sampleRows?: number;
  /** A dry run whose plan is to be applied exactly. */
  applyPlanOf?: Id;
  id: Id;
  entityType: "loader-process";
  typePath: "loader-process";
  version: number;
  createdOn: Time;
  updatedOn: Time;
  createdById?: string;
  startedOn?: Time;
  endedOn?: Time;
  status: "pending" | "running" | "completed" | "failed" | "canceled";
  failureArea: "NONE" | "PARSING_CSV" | "VALIDATING_DATA" | "TRANSFORMING_DATA" | "UPLOADING_DATA";
  /** The progress in a few words. */
  subtext: string;
  progress: LoadProgress;
  /** By entityType. */
  counts: Record<string, LoadCounts>;
  warnings: number;
  errors: number;
  /** A CSV of the rows with issues: all their columns, and what is wrong. */
  issuesFileId?: Id;
  /** A CSV: what became of each row, and of which entities. */
  resultFileId?: Id;
  /** After a dry run: one line of JSON for each entity that would be changed. */
  planFileId?: Id;
  /** All changes of the load carry it. */
  changeSetId: string;
  undo?: LoadUndo;
  /** The first 1,000; the issues file has all. */
  issues: LoadIssue[];
  preprocessingStepResults: ({
    preprocessingStepName: string;
    numberOfErrors: number;
    numberOfWarnings: number;
    /** A CSV with the first rows after this step. */
    fileId?: Id;
  })[];
  /** Columns that were stored as text; POST /entity-types/{typePath}/describe makes properties of them. */
  undescribedColumns?: ({
    columnName: string;
    /** The type that all rows with the column are at or below. */
    typePath: string;
    /** The column's name, or one that can be a slug. */
    slug: string;
    guessedKind: "string" | "text" | "number" | "currency" | "percent" | "rating" | "date" | "datetime" | "boolean" | "choice" | "multi_select" | "url" | "image" | "json" | "object_reference" | "object_ref_list" | "size_range" | "formula" | "sequence" | "user_list";
    examples: string[];
  })[];
  /** After a dry run: how each value of conditionalColumns was read. */
  expressionReadings?: ({
    toProperty: string;
    place: string;
    source: unknown;
    reading: "literal" | "template" | "expression";
  })[];
  /** With sampleRows: the first rows after each step. */
  samples?: LoadSample[];
}

export interface LoaderProcessCreate {
  /** The entity types to create. */
  loadType?: ("ITEM" | "PROJECT_ITEM" | "ASSORTMENT" | "COLOR" | "CUSTOM_ENTITY" | "SIZE_RANGE_TEMPLATE")[];
  /** The id of the uploaded CSV file. */
  fileLocation?: Id;
  /** By target column: the CSV column to copy, or else the value for every row. */
  federatedMappings?: Record<string, string>;
  conditionalColumns?: ColumnDefinition[];
  propertiesToRemove?: string[];
  /** The identifier of the project that takes project items. */
  workspaceIdentifier?: string;
  assortmentSplit?: AssortmentSplit;
  /** As in assortmentSplit, which wins. */
  partialAssortmentUpdate?: boolean;
  /** As dropField in assortmentSplit, which wins. */
  assortmentItemDropField?: string;
  /** Writes members directly: faster, without history, summary, composites and assortment|publish. */
  shouldSkipAssortmentPublish?: boolean;
  /** Left out, it is found out. */
  encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** Left out, it is found out from the header. */
  delimiter?: "," | ";" | "\t" | "|";
  /** abort (default): a fault found before the first write means nothing is written. skip: good rows load. */
  onRowError?: "abort" | "skip";
  /** True makes an unknown column in an expression an error. */
  strictColumns?: boolean;
  /** Refuses a load that would remove more members than this. */
  maxRemovals?: number;
  /** The id of an uploaded YAML or JSON file with a configuration. What is given here wins over it. */
  loaderConfigurationId?: Id;
  /** Everything but the writes, with a plan of them. */
  dryRun?: boolean;
  /** With dryRun: answers at once, with so many rows by step. */
  sampleRows?: number;
  /** A dry run whose plan is to be applied exactly. */
  applyPlanOf?: Id;
}

export interface LoaderProcessSummary {
  /** The entity types to create. */
  loadType?: ("ITEM" | "PROJECT_ITEM" | "ASSORTMENT" | "COLOR" | "CUSTOM_ENTITY" | "SIZE_RANGE_TEMPLATE")[];
  /** The id of the uploaded CSV file. */
  fileLocation?: Id;
  /** By target column: the CSV column to copy, or else the value for every row. */
  federatedMappings?: Record<string, string>;
  conditionalColumns?: ColumnDefinition[];
  propertiesToRemove?: string[];
  /** The identifier of the project that takes project items. */
  workspaceIdentifier?: string;
  assortmentSplit?: AssortmentSplit;
  /** As in assortmentSplit, which wins. */
  partialAssortmentUpdate?: boolean;
  /** As dropField in assortmentSplit, which wins. */
  assortmentItemDropField?: string;
  /** Writes members directly: faster, without history, summary, composites and assortment|publish. */
  shouldSkipAssortmentPublish?: boolean;
  /** Left out, it is found out. */
  encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** Left out, it is found out from the header. */
  delimiter?: "," | ";" | "\t" | "|";
  /** abort (default): a fault found before the first write means nothing is written. skip: good rows load. */
  onRowError?: "abort" | "skip";
  /** True makes an unknown column in an expression an error. */
  strictColumns?: boolean;
  /** Refuses a load that would remove more members than this. */
  maxRemovals?: number;
  /** The id of an uploaded YAML or JSON file with a configuration. What is given here wins over it. */
  loaderConfigurationId?: Id;
  /** Everything but the writes, with a plan of them. */
  dryRun?: boolean;
  /** With dryRun: answers at once, with so many rows by step. */
  sampleRows?: number;
  /** A dry run whose plan is to be applied exactly. */
  applyPlanOf?: Id;
  id: Id;
  entityType: "loader-process";
  typePath: "loader-process";
  version: number;
  createdOn: Time;
  updatedOn: Time;
  createdById?: string;
  startedOn?: Time;
  endedOn?: Time;
  status: "pending" | "running" | "completed" | "failed" | "canceled";
  failureArea: "NONE" | "PARSING_CSV" | "VALIDATING_DATA" | "TRANSFORMING_DATA" | "UPLOADING_DATA";
  /** The progress in a few words. */
  subtext: string;
  progress: LoadProgress;
  /** By entityType. */
  counts: Record<string, LoadCounts>;
  warnings: number;
  errors: number;
  /** A CSV of the rows with issues: all their columns, and what is wrong. */
  issuesFileId?: Id;
  /** A CSV: what became of each row, and of which entities. */
  resultFileId?: Id;
  /** After a dry run: one line of JSON for each entity that would be changed. */
  planFileId?: Id;
  /** All changes of the load carry it. */
  changeSetId: string;
  undo?: LoadUndo;
}

export interface LoginAnswer {
  org: OrgReference;
  actor: Actor;
  expiresOn: Time;
  /** With grant token: send it as Authorization: bearer. */
  accessToken?: string;
  /** With grant session: send it as X-Csrf-Token on writes. */
  csrfToken?: string;
}

export interface LoginRequest {
  email: string;
  password: string;
  orgSlug: Slug;
  /** token answers an access token; session sets a cookie for browsers. */
  grant?: "token" | "session";
}

export interface Option {
  value: string;
  display: string;
}

export interface OptionSet {
  id: Id;
  entityType: "option-set";
  typePath: "option-set";
  name: string;
  federatedId: string | null;
  options: ({
    value: string;
    display: string;
  })[];
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  version: number;
}

export interface OptionSetCreate {
  name: string;
  federatedId?: string;
  /** In their order. */
  options?: Option[];
}

export interface OptionSetUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  name?: string;
  federatedId?: string | null;
  /** In their order. */
  options?: Option[];
  /** The version that was read; another current one answers 412. */
  version?: number;
}

export interface Org {
  id: Id;
  entityType: "org";
  slug: Slug;
  name: string;
  timeZone: string;
  /** The OpenID Connect provider. Shown to administrators only. */
  sso: {
    issuer: string;
    clientId: string;
    hasClientSecret: boolean;
    defaultRole: string | null;
    /** Only accounts with a verified email in one of these are admitted. */
    emailDomains: string[];
    /** Sign-in by password is rejected with sso-required. */
    isRequired: boolean;
  } | null;
  /** The days that change records of an entity type are kept; those of types not named are kept for ever. */
  retention: Record<string, number>;
  /** The days that audit entries are kept, at least 90; null is the operator's default. */
  auditRetentionDays: number | null;
  /** The maximum and default lifetime of a new API key in days; null: no limit. */
  keyLifetimeDays: number | null;
  /** The addresses that outbound calls come from, for receivers that allow addresses; empty when they vary. */
  egressAddresses: string[];
  createdOn: Time;
  updatedOn: Time;
  version: number;
}

export interface OrgReference {
  id: Id;
  slug: Slug;
  name: string;
}

export interface OrgUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  /** May come back as it was read; it is ignored. */
  slug?: unknown;
  name?: string;
  timeZone?: string;
  sso?: {
    issuer: string;
    clientId: string;
    /** Left out, the one that is stored stays. */
    clientSecret?: string;
    /** May come back as it was read; it is ignored. */
    hasClientSecret?: unknown;
    /** The role of users who sign in for the first time; null lets in only users that exist. */
    defaultRole?: string | null;
    /** Only accounts with a verified email in one of these domains are admitted, such as example.com. Subdomains are listed separately. An empty list admits all. Default: unchanged. */
    emailDomains?: string[];
    /** Rejects sign-in by password for all users of the organization. Sessions, keys and tokens stay valid. Default: unchanged. */
    isRequired?: boolean;
  } | null;
  /** Changes the types sent, null removes one; an empty object or null keeps everything for ever. */
  retention?: Record<string, number | null> | null;
  auditRetentionDays?: number | null;
  /** Keys that exist keep the end that they have. */
  keyLifetimeDays?: number | null;
  /** May come back as it was read; it is ignored. */
  egressAddresses?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
}

export interface Problem {
  /** The address of a page about this code. */
  type: string;
  title: string;
  status: number;
  /** What happened and what to do. */
  detail: string;
  /** The path of the request. */
  instance: string;
  /** A stable word for programs. */
  code: string;
  requestId: string;
  errors?: RequestFault[];
  [key: string]: unknown;
}

/** Every property of its type is a flat key beside these fields. */
export interface Project {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated, beginning with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** The caller's own key, unique for the kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Counts up with every change; also the ETag. */
  version: number;
  /** Unique in the organization; made from the name when left out. */
  identifier?: string;
  /** Made together with the project, with the same identifier. */
  rootWorkspaceId?: Id;
  [key: string]: unknown;
}

/** The fields to set, and any property of the type. On an update null clears, what is left out stays. */
export interface ProjectDraft {
  /** Left out, the root type. Must begin with it. */
  typePath?: string;
  name?: string | null;
  /** The caller's own key, unique for the kind. */
  federatedId?: string | null;
  identifier?: string | null;
  rootWorkspaceId?: Id | null;
  [key: string]: unknown;
}

/** Every property of its type is a flat key beside these fields. */
export interface ProjectItem {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated, beginning with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** The caller's own key, unique for the kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Counts up with every change; also the ETag. */
  version: number;
  projectId?: Id;
  itemId?: Id;
  [key: string]: unknown;
}

/** The fields to set, and any property of the type. On an update null clears, what is left out stays. */
export interface ProjectItemDraft {
  /** Left out, the root type. Must begin with it. */
  typePath?: string;
  name?: string | null;
  /** The caller's own key, unique for the kind. */
  federatedId?: string | null;
  projectId?: Id | null;
  itemId?: Id | null;
  [key: string]: unknown;
}

export interface Property {
  slug: PropertySlug;
  label: string;
  propertyType: "string" | "text" | "number" | "currency" | "percent" | "rating" | "date" | "datetime" | "boolean" | "choice" | "multi_select" | "url" | "image" | "json" | "object_reference" | "object_ref_list" | "size_range" | "formula" | "sequence" | "user_list";
  required?: boolean;
  /** true: within the org; family: within an item's family. */
  unique?: boolean | "family";
  /** Has an index, and takes part in q. */
  searchable?: boolean;
  /** Hidden from forms; loads still write it, with a warning. */
  disabled?: boolean;
  /** Of items and project items: held by the family, by options, by each, or copied down with overrides. */
  level?: "family" | "option" | "all" | "override";
  /** Taken on create when the property is left out. */
  default?: Json;
  /** For choice and multi_select. */
  optionSetId?: string;
  /** For object_reference and object_ref_list: an entity type. */
  referenceType?: string;
  /** For currency: an ISO 4217 code. */
  currency?: string;
  /** For number, currency, percent and rating; a rating without it begins at 0. */
  min?: number;
  /** For number, currency, percent and rating; a rating without it ends at 5. */
  max?: number;
  /** For size_range: the property that names the size range template. */
  templateProperty?: PropertySlug;
  /** For formula. */
  expression?: string;
  /** For formula: the kind of what its expression answers. */
  resultKind?: "string" | "number" | "boolean" | "date" | "datetime";
  /** For sequence: STY- in STY-000123. */
  prefix?: string;
  /** For sequence: 6 in STY-000123. */
  digits?: number;
}

/** The key of the property in an entity; upper and lower case differ. */
export type PropertySlug = string;

export interface RequestFault {
  /** A JSON pointer into the body, such as #/name, or the name of a parameter. */
  pointer: string;
  code: string;
  detail: string;
}

export interface Right {
  verbs: ("read" | "create" | "update" | "delete")[];
  /** item is that type alone, item:* is it and all below it, * is all product data. */
  typePath: string;
  /** Only these properties, beside the identifying fields. Default: all. */
  fields?: string[];
  /** Only this project, its workspaces, project items, assortments and assortment items. Such a right never covers what belongs to no project, such as items, colors and files. Default: everything. */
  projectId?: string;
}

export type RightsPreset = "read-only" | "loader" | "callback" | "admin";

export interface Role {
  id: Id;
  createdOn: Time;
  updatedOn: Time;
  version: number;
  entityType: "role";
  typePath: "role";
  name: string;
  /** The name of the group at the identity provider. Set by SCIM. */
  displayName: string | null;
  /** The group's id at the identity provider. Set by SCIM. */
  externalId: string | null;
  rights: Right[];
}

export interface RoleCreate {
  name: string;
  rights: Right[];
}

export interface RoleUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
  /** May come back as it was read; it is ignored. */
  name?: unknown;
  /** May come back as it was read; it is ignored. */
  displayName?: unknown;
  /** May come back as it was read; it is ignored. */
  externalId?: unknown;
  rights?: Right[];
}

/** A property with all that was said about it. */
export interface ShownProperty {
  slug: string;
  label: string;
  propertyType: string;
  [key: string]: unknown;
}

export interface SizeRange {
  sizes: string[];
}

/** Every property of its type is a flat key beside these fields. */
export interface SizeRangeTemplate {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated, beginning with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** The caller's own key, unique for the kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Counts up with every change; also the ETag. */
  version: number;
  sizeRange?: SizeRange;
  [key: string]: unknown;
}

/** The fields to set, and any property of the type. On an update null clears, what is left out stays. */
export interface SizeRangeTemplateDraft {
  /** Left out, the root type. Must begin with it. */
  typePath?: string;
  name?: string | null;
  /** The caller's own key, unique for the kind. */
  federatedId?: string | null;
  sizeRange?: SizeRange | null;
  [key: string]: unknown;
}

export type Slug = string;

export interface SsoCode {
  code: string;
  codeVerifier: string;
}

export interface SsoDevice {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete?: string;
  intervalSeconds: number;
  expiresInSeconds: number;
}

export type SsoDeviceRequest = {
  orgSlug: Slug;
} | {
  deviceCode: string;
};

/** Series for charts, with a point for every interval; of consumers only one, of now. */
export interface Statistics {
  /** The range that was counted: from and to are widened to quarters of an hour. */
  from: Time;
  to: Time;
  by: "hour" | "day" | "week" | "month";
  timeZone: string;
  series: StatisticsSeries[];
  totals: Record<string, number>;
}

export interface StatisticsSeries {
  key: string;
  label: string;
  /** What the values count or measure, such as changes, loads, calls, ms or rows/s. */
  unit: string;
  points: ({
    /** Where the point begins; the first one may begin before from. */
    at: Time;
    /** null for a measure of something that has not happened. */
    value: number | null;
  })[];
}

export interface TaskCallback {
  /** The id of the task. */
  taskId: string;
  /** PROGRESS is a heartbeat: what it carries is taken, and the task goes on waiting. */
  status: "SUCCESS" | "FAILURE" | "PROGRESS";
  /** A text is one line; each entry of a list is one. At most 1,000 lines a call, 16 KiB a line, 10 MiB a task. */
  logs?: string | string[];
  /** Merged deeply into the task's own; these values win, lists are replaced. */
  output?: JsonObject;
  /** A few words on the task and its process. */
  subtext?: string;
  /** Percent. */
  progress?: number;
}

/** ISO 8601, UTC, with milliseconds. */
export type Time = string;

export type TypePath = string;

export interface User {
  id: Id;
  createdOn: Time;
  updatedOn: Time;
  version: number;
  entityType: "user";
  typePath: "user";
  email: string;
  name: string;
  role: string;
  isActive: boolean;
  hasPassword: boolean;
  hasSignOn: boolean;
  lastLoginOn: Time | null;
  /** The user's id at the identity provider. Set by SCIM. */
  externalId: string | null;
  /** Set by SCIM. */
  givenName: string | null;
  /** Set by SCIM. */
  familyName: string | null;
}

export interface UserCreate {
  email: string;
  name?: string;
  role?: string;
  /** Left out, the user signs in by single sign-on only. */
  password?: string;
}

export interface UserUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
  /** May come back as it was read; it is ignored. */
  email?: unknown;
  name?: string;
  role?: string;
  isActive?: boolean;
  /** May come back as it was read; it is ignored. */
  hasPassword?: unknown;
  /** May come back as it was read; it is ignored. */
  hasSignOn?: unknown;
  /** May come back as it was read; it is ignored. */
  lastLoginOn?: unknown;
  /** May come back as it was read; it is ignored. */
  externalId?: unknown;
  /** May come back as it was read; it is ignored. */
  givenName?: unknown;
  /** May come back as it was read; it is ignored. */
  familyName?: unknown;
  password?: string;
  /** Revokes the user's API keys too, which a new password alone leaves as they are. */
  revokeKeys?: boolean;
}

export interface Webhook {
  id: Id;
  entityType: "webhook";
  typePath: "webhook";
  url: string;
  events: string[];
  filter: string | null;
  auth: WebhookAuth;
  /** While it is false, nothing is sent and no events are collected. */
  isActive: boolean;
  description: string;
  headers: Record<string, string>;
  timeoutSeconds: number;
  /** Why the service itself has switched it off. */
  disabledReason: string | null;
  disabledOn: Time | null;
  /** The first failure since the last success. */
  failingSince: Time | null;
  /** Exact to about a second. */
  lastDeliveredOn: Time | null;
  /** Nothing is sent before: the receiver has asked so by Retry-After. */
  pausedUntil: Time | null;
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  version: number;
}

export interface WebhookAttempt {
  number: number;
  startedOn: Time;
  durationMs: number;
  /** Without the values of secrets and signatures. */
  requestHeaders: Record<string, string>;
  answerStatus: number | null;
  answerHeaders: Record<string, string> | null;
  /** Its first 64 KiB. */
  answerBody: string | null;
  isAnswerCut: boolean;
  /** Why there is no answer, in words. */
  failure: string | null;
}

export type WebhookAuth = {
  type: "header";
  name: string;
  /** The end of the value, to recognise it by. */
  valueHint: string;
  since: Time;
} | {
  type: "hmac";
  /** Each of them signs every message; two while they rotate. */
  secrets: ({
    since: Time;
    until: Time | null;
  })[];
} | {
  type: "none";
};

export type WebhookAuthCreate = {
  type: "header";
  name: string;
  value: string;
} | {
  type: "hmac";
  /** Left out, one is made and shown in this one answer. */
  secret?: string;
} | {
  type: "none";
};

export type WebhookAuthUpdate = {
  type: "header";
  name: string;
  /** Left out, it stays. */
  value?: string;
  /** May come back as it was read; it is ignored. */
  valueHint?: unknown;
  /** May come back as it was read; it is ignored. */
  since?: unknown;
} | {
  type: "hmac";
  /** Takes the place of all before. Left out, they stay. */
  secret?: string;
  /** May come back as it was read; it is ignored. */
  secrets?: unknown;
} | {
  type: "none";
};

export interface WebhookCreate {
  /** http or https, without a user name and password. */
  url: string;
  /** Trigger keys, with * for a part or the whole: item|update, item|*, *|delete, *. */
  events: string[];
  filter?: string | null;
  auth: WebhookAuthCreate;
  isActive?: boolean;
  description?: string;
  /** Sent with every message beside our own. No place for secrets: they are read back. */
  headers?: Record<string, string>;
  timeoutSeconds?: number;
}

export interface WebhookDelivery {
  /** Also the webhook-id of its messages. */
  id: Id;
  entityType: "webhook-delivery";
  typePath: "webhook-delivery";
  webhookId: Id;
  /** The trigger key of the event. */
  type: string;
  entityReference: string | null;
  /** Counts the events about the entity that this webhook is told of. */
  sequence: number | null;
  previousSequence: number | null;
  /** parked: not tried again unless it is replayed. canceled: a test that has failed. */
  status: "pending" | "delivered" | "parked" | "canceled";
  isTest: boolean;
  /** So far. */
  attempts: number;
  /** Of the last attempt. */
  answerStatus: number | null;
  /** null also for one that waits behind another about the same entity. */
  nextAttemptOn: Time | null;
  createdOn: Time;
  updatedOn: Time;
  endedOn: Time | null;
  /** The message, as it is sent. */
  payload: Record<string, unknown>;
  attemptLog: WebhookAttempt[];
}

export interface WebhookDeliverySummary {
  /** Also the webhook-id of its messages. */
  id: Id;
  entityType: "webhook-delivery";
  typePath: "webhook-delivery";
  webhookId: Id;
  /** The trigger key of the event. */
  type: string;
  entityReference: string | null;
  /** Counts the events about the entity that this webhook is told of. */
  sequence: number | null;
  previousSequence: number | null;
  /** parked: not tried again unless it is replayed. canceled: a test that has failed. */
  status: "pending" | "delivered" | "parked" | "canceled";
  isTest: boolean;
  /** So far. */
  attempts: number;
  /** Of the last attempt. */
  answerStatus: number | null;
  /** null also for one that waits behind another about the same entity. */
  nextAttemptOn: Time | null;
  createdOn: Time;
  updatedOn: Time;
  endedOn: Time | null;
}

export interface WebhookReplay {
  /** Deliveries that were made then or later. */
  since: string;
  /** And before this time. */
  until?: string;
  statuses?: ("delivered" | "parked")[];
  /** Answers how many there are, and sends none. */
  dryRun?: boolean;
}

export interface WebhookReplayed {
  count: number;
  dryRun: boolean;
}

export interface WebhookRotate {
  overlapSeconds?: number;
}

export interface WebhookTestOutcome {
  deliveryId: Id;
  isDelivered: boolean;
  answerStatus: number | null;
  durationMs: number;
  /** Why there is no answer, in words. */
  failure: string | null;
  requestHeaders: Record<string, string>;
  answerHeaders: Record<string, string> | null;
  answerBody: string | null;
  isAnswerCut: boolean;
}

export interface WebhookUpdate {
  /** May come back as it was read; it is ignored. */
  entityType?: unknown;
  /** May come back as it was read; it is ignored. */
  typePath?: unknown;
  /** May come back as it was read; it is ignored. */
  createdOn?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedOn?: unknown;
  /** May come back as it was read; it is ignored. */
  createdById?: unknown;
  /** May come back as it was read; it is ignored. */
  updatedById?: unknown;
  /** As it was read, or left out; another one is refused. */
  id?: unknown;
  /** http or https, without a user name and password. */
  url?: string;
  /** Trigger keys, with * for a part or the whole: item|update, item|*, *|delete, *. */
  events?: string[];
  filter?: string | null;
  auth?: WebhookAuthUpdate;
  isActive?: boolean;
  description?: string;
  /** Sent with every message beside our own. No place for secrets: they are read back. */
  headers?: Record<string, string>;
  timeoutSeconds?: number;
  /** May come back as it was read; it is ignored. */
  disabledReason?: unknown;
  /** May come back as it was read; it is ignored. */
  disabledOn?: unknown;
  /** May come back as it was read; it is ignored. */
  failingSince?: unknown;
  /** May come back as it was read; it is ignored. */
  lastDeliveredOn?: unknown;
  /** May come back as it was read; it is ignored. */
  pausedUntil?: unknown;
  /** The version that was read; another current one answers 412. */
  version?: number;
}

export interface Whoami {
  org: OrgReference;
  actor: Actor;
  credential: {
    type: "app-key" | "user-key" | "access-token" | "session";
    id?: string;
    label?: string;
    expiresOn?: Time;
  };
  /** A user's role. */
  role?: string;
  isAdministrator: boolean;
  /** What the credential may do with product data. */
  rights: Right[];
  /** The only task that the credential is good for. */
  taskId?: string;
  /** null where the operator has switched rate limits off. */
  rate: {
    requestsPerSecond: number;
    burst: number;
  } | null;
  /** For writes with a session: send it as X-Csrf-Token. */
  csrfToken?: string;
}

/** Every property of its type is a flat key beside these fields. */
export interface Workspace {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated, beginning with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** The caller's own key, unique for the kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Counts up with every change; also the ETag. */
  version: number;
  /** Unique in the organization; made from the name when left out. */
  identifier?: string;
  /** Taken from the parent where there is one. */
  projectId?: Id;
  parentWorkspaceId?: Id;
  [key: string]: unknown;
}

/** The fields to set, and any property of the type. On an update null clears, what is left out stays. */
export interface WorkspaceDraft {
  /** Left out, the root type. Must begin with it. */
  typePath?: string;
  name?: string | null;
  /** The caller's own key, unique for the kind. */
  federatedId?: string | null;
  identifier?: string | null;
  projectId?: Id | null;
  parentWorkspaceId?: Id | null;
  [key: string]: unknown;
}
