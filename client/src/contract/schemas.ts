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
  /** Of an application that is connected by OAuth: read limits the user's rights to reading. */
  scope: "read" | "write" | null;
  /** The name that an application that is connected by OAuth gave itself. Not verified. */
  clientName: string | null;
  /** The only task that the token can be used for. */
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
  /** callback limits the token to callbacks. */
  preset?: RightsPreset;
  rights?: Right[];
  /** Limits the token to callbacks of one task. */
  taskId?: string;
  expiresInSeconds?: number;
}

export interface AccessTokenPage {
  results: AccessToken[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface AccessTokenUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
  label?: string;
  /** Accepted for round trips; ignored. */
  appId?: unknown;
  /** Accepted for round trips; ignored. */
  userId?: unknown;
  /** Accepted for round trips; ignored. */
  preset?: unknown;
  /** Accepted for round trips; ignored. */
  rights?: unknown;
  /** Accepted for round trips; ignored. */
  scope?: unknown;
  /** Accepted for round trips; ignored. */
  clientName?: unknown;
  /** Accepted for round trips; ignored. */
  taskId?: unknown;
  /** Accepted for round trips; ignored. */
  expiresOn?: unknown;
  /** Accepted for round trips; ignored. */
  revokedOn?: unknown;
  /** Accepted for round trips; ignored. */
  lastUsedOn?: unknown;
}

/** The user or app. */
export interface Actor {
  id: Id;
  type: "user" | "app";
  name: string;
  email?: string;
}

export interface ActorReference {
  id: string;
  type: "user" | "app";
  name: string;
}

/** The fields of its kind and each property of its type are top-level keys next to these fields. */
export interface AnyEntity {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  [key: string]: unknown;
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
  /** The first and last characters of the key, to identify it. */
  secretHint: string;
  preset: RightsPreset | null;
  /** null if a preset or the user's role applies. */
  rights: Right[] | null;
  /** null: the operator's default. */
  ratePerSecond: number | null;
  /** The IP addresses that may use the key, such as 203.0.113.7 or 203.0.113.0/24. Empty: any. */
  allowedAddresses: string[];
  expiresOn: Time | null;
  revokedOn: Time | null;
  /** Accurate to about one minute. */
  lastUsedOn: Time | null;
  createdById: string | null;
}

export interface ApiKeyCreate {
  /** The app that the key belongs to. Without appId and userId, the key belongs to you. */
  appId?: Id;
  /** The user that the key belongs to. The key has that user's permissions. */
  userId?: Id;
  /** For example, the environment where the key is used. */
  label?: string;
  preset?: RightsPreset;
  rights?: Right[];
  ratePerSecond?: number;
  /** The IP addresses that may use the key, such as 203.0.113.7 or 203.0.113.0/24. Empty: any. */
  allowedAddresses?: string[];
  /** Default: the organization's keyLifetimeDays from now, or never if it is not set. */
  expiresOn?: Time;
}

export interface ApiKeyPage {
  results: ApiKey[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface ApiKeyRotate {
  overlapSeconds?: number;
}

export interface ApiKeyUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
  label?: string;
  /** Accepted for round trips; ignored. */
  appId?: unknown;
  /** Accepted for round trips; ignored. */
  userId?: unknown;
  /** Accepted for round trips; ignored. */
  secretHint?: unknown;
  /** Replaces rights. */
  preset?: RightsPreset | null;
  /** Replaces preset. */
  rights?: Right[] | null;
  ratePerSecond?: number | null;
  /** The IP addresses that may use the key, such as 203.0.113.7 or 203.0.113.0/24. Empty: any. */
  allowedAddresses?: string[];
  expiresOn?: Time | null;
  /** Accepted for round trips; ignored. */
  revokedOn?: unknown;
  /** Accepted for round trips; ignored. */
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
  /** The permissions of workflows that act as the app. null: no workflow can act as the app. */
  rights: Right[] | null;
}

export interface AppCreate {
  name: string;
  description?: string;
  /** The permissions of workflows that act as the app. The app's keys have their own permissions. */
  rights?: Right[];
}

export interface AppPage {
  results: App[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface AppUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
  name?: string;
  description?: string;
  /** The permissions of workflows that act as the app. The app's keys have their own permissions. */
  rights?: Right[] | null;
}

/** Each property of the entity's type is a top-level key next to these fields. */
export interface Assortment {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  /** Unique in the organization. Default: derived from the name. */
  identifier?: string;
  workspaceId?: Id;
  /** Copied from the workspace. */
  projectId?: Id;
  /** The assortments whose items it holds. It is composed when this changes and when one is published. */
  composedFromAssortmentIds?: Id[];
  summary?: Json;
  [key: string]: unknown;
}

export interface AssortmentBatch {
  operations: AssortmentBatchOperation[];
  /** true: all operations or none. false: each operation on its own. */
  atomic?: boolean;
}

export interface AssortmentBatchOperation {
  op: "create" | "update" | "upsert" | "delete";
  id?: string;
  federatedId?: string;
  object?: AssortmentDraft;
}

export interface AssortmentBatchResult {
  /** The status that the single operation would have returned; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  /** Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX). */
  object?: Assortment;
  problem?: BatchProblem;
}

export interface AssortmentBatchResults {
  results: AssortmentBatchResult[];
}

/** The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id. */
export interface AssortmentDraft {
  /** Must start with the root type. Default: the root type. */
  typePath?: string;
  name?: string | null;
  /** External ID, unique per kind. */
  federatedId?: string | null;
  /** Unique in the organization. Default: derived from the name. */
  identifier?: string | null;
  workspaceId?: Id | null;
  projectId?: Id | null;
  /** The assortments whose items it holds. It is composed when this changes and when one is published. */
  composedFromAssortmentIds?: Id[] | null;
  summary?: Json | null;
  /** In place of workspaceId. */
  workspace?: EntityReference;
  /** In place of projectId. */
  project?: EntityReference;
  /** In place of composedFromAssortmentIds. */
  composedFromAssortments?: EntityReference[];
  [key: string]: unknown;
}

/** Each property of the entity's type is a top-level key next to these fields. */
export interface AssortmentItem {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  assortmentId?: Id;
  itemId?: Id;
  /** The matching project item in the assortment's project, if any. */
  projectItemId?: Id;
  [key: string]: unknown;
}

export interface AssortmentItemBatch {
  operations: AssortmentItemBatchOperation[];
  /** true: all operations or none. false: each operation on its own. */
  atomic?: boolean;
}

export interface AssortmentItemBatchOperation {
  op: "create" | "update" | "upsert" | "delete";
  id?: string;
  federatedId?: string;
  object?: AssortmentItemDraft;
}

export interface AssortmentItemBatchResult {
  /** The status that the single operation would have returned; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  /** Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX). */
  object?: AssortmentItem;
  problem?: BatchProblem;
}

export interface AssortmentItemBatchResults {
  results: AssortmentItemBatchResult[];
}

/** The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id. */
export interface AssortmentItemDraft {
  /** Must start with the root type. Default: the root type. */
  typePath?: string;
  name?: string | null;
  /** External ID, unique per kind. */
  federatedId?: string | null;
  assortmentId?: Id | null;
  itemId?: Id | null;
  projectItemId?: Id | null;
  /** In place of assortmentId. */
  assortment?: EntityReference;
  /** In place of itemId. */
  item?: EntityReference;
  /** In place of projectItemId. */
  projectItem?: EntityReference;
  [key: string]: unknown;
}

/** Up to 10000 items. */
export interface AssortmentItemIds {
  itemIds: Id[];
}

export interface AssortmentItemOutcome {
  itemId: Id;
  outcome: "added" | "unchanged" | "removed" | "absent";
  assortmentItemId?: Id;
}

export interface AssortmentItemPage {
  results: AssortmentItem[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface AssortmentItemsAnswer {
  assortmentId: Id;
  /** The publish in the history. Absent for a dry run, and if nothing changed since the last publish. */
  publishChangeId?: Id;
  /** Absent if the assortment was never published. */
  summary?: AssortmentSummary;
  /** One result per item, in order. unchanged: it was already in the assortment. absent: it was not in it. */
  items: AssortmentItemOutcome[];
}

export interface AssortmentPage {
  results: Assortment[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface AssortmentPublish {
  id: Id;
  assortmentId: Id;
  /** Items added. */
  adds: number;
  /** Items changed. */
  updates: number;
  /** Items removed. */
  deletes: number;
  summary: AssortmentSummary;
  createdOn: Time;
  createdById: Id;
  createdBy: ActorReference;
  /** Shared with the change records of the publish. */
  changeSetId: string;
  source: "api" | "console" | "loader" | "workflow" | "cli" | "mcp";
  /** The load, process or request that caused it. */
  sourceId?: string;
  /** The URL of the published items. */
  baselineUrl: string;
  details: AssortmentPublishDetail[];
  /** Present if there are more details. */
  nextPageKey?: string;
}

export interface AssortmentPublishAnswer {
  assortmentId: Id;
  /** The publish in the history. Absent for a dry run, and if nothing changed since the last publish. */
  publishChangeId?: Id;
  /** Absent if the assortment was never published. */
  summary?: AssortmentSummary;
  /** false if nothing changed. */
  isPublished: boolean;
}

/** One publish of an assortment. */
export interface AssortmentPublishChange {
  id: Id;
  assortmentId: Id;
  /** Items added. */
  adds: number;
  /** Items changed. */
  updates: number;
  /** Items removed. */
  deletes: number;
  summary: AssortmentSummary;
  createdOn: Time;
  createdById: Id;
  createdBy: ActorReference;
  /** Shared with the change records of the publish. */
  changeSetId: string;
  source: "api" | "console" | "loader" | "workflow" | "cli" | "mcp";
  /** The load, process or request that caused it. */
  sourceId?: string;
  /** The URL of the published items. */
  baselineUrl: string;
}

export interface AssortmentPublishChangePage {
  results: AssortmentPublishChange[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
}

export interface AssortmentPublishDetail {
  action: "add" | "update" | "delete";
  assortmentItemId: Id;
  itemId?: Id;
  /** The published fields of the assortment item that you may read. */
  before?: Record<string, unknown>;
  /** The published fields of the assortment item that you may read. */
  after?: Record<string, unknown>;
}

export interface AssortmentPublishEvent {
  /** <what>|<what happened>, such as item|update. Webhooks and workflows listen to it. */
  triggerKey: string;
  occurredOn: Time;
  /** Shared by all changes of a request, batch, load or workflow task. */
  changeSetId: string;
  /** <entityType>:<id> */
  entityReference: string;
  assortmentId: Id;
  assortmentPublishChangeId: Id;
}

export interface AssortmentPublishMessage {
  /** The same on every attempt and replay: use it to detect duplicates. */
  id: Id;
  /** The trigger key of the event. */
  type: string;
  occurredOn: Time;
  /** The slug of the organization. */
  org: string;
  data: AssortmentPublishEvent;
  /** The number of the message among those about this entity, from 1; null without an entity. */
  sequence: number | null;
  /** The number of the previous message about the entity: if you did not receive it, it is missing. */
  previousSequence: number | null;
}

export interface AssortmentSplit {
  /** The column that selects the assortment of a row. */
  fieldToSplitOn: string;
  values: AssortmentSplitValue[];
  /** true adds and drops the listed items instead of replacing the assortment. */
  partialAssortmentUpdate?: boolean;
  /** Partial updates: rows with true in this column are added. */
  addField?: string;
  /** Partial updates: rows with true in this column are dropped. */
  dropField?: string;
}

export interface AssortmentSplitValue {
  value: string;
  assortmentId?: Id;
  assortmentIdentifier?: string;
}

/** Item counts at the last publish. */
export interface AssortmentSummary {
  /** The number of items in the assortment. */
  itemCount: number;
  /** The number of families among them. */
  familyCount: number;
  /** The number of options among them. */
  optionCount: number;
  /** When it was last published. */
  updatedOn: Time;
}

export interface AuditActor {
  type: "user" | "app" | "operator" | "system" | "unknown";
  id?: string;
  name?: string;
  email?: string;
  credential?: AuditCredential;
}

export interface AuditCredential {
  type: "app-key" | "user-key" | "access-token" | "session";
  id: string;
}

/** A position in the audit log. Opaque. */
export type AuditCursor = string;

export interface AuditEntry {
  id: AuditCursor;
  /** Starts at 1 in each organization, without gaps. */
  sequence: number;
  action: "session.sign-in" | "session.sign-in-failed" | "session.sign-out" | "session.end" | "user.create" | "user.update" | "user.delete" | "user.erase" | "role.create" | "role.update" | "role.delete" | "app.create" | "app.update" | "app.delete" | "api-key.create" | "api-key.update" | "api-key.delete" | "api-key.rotate" | "api-key.revoke" | "access-token.create" | "access-token.update" | "access-token.delete" | "webhook.create" | "webhook.update" | "webhook.delete" | "webhook.rotate" | "inbound-webhook.create" | "inbound-webhook.update" | "inbound-webhook.delete" | "inbound-webhook.rotate" | "org.create" | "org.update" | "org.suspend" | "org.resume" | "org.rename" | "org.release-slug" | "org.request-deletion" | "org.export" | "org.import" | "sign-on.update" | "entity.purge" | "export.download" | "backup.create" | "backup.restore" | "database.move" | "service-secret.rotate" | "service-secret.reset" | "job.retry" | "workflow.take-over" | "workflow.restart" | "access.refused" | "audit-log.erase";
  /** denied: the caller lacked permission. */
  outcome: "success" | "failure" | "denied";
  createdOn: Time;
  actor: AuditActor;
  target: AuditTarget;
  origin: AuditOrigin;
  /** The previous values of the changed fields, without secrets. */
  before?: Record<string, Json>;
  /** The new values of the changed fields, without secrets. secretsChanged lists the secrets that were set. */
  after?: Record<string, Json>;
  /** Salted SHA-256 digests of the personal data in this entry, by path, such as target.email. */
  digests: Record<string, string>;
  /** Paths of personal data that was erased or is stored only as a digest. */
  erased: string[];
  /** The hash of the previous entry; 64 zeros for the first. */
  previousHash: string;
  hash: string;
}

export interface AuditEntryMessage {
  /** The same on every attempt and replay: use it to detect duplicates. */
  id: Id;
  /** The trigger key of the event. */
  type: string;
  occurredOn: Time;
  /** The slug of the organization. */
  org: string;
  data: AuditEvent;
  /** The number of the message among those about this entity, from 1; null without an entity. */
  sequence: number | null;
  /** The number of the previous message about the entity: if you did not receive it, it is missing. */
  previousSequence: number | null;
}

export interface AuditEntryPage {
  results: AuditEntry[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With after: the cursor to continue from. Otherwise: the cursor to use with after once all pages are read. */
  coveredUntil: AuditCursor;
}

export interface AuditEvent {
  /** <what>|<what happened>, such as item|update. Webhooks and workflows listen to it. */
  triggerKey: string;
  occurredOn: Time;
  /** Shared by all changes of a request, batch, load or workflow task. */
  changeSetId: string;
  /** Without personal data. */
  auditEntry: AuditEntry;
}

export interface AuditOrigin {
  address?: string;
  userAgent?: string;
  requestId?: string;
}

export interface AuditTarget {
  type: string;
  id?: string;
  email?: string;
}

/** Why an operation of a batch failed. */
export interface BatchProblem {
  /** The URL of a page about this code. */
  type?: string;
  title?: string;
  status?: number;
  /** What happened and what to do. */
  detail?: string;
  /** The path of the request. */
  instance?: string;
  /** A stable identifier for programs. */
  code?: string;
  requestId?: string;
  errors?: RequestFault[];
  [key: string]: unknown;
}

export interface CallbackReceipt {
  taskId: Id;
  status: "SUCCESS" | "FAILURE" | "PROGRESS";
  processId: Id;
  /** For a duplicate callback: when the first one was received. */
  receivedOn: Time;
  /** false while an early callback is queued. */
  applied: boolean;
}

export interface ChangeConsumer {
  name: string;
  cursor: ChangeCursor;
  cursorTime: Time;
  /** The number of records after the cursor. */
  lag: number;
  updatedOn: Time;
  updatedById?: Id;
  /** The app or user that owns the consumer. Absent: administrators only. */
  ownerId?: Id;
  /** The owner's name, while the owner exists. */
  ownerName?: string;
}

export interface ChangeConsumerPage {
  results: ChangeConsumer[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
}

export interface ChangeConsumerUpdate {
  /** A cursor, beginning or now. Required unless ownerId is sent for an existing consumer. */
  cursor?: string;
  /** Transfers the consumer to another app or user. Administrators only. */
  ownerId?: Id;
}

/** A position in the change log. Opaque; later positions sort after earlier ones. */
export type ChangeCursor = string;

export interface ChangeRecord {
  id: ChangeCursor;
  /** The root type of the changed entity. */
  entityType: string;
  /** <entityType>:<id> */
  entityReference: string;
  entityId: string;
  /** The external ID of the entity after the change, or before it was deleted. Absent if it had none. */
  federatedId?: string;
  typePath: string;
  action: "create" | "update" | "delete";
  createdOn: Time;
  createdById?: string;
  createdBy?: ActorReference;
  /** By slug; null if empty. On create and delete, the full state. Fields that you may not read are omitted. */
  propertyDiffs: Record<string, PropertyDiff>;
  /** Shared by all changes of a request, batch, load or workflow task. */
  changeSetId: string;
  source: "api" | "console" | "loader" | "workflow" | "cli" | "mcp";
  /** The load, process or request that caused the change. */
  sourceId?: string;
  entityVersion: number;
}

export interface ChangeRecordPage {
  results: ChangeRecord[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With after: the cursor to continue from. Otherwise: the cursor to use with after once all pages are read. */
  coveredUntil: ChangeCursor;
  /** The time up to which the pages read so far hold every match: start the next range here after the last page. With after, the time of coveredUntil. */
  coveredUntilTime: Time;
}

export interface ChangeSet {
  id: string;
  /** The time of its first change. */
  createdOn: Time;
  /** The time of its last change. */
  lastChangedOn: Time;
  createdById?: string;
  createdBy?: ActorReference;
  source: "api" | "console" | "loader" | "workflow" | "cli" | "mcp";
  /** The load, process or request that caused it; revert:<id> if it reverted a change set. */
  sourceId?: string;
  firstChangeId: ChangeCursor;
  lastChangeId: ChangeCursor;
  /** The number of its changes that you may read. */
  changeCount: number;
  /** false: the set is larger than what one request counts, so the counts are minimums, and the times are those of the counted changes. */
  isComplete: boolean;
  /** The number of changes by action. */
  actions: ChangeSetActions;
  /** The number of changes by type of entity and action. */
  entityTypes: ChangeSetCounts[];
  /** The number of changes that entities, roles and properties were read from. */
  sampleSize: number;
  /** The number of sampled items that are families and options. Present if there are items. */
  roles?: ChangeSetRoles;
  /** Up to 10 of its entities. */
  entities: ChangeSetEntity[];
  /** Up to 20 properties that sampled updates changed, the most frequent first. */
  properties: ChangeSetProperty[];
}

export interface ChangeSetActions {
  create: number;
  update: number;
  delete: number;
}

export interface ChangeSetCounts {
  entityType: string;
  create: number;
  update: number;
  delete: number;
}

export interface ChangeSetEntity {
  /** <entityType>:<id> */
  entityReference: string;
  entityType: string;
  entityId: string;
  typePath: string;
  /** The name of the entity now, or before it was deleted. */
  name?: string;
  federatedId?: string;
  actions: ("create" | "update" | "delete")[];
}

export interface ChangeSetPage {
  results: ChangeSet[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
}

export interface ChangeSetProperty {
  /** The slug. */
  property: string;
  propertyName: string;
  /** The number of sampled updates that changed it. */
  count: number;
  /** true: all of them changed it from the same value to the same value. */
  isUniform: boolean;
  /** If isUniform; null if empty. */
  oldValue?: JsonValue;
  /** If isUniform; null if empty. */
  newValue?: JsonValue;
}

export interface ChangeSetReversal {
  /** The new change set. Absent in a dry run, and if nothing was reverted. */
  changeSetId?: string;
  /** The number of entities. */
  revertedCount: number;
  keptCount: number;
  /** Up to 1,000 of them. */
  reverted: RevertedChange[];
  /** Up to 1,000 changes that were not reverted, each with the reason. */
  kept: KeptChange[];
}

export interface ChangeSetRoles {
  family: number;
  option: number;
}

export interface ClaimedEventWorkflowTasks {
  results: EventWorkflowTask[];
}

/** Each property of the entity's type is a top-level key next to these fields. */
export interface Color {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  /** Six lowercase hexadecimal digits, such as 336699. Sets red, green and blue. */
  hex?: string;
  red?: number;
  green?: number;
  blue?: number;
  [key: string]: unknown;
}

export interface ColorBatch {
  operations: ColorBatchOperation[];
  /** true: all operations or none. false: each operation on its own. */
  atomic?: boolean;
}

export interface ColorBatchOperation {
  op: "create" | "update" | "upsert" | "delete";
  id?: string;
  federatedId?: string;
  object?: ColorDraft;
}

export interface ColorBatchResult {
  /** The status that the single operation would have returned; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  /** Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX). */
  object?: Color;
  problem?: BatchProblem;
}

export interface ColorBatchResults {
  results: ColorBatchResult[];
}

/** The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id. */
export interface ColorDraft {
  /** Must start with the root type. Default: the root type. */
  typePath?: string;
  name?: string | null;
  /** External ID, unique per kind. */
  federatedId?: string | null;
  /** Six lowercase hexadecimal digits, such as 336699. Sets red, green and blue. */
  hex?: string | null;
  red?: number | null;
  green?: number | null;
  blue?: number | null;
  [key: string]: unknown;
}

export interface ColorPage {
  results: Color[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface ColumnCondition {
  conditional: string;
  value: Json;
}

export interface ColumnDefinition {
  /** The column to add or overwrite. */
  toProperty: string;
  /** Copies this column. Ignored if there are conditions. */
  fromProperty?: string;
  /** JavaScript expressions over the row; {column} reads a value. The first match wins. */
  conditions?: ColumnCondition[];
  /** Used if no condition matches. A value that contains { is an expression or a template with columns. */
  default?: Json;
}

export interface Conversion {
  /** The number of entities with changed values. */
  converted: number;
  /** With force: the number of entities with invalid values, left unchanged. */
  notConverted: number;
  /** Sample ids of entities that were not converted. */
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
  /** Of an application that is connected by OAuth: read limits the user's rights to reading. */
  scope: "read" | "write" | null;
  /** The name that an application that is connected by OAuth gave itself. Not verified. */
  clientName: string | null;
  /** The only task that the token can be used for. */
  taskId: string | null;
  expiresOn: Time;
  revokedOn: Time | null;
  lastUsedOn: Time | null;
  createdById: string | null;
  /** The full token. Shown only once. */
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
  /** The first and last characters of the key, to identify it. */
  secretHint: string;
  preset: RightsPreset | null;
  /** null if a preset or the user's role applies. */
  rights: Right[] | null;
  /** null: the operator's default. */
  ratePerSecond: number | null;
  /** The IP addresses that may use the key, such as 203.0.113.7 or 203.0.113.0/24. Empty: any. */
  allowedAddresses: string[];
  expiresOn: Time | null;
  revokedOn: Time | null;
  /** Accurate to about one minute. */
  lastUsedOn: Time | null;
  createdById: string | null;
  /** The full key. Shown only once. */
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
  /** If false, nothing is sent and no events are collected. */
  isActive: boolean;
  description: string;
  headers: Record<string, string>;
  timeoutSeconds: number;
  /** Why the service disabled it. */
  disabledReason: string | null;
  disabledOn: Time | null;
  /** The first failure since the last success. */
  failingSince: Time | null;
  /** Accurate to about one second. */
  lastDeliveredOn: Time | null;
  /** The receiver requested this delay with Retry-After. */
  pausedUntil: Time | null;
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  version: number;
  /** The generated signing secret. Shown only once. */
  secret?: string;
}

export interface Credential {
  type: "app-key" | "user-key" | "access-token" | "session";
  id?: string;
  label?: string;
  expiresOn?: Time;
}

/** Each property of the entity's type is a top-level key next to these fields. */
export interface CustomEntity {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  [key: string]: unknown;
}

export interface CustomEntityBatch {
  operations: CustomEntityBatchOperation[];
  /** true: all operations or none. false: each operation on its own. */
  atomic?: boolean;
}

export interface CustomEntityBatchOperation {
  op: "create" | "update" | "upsert" | "delete";
  id?: string;
  federatedId?: string;
  object?: CustomEntityDraft;
}

export interface CustomEntityBatchResult {
  /** The status that the single operation would have returned; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  /** Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX). */
  object?: CustomEntity;
  problem?: BatchProblem;
}

export interface CustomEntityBatchResults {
  results: CustomEntityBatchResult[];
}

/** The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id. */
export interface CustomEntityDraft {
  /** Must start with the root type. Default: the root type. */
  typePath?: string;
  name?: string | null;
  /** External ID, unique per kind. */
  federatedId?: string | null;
  [key: string]: unknown;
}

export interface CustomEntityPage {
  results: CustomEntity[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface DataRetention {
  /** After the run has ended. Default: 90. */
  runs?: number;
  /** After a webhook delivery succeeded or was canceled. Parked ones are kept for 90 days, or longer if this is longer. Default: 30. */
  deliveries?: number;
  /** After the load has ended. Default: kept. */
  loads?: number;
  /** After the upload of a file that no entity, load or open task uses. At least 7. Default: kept. */
  unusedFiles?: number;
}

export interface DataRetentionUpdate {
  runs?: number | null;
  deliveries?: number | null;
  loads?: number | null;
  unusedFiles?: number | null;
}

export type DateFormat = "YYYY-MM-DD" | "DD.MM.YYYY" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD-MM-YYYY" | "YYYY/MM/DD" | "YYYYMMDD";

export interface DescribedEntityType {
  id: TypePath;
  entityType: "entity-type";
  typePath: TypePath;
  label: string;
  /** open stores undefined properties and creates subtypes on first use; strict rejects both. */
  mode: "open" | "strict";
  /** false if the type was seen in an entity but never defined. */
  isDescribed: boolean;
  /** The type's own properties. */
  properties: ShownProperty[];
  /** Properties of its parent types, and built-in properties. */
  inheritedProperties: InheritedProperty[];
  /** The type's own presentation; null if it has none. */
  presentation: Presentation | null;
  /** Its presentation with what it inherits from its parent types. */
  effectivePresentation: Presentation;
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  version: number;
  conversion: Conversion;
}

export interface DescribedProperty {
  slug: PropertySlug;
  /** Default: the column name. */
  label?: string;
  propertyType: "string" | "text" | "number" | "currency" | "percent" | "rating" | "date" | "datetime" | "boolean" | "choice" | "multi_select" | "url" | "image" | "image_list" | "json" | "object_reference" | "object_ref_list" | "size_range" | "user_list";
  /** The slug that holds the text values now; the values move to slug. Default: slug. */
  columnName?: string;
  /** Indexed, and included in q. */
  searchable?: boolean;
  /** Hidden from forms. Loads can still write it, with a warning. */
  disabled?: boolean;
  /** For choice and multi_select. */
  optionSetId?: string;
  /** For object_reference and object_ref_list: an entity type. */
  referenceType?: string;
  /** For currency: an ISO 4217 code. */
  currency?: string;
  /** For number, currency, percent and rating. Default for rating: 0. */
  min?: number;
  /** For number, currency, percent and rating. Default for rating: 5. */
  max?: number;
  /** For size_range: the property that names the size range template. */
  templateProperty?: PropertySlug;
}

export interface EntityChangeEvent {
  /** <what>|<what happened>, such as item|update. Webhooks and workflows listen to it. */
  triggerKey: string;
  occurredOn: Time;
  /** Shared by all changes of a request, batch, load or workflow task. */
  changeSetId: string;
  /** <entityType>:<id> */
  entityReference: string;
  /** The entity after the change; absent after a deletion. */
  newData?: Record<string, unknown>;
  /** The entity before the change; absent for a creation. */
  oldData?: Record<string, unknown>;
  /** By slug, for an update. */
  propertyDiffs?: Record<string, PropertyDiff>;
  /** A cursor of the change history, to continue after this change. */
  changeId?: string;
}

export interface EntityChangeMessage {
  /** The same on every attempt and replay: use it to detect duplicates. */
  id: Id;
  /** The trigger key of the event. */
  type: string;
  occurredOn: Time;
  /** The slug of the organization. */
  org: string;
  data: EntityChangeEvent;
  /** The number of the message among those about this entity, from 1; null without an entity. */
  sequence: number | null;
  /** The number of the previous message about the entity: if you did not receive it, it is missing. */
  previousSequence: number | null;
}

export interface EntityDeletePlan {
  /** The entity and, with cascade, all that would be deleted with it. */
  deleted: PlannedDelete[];
  /** The entities that would stay, without their references to the deleted ones. */
  updated: PlannedUpdate[];
}

export interface EntityGroup {
  /** The value of each field of groupBy, by its name. */
  group: Record<string, GroupValue>;
  /** The number of entities. */
  count: number;
  /** The value of each metric, by its name such as sum:price; null if no entity has a value. */
  metrics: Record<string, string | number | null>;
}

export interface EntityGroups {
  results: EntityGroup[];
  /** The number of all groups. If it is larger than the number of results, limit cut them. */
  totalGroups: number;
}

/** Names an entity by its external ID. In a batch, an earlier operation may create it. */
export interface EntityReference {
  federatedId: string;
}

export interface EntityRestore {
  /** A change history cursor or a time. Required for an entity that exists. Default: the last state. */
  asOf?: string;
  /** Only these properties of an entity that exists, by slug; also name, federatedId and typePath. */
  properties?: string[];
}

export interface EntityType {
  id: TypePath;
  entityType: "entity-type";
  typePath: TypePath;
  label: string;
  /** open stores undefined properties and creates subtypes on first use; strict rejects both. */
  mode: "open" | "strict";
  /** false if the type was seen in an entity but never defined. */
  isDescribed: boolean;
  /** The type's own properties. */
  properties: ShownProperty[];
  /** Properties of its parent types, and built-in properties. */
  inheritedProperties: InheritedProperty[];
  /** The type's own presentation; null if it has none. */
  presentation: Presentation | null;
  /** Its presentation with what it inherits from its parent types. */
  effectivePresentation: Presentation;
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  version: number;
}

export interface EntityTypeCreate {
  typePath: TypePath;
  /** Default: the last segment of the path. */
  label?: string;
  /** Default: the mode of the parent type. */
  mode?: "open" | "strict";
  properties?: Property[];
  /** Default: that of the parent types. */
  presentation?: Presentation | null;
}

export interface EntityTypeDescribe {
  properties: DescribedProperty[];
}

/** A JSON Schema, draft 2020-12. */
export interface EntityTypeJsonSchema {
  "$schema": string;
  type: "object";
  [key: string]: unknown;
}

export interface EntityTypePage {
  results: EntityType[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface EntityTypeUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  label?: string;
  /** open stores undefined properties and creates subtypes on first use; strict rejects both. */
  mode?: "open" | "strict";
  /** Accepted for round trips; ignored. */
  isDescribed?: unknown;
  /** The complete list: properties that are not in it are removed. */
  properties?: Property[];
  /** Accepted for round trips; ignored. */
  inheritedProperties?: unknown;
  /** Replaces the whole presentation; null removes it. */
  presentation?: Presentation | null;
  /** Accepted for round trips; ignored. */
  effectivePresentation?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
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
  /** As saved, without the secrets of their requests. */
  tasks: EventWorkflowSavedTask[];
  maxConcurrentProcesses: number;
  reentrant: boolean;
  /** The workflow has the current permissions of this user, key or app. null: unknown; take over the workflow. */
  owner: EventWorkflowOwner | null;
  actsAs: EventWorkflowActsAs | null;
  /** Why the workflow is stopped, for example because its owner is a deactivated user or a revoked key. null: it is not stopped. */
  stoppedReason: string | null;
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  /** A process keeps the version it started with. */
  version: number;
}

export interface EventWorkflowActsAs {
  appId: Id;
}

export interface EventWorkflowCallback {
  id: Id;
  receivedOn: Time;
  status: "SUCCESS" | "FAILURE" | "PROGRESS";
  /** held: received early and queued for the task. superseded: the task failed before the callback could be applied. */
  verdict: "applied" | "held" | "repeated" | "refused" | "superseded";
  detail?: string;
  actorId?: string;
  actorName?: string;
  /** SHA-256 of the request body. */
  bodyHash: string;
}

export interface EventWorkflowCallbackList {
  results: EventWorkflowCallback[];
}

export interface EventWorkflowCreate {
  name: string;
  /** Unique. Default: derived from the name. */
  identifier?: string;
  /** A disabled workflow starts no processes; active processes continue. Default: true. */
  isActive?: boolean;
  description?: string;
  /** Such as item|update, assortment|publish, manual|approve, cron|0 6 * * 1-5, webhook|<id>. */
  triggers: string[];
  /** An expression over the event, such as {newData.status} === 'approved'. Default: every event starts the workflow. */
  conditional?: string;
  tasks: EventWorkflowTaskDefinition[];
  /** Further processes wait. Default: 25. */
  maxConcurrentProcesses?: number;
  /** true: changes made by its own processes can trigger it again. Default: false. */
  reentrant?: boolean;
  /** The app whose permissions the workflow uses instead of its owner's. The caller needs at least these permissions. */
  actsAs?: EventWorkflowActsAs;
}

export interface EventWorkflowFailure {
  /** error, timeout, callback, canceled, limit, or stopped. */
  code: string;
  message: string;
  taskId?: Id;
  taskName?: string;
}

/** A field of an answer, like a property of an entity type. */
export interface EventWorkflowFormField {
  /** The member of the output: later tasks read {tasks.<name>.output.<slug>}. */
  slug: PropertySlug;
  propertyType: "string" | "text" | "number" | "currency" | "percent" | "rating" | "date" | "datetime" | "boolean" | "choice" | "multi_select" | "url";
  /** Default: the slug. */
  label?: string;
  /** Help for the person who answers. */
  description?: string;
  /** Default: false. */
  required?: boolean;
  /** For choice and multi_select, in display order. */
  options?: Option[];
  /** For currency: an ISO 4217 code. */
  currency?: string;
  /** For number, currency, percent and rating. Default for rating: 0. */
  min?: number;
  /** For number, currency, percent and rating. Default for rating: 5. */
  max?: number;
}

export interface EventWorkflowOwner {
  type: "user" | "key" | "token" | "app";
  id: Id;
  /** The name of the user or app; empty if it was deleted. */
  name: string;
  /** The label of the key or token. */
  label?: string;
}

export interface EventWorkflowPage {
  results: EventWorkflow[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface EventWorkflowProcess {
  id: Id;
  version: number;
  createdOn: Time;
  updatedOn: Time;
  startedOn?: Time;
  endedOn?: Time;
  /** A short status message. */
  subtext?: string;
  /** Omitted if the caller may not read the event that started the process. */
  failure?: EventWorkflowFailure;
  entityType: "event-workflow-process";
  typePath: "event-workflow-process";
  eventWorkflowId: Id;
  eventWorkflowVersion: number;
  status: "pending" | "running" | "awaiting" | "completed" | "failed" | "canceled";
  triggerKey: string;
  createdById?: string;
  /** The event that started the process. Entity data is limited to what the caller may read. */
  triggerEvent: JsonObject;
  /** By task name. Omitted if the caller may not read the event that started the process. */
  taskOutputs?: Record<string, JsonObject>;
  /** With relations=tasks. */
  tasks?: EventWorkflowTask[];
}

export interface EventWorkflowProcessEndEvent {
  /** <what>|<what happened>, such as item|update. Webhooks and workflows listen to it. */
  triggerKey: string;
  occurredOn: Time;
  /** Shared by all changes of a request, batch, load or workflow task. */
  changeSetId: string;
  /** <entityType>:<id> */
  entityReference: string;
  processId: Id;
  eventWorkflowId: Id;
  status: "completed" | "failed";
  /** What started the process: its trigger key and entity. */
  cause: JsonObject;
  failure?: EventWorkflowFailure;
  /** By task name: an object, or null without an output. */
  taskOutputs: Record<string, Json>;
}

export interface EventWorkflowProcessEndMessage {
  /** The same on every attempt and replay: use it to detect duplicates. */
  id: Id;
  /** The trigger key of the event. */
  type: string;
  occurredOn: Time;
  /** The slug of the organization. */
  org: string;
  data: EventWorkflowProcessEndEvent;
  /** The number of the message among those about this entity, from 1; null without an entity. */
  sequence: number | null;
  /** The number of the previous message about the entity: if you did not receive it, it is missing. */
  previousSequence: number | null;
}

export interface EventWorkflowProcessRestart {
  id: Id;
  createdOn: Time;
  actorId: string;
  actorName: string;
  fromTaskId: Id;
  /** Those that had started, in order. Omitted if the caller may not read tasks. */
  tasks?: EventWorkflowReplacedTask[];
}

export interface EventWorkflowProcessRestartPage {
  results: EventWorkflowProcessRestart[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
}

export interface EventWorkflowProcessRestartRequest {
  /** A completed or failed task of the process. */
  fromTaskId: Id;
  /** Replaces the output of the task, which is then completed. It must fit the form of the task. Default: the task itself runs again. */
  output?: JsonObject;
}

export interface EventWorkflowProcessSummary {
  id: Id;
  version: number;
  createdOn: Time;
  updatedOn: Time;
  startedOn?: Time;
  endedOn?: Time;
  /** A short status message. */
  subtext?: string;
  /** Omitted if the caller may not read the event that started the process. */
  failure?: EventWorkflowFailure;
  entityType: "event-workflow-process";
  typePath: "event-workflow-process";
  eventWorkflowId: Id;
  eventWorkflowVersion: number;
  status: "pending" | "running" | "awaiting" | "completed" | "failed" | "canceled";
  triggerKey: string;
  createdById?: string;
}

export interface EventWorkflowProcessSummaryPage {
  results: EventWorkflowProcessSummary[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

/** A task as it was before the restart. Its logs are kept. */
export interface EventWorkflowReplacedTask {
  id: Id;
  version: number;
  name: string;
  status: "pending" | "running" | "awaiting" | "completed" | "failed" | "canceled" | "skipped";
  /** The input of the action, without secrets. */
  input?: JsonObject;
  /** Omitted if the caller may not read the event that started the process. */
  output?: JsonObject;
  /** The source of each output value, by JSON pointer: task, callback, timeout, or restart. */
  outputSources?: Record<string, string>;
  /** A short status message. */
  subtext?: string;
  /** Percent, as reported by a callback. */
  progress?: number;
  /** Omitted if the caller may not read the event that started the process. */
  failure?: EventWorkflowFailure;
  /** The number of times its action was started. */
  attempt: number;
  startedOn?: Time;
  endedOn?: Time;
}

export interface EventWorkflowRequest {
  triggerKey: string;
  /** The event data that processes read: {newData.status}, {body.order}, … Default: empty. */
  event?: JsonObject;
  /** Starts only this workflow, if it listens to the key. */
  eventWorkflowId?: Id;
}

export interface EventWorkflowRetry {
  /** The number of retries after an error, also of a worker, or a timeout. A callback with FAILURE is final. */
  attempts: number;
  /** Delay before the first retry; doubles with each retry. Default: 10. */
  backoffSeconds?: number;
}

export interface EventWorkflowSavedTask {
  name: string;
  action: string;
  async: boolean;
  config: JsonObject;
  [key: string]: unknown;
}

export interface EventWorkflowTask {
  id: Id;
  version: number;
  createdOn: Time;
  updatedOn: Time;
  startedOn?: Time;
  endedOn?: Time;
  /** A short status message. */
  subtext?: string;
  /** Omitted if the caller may not read the event that started the process. */
  failure?: EventWorkflowFailure;
  entityType: "event-workflow-task";
  typePath: "event-workflow-task";
  name: string;
  status: "pending" | "running" | "awaiting" | "completed" | "failed" | "canceled" | "skipped";
  processId: Id;
  action: string;
  async: boolean;
  /** The input of the action, without secrets. */
  input?: JsonObject;
  /** Omitted if the caller may not read the event that started the process. */
  output?: JsonObject;
  /** The source of each output value, by JSON pointer: task, callback, timeout, or restart. */
  outputSources?: Record<string, string>;
  /** One entry per line, with the time it was received. Lists return the last 100. Empty if the caller may not read the event that started the process. */
  logs: string[];
  logLineCount: number;
  /** Percent, as reported by a callback. */
  progress?: number;
  /** The number of times its action was started. */
  attempt: number;
  /** Sent with its requests; the same for every attempt. */
  idempotencyKey: string;
  /** When the task times out. */
  deadline?: Time;
  claim?: EventWorkflowTaskClaim;
  /** A worker released the task: other workers can claim it from this time. */
  availableOn?: Time;
  /** The fields of its answer: the output of a callback must fit them. */
  form?: EventWorkflowFormField[];
}

/** The external worker that currently holds the lease. */
export interface EventWorkflowTaskClaim {
  workerId: string;
  leasedUntil: Time;
}

export interface EventWorkflowTaskClaimRenewal {
  /** Identifies this worker, for example by host and process. */
  workerId: string;
  /** From now. 0 releases the task immediately. */
  leaseSeconds: number;
}

export interface EventWorkflowTaskClaimRequest {
  /** Identifies this worker, for example by host and process. */
  workerId: string;
  /** Claims only tasks with this action. */
  action?: string;
  /** Claims only tasks with these names. */
  names?: string[];
  /** The maximum number of tasks. */
  limit?: number;
  /** No other worker can claim the tasks during the lease. Renew it while the work continues. */
  leaseSeconds?: number;
  /** Seconds to wait for a task (max 30). */
  wait?: number;
}

export interface EventWorkflowTaskDefinition {
  /** Unique in the workflow: later tasks read {tasks.<name>.output}. */
  name: string;
  /** http, script, create-entity, update-entity, load, publish-assortment, delay, external, or an action that the operator added. */
  action: string;
  /** true: after its own work, the task waits for a callback. An external task is always async. Default: false. */
  async?: boolean;
  /** The settings of the action; every text can contain placeholders. */
  config?: JsonObject;
  /** From start to end, including waiting. Default: 5 minutes, or 7 days for an async task. */
  timeoutSeconds?: number;
  /** An async task times out if it receives no heartbeat (PROGRESS or subtext) in this time. */
  heartbeatSeconds?: number;
  /** Default: fail. */
  onTimeout?: "fail" | "complete";
  /** The output of a task that completes on timeout. */
  timeoutOutput?: JsonObject;
  /** For external tasks: the fields of the answer. Default: any output is accepted. */
  form?: EventWorkflowFormField[];
  retry?: EventWorkflowRetry;
}

export interface EventWorkflowTaskPage {
  results: EventWorkflowTask[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface EventWorkflowTaskRelease {
  /** Identifies this worker, for example by host and process. */
  workerId: string;
  /** No worker can claim the task before this time has passed. The timeout of the task continues. */
  afterSeconds?: number;
  /** Shown as the status message of the task, and added to its logs. */
  reason: string;
  /** A text is one line; each entry of a list is one line. At most 1,000 lines per request, 16 KiB per line and 10 MiB per task. */
  logs?: unknown;
}

/** subtext. Other fields must have the values that were read. */
export interface EventWorkflowTaskUpdate {
  subtext?: string | null;
  [key: string]: unknown;
}

export interface EventWorkflowTaskWorkerFailure {
  /** Identifies this worker, for example by host and process. */
  workerId: string;
  /** The error. Shown as the failure of the task, and added to its logs. */
  message: string;
  /** A text is one line; each entry of a list is one line. At most 1,000 lines per request, 16 KiB per line and 10 MiB per task. */
  logs?: unknown;
}

export interface EventWorkflowUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  name?: string;
  /** Unique. Default: derived from the name. */
  identifier?: string;
  /** A disabled workflow starts no processes; active processes continue. Default: true. */
  isActive?: boolean;
  description?: string | null;
  /** Such as item|update, assortment|publish, manual|approve, cron|0 6 * * 1-5, webhook|<id>. */
  triggers?: string[];
  /** An expression over the event, such as {newData.status} === 'approved'. Default: every event starts the workflow. */
  conditional?: string | null;
  tasks?: EventWorkflowTaskDefinition[];
  /** Further processes wait. Default: 25. */
  maxConcurrentProcesses?: number;
  /** true: changes made by its own processes can trigger it again. Default: false. */
  reentrant?: boolean;
  /** Accepted for round trips; ignored. */
  owner?: unknown;
  actsAs?: EventWorkflowActsAs | null;
  /** Accepted for round trips; ignored. */
  stoppedReason?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
  /** true: the workflow acts as the caller from now on. Otherwise its owner stays the same, even if another caller saves it. */
  takeOver?: boolean;
}

export interface ExpressionReading {
  toProperty: string;
  place: string;
  source: unknown;
  reading: "literal" | "template" | "expression";
}

/** The remaining fields are the event; listeners use eventType|actionType. */
export interface ExternalEvent {
  eventType: string;
  actionType: string;
  [key: string]: unknown;
}

export interface ExternalEventMessage {
  /** The same on every attempt and replay: use it to detect duplicates. */
  id: Id;
  /** The trigger key of the event. */
  type: string;
  occurredOn: Time;
  /** The slug of the organization. */
  org: string;
  data: RaisedExternalEvent;
  /** The number of the message among those about this entity, from 1; null without an entity. */
  sequence: number | null;
  /** The number of the previous message about the entity: if you did not receive it, it is missing. */
  previousSequence: number | null;
}

export interface FileUpload {
  fileName?: string;
  contentType?: string;
  /** Must be the last part. */
  file: string;
}

export interface FormerSlug {
  slug: Slug;
  validUntil: Time;
}

export interface FoundOfKind {
  /** The kind, such as item. */
  kind: string;
  results: AnyEntity[];
  /** Whether the list of the kind has more with the same q. */
  hasMore: boolean;
}

export interface GroupValue {
  /** null for entities without a value. Of a number band, its lower end. */
  value: string | number | boolean | null;
  /** Of a number band: its upper end, which belongs to the next band. */
  to?: number;
  /** The label of an option or type, or the name of a referenced entity that the credential may read. */
  label?: string;
}

/** 16 characters, opaque, ordered by creation time. */
export type Id = string;

export interface ImportedOrg {
  org: OperatorOrg;
  toEnterAgain: OrgSecretsToEnter;
}

export interface InboundWebhook {
  id: Id;
  entityType: "inbound-webhook";
  typePath: "inbound-webhook";
  name: string;
  description: string | null;
  isActive: boolean;
  /** webhook|<id>: the key that workflows listen to. */
  triggerKey: string;
  /** The URL to call, with the secret. */
  url: string;
  /** Requests may use any of them. Two while rotating. */
  secrets: SecretValidity[];
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
  /** webhook|<id>: the key that workflows listen to. */
  triggerKey: string;
  /** The URL to call, with the secret. */
  url: string;
  /** Requests may use any of them. Two while rotating. */
  secrets: SecretValidity[];
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  version: number;
  /** Shown only once. Callers send it as X-Webhook-Secret, or sign with it. */
  secret: string;
}

export interface InboundWebhookPage {
  results: InboundWebhook[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface InboundWebhookReceipt {
  /** The processes that were started. */
  processIds: Id[];
}

export interface InboundWebhookUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  name?: string;
  description?: string | null;
  isActive?: boolean;
  /** Accepted for round trips; ignored. */
  triggerKey?: unknown;
  /** Accepted for round trips; ignored. */
  url?: unknown;
  /** Accepted for round trips; ignored. */
  secrets?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
}

/** A property of a parent type, or a built-in one. */
export interface InheritedProperty {
  slug: string;
  label: string;
  propertyType: string;
  declaredBy: string;
  isBuiltIn: boolean;
  [key: string]: unknown;
}

/** Each property of the entity's type is a top-level key next to these fields. */
export interface Item {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  /** The item's role, derived from itemFamilyId. */
  roles?: ("family" | "option")[];
  /** The option's family. For a family, its own id. */
  itemFamilyId?: Id;
  /** The dimension in which options differ, such as color. */
  optionGroup?: string;
  optionName?: string;
  [key: string]: unknown;
}

export interface ItemBatch {
  operations: ItemBatchOperation[];
  /** true: all operations or none. false: each operation on its own. */
  atomic?: boolean;
}

export interface ItemBatchOperation {
  op: "create" | "update" | "upsert" | "delete";
  id?: string;
  federatedId?: string;
  object?: ItemDraft;
}

export interface ItemBatchResult {
  /** The status that the single operation would have returned; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  /** Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX). */
  object?: Item;
  problem?: BatchProblem;
}

export interface ItemBatchResults {
  results: ItemBatchResult[];
}

/** The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id. */
export interface ItemDraft {
  /** Must start with the root type. Default: for an option the type of its family, otherwise the root type. */
  typePath?: string;
  name?: string | null;
  /** External ID, unique per kind. */
  federatedId?: string | null;
  /** The item's role, derived from itemFamilyId. */
  roles?: ("family" | "option")[] | null;
  itemFamilyId?: Id | null;
  /** The dimension in which options differ, such as color. */
  optionGroup?: string | null;
  optionName?: string | null;
  /** In place of itemFamilyId. */
  itemFamily?: EntityReference;
  [key: string]: unknown;
}

export interface ItemPage {
  results: Item[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

/** Any JSON value. */
export type Json = unknown;

/** Any JSON object. */
export type JsonObject = Record<string, Json>;

/** A JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export interface KeptChange {
  entityReference: string;
  /** Absent: nothing of the entity was reverted. */
  properties?: string[];
  reason: string;
}

export interface LoadCounts {
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: number;
}

export interface LoadEndEvent {
  /** <what>|<what happened>, such as item|update. Webhooks and workflows listen to it. */
  triggerKey: string;
  occurredOn: Time;
  /** Shared by all changes of a request, batch, load or workflow task. */
  changeSetId: string;
  /** <entityType>:<id> */
  entityReference: string;
  loaderProcessId: Id;
  status: "completed" | "failed";
  failureArea: "NONE" | "PARSING_CSV" | "VALIDATING_DATA" | "TRANSFORMING_DATA" | "UPLOADING_DATA";
  /** By entity type. */
  counts: Record<string, LoadCounts>;
  warnings: number;
  errors: number;
}

export interface LoadEndMessage {
  /** The same on every attempt and replay: use it to detect duplicates. */
  id: Id;
  /** The trigger key of the event. */
  type: string;
  occurredOn: Time;
  /** The slug of the organization. */
  org: string;
  data: LoadEndEvent;
  /** The number of the message among those about this entity, from 1; null without an entity. */
  sequence: number | null;
  /** The number of the previous message about the entity: if you did not receive it, it is missing. */
  previousSequence: number | null;
}

export interface LoadIssue {
  /** As in a spreadsheet: the header is row 1. */
  rowNumber?: number;
  columnName?: string;
  issueType: "CONFIG" | "HEADER_MISMATCH" | "MISSING_DATA" | "INVALID_DATA" | "VALIDATION_ERROR" | "DUPLICATE_FEDERATED_ID" | "SYSTEM_ERROR";
  severity: "error" | "warning";
  message: string;
  suggestion?: string;
  /** The value of the cell. */
  data?: string;
}

export interface LoadLiteralMapping {
  /** The column that federatedMappings adds. */
  target: string;
  /** The text of every row. */
  text: string;
  /** Whether the target identifies or names the entity of a row. */
  isKey: boolean;
  /** The column of the file that may be meant. */
  closestColumn?: string;
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
  rows: LoadSampleRow[];
}

export interface LoadSampleRow {
  rowNumber: number;
  values: unknown[];
}

export interface LoadUndo {
  status: "pending" | "running" | "completed" | "failed";
  reverted: number;
  notReverted: number;
  /** The first 1,000. */
  reasons: LoadUndoReason[];
}

export interface LoadUndoReason {
  entityReference: string;
  message: string;
}

export interface LoaderProcess {
  /** The entity types to load. */
  loadType?: ("ITEM" | "PROJECT_ITEM" | "ASSORTMENT" | "COLOR" | "CUSTOM_ENTITY" | "SIZE_RANGE_TEMPLATE")[];
  /** The id of the uploaded CSV file. */
  fileLocation?: Id;
  /** By target column: the CSV column to copy, or a constant for every row. The load reports each constant in literalMappings; strictColumns refuses them. */
  federatedMappings?: Record<string, string>;
  conditionalColumns?: ColumnDefinition[];
  propertiesToRemove?: string[];
  /** The identifier of the project for project items. */
  workspaceIdentifier?: string;
  assortmentSplit?: AssortmentSplit;
  /** Same as in assortmentSplit, which takes precedence. */
  partialAssortmentUpdate?: boolean;
  /** Same as dropField in assortmentSplit, which takes precedence. */
  assortmentItemDropField?: string;
  /** Writes items directly: faster, but without history, summary, composites and assortment|publish. */
  shouldSkipAssortmentPublish?: boolean;
  /** Default: detected. */
  encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** A comma, semicolon, tab or vertical bar. Default: detected from the header. */
  delimiter?: string;
  /** How cells of number, currency, percent and rating properties are written, shown by an example: 1.234,56 reads 1.234,50 and 1234,5. Default: 1234.56, and grouped forms that have only one meaning. */
  numberFormat?: NumberFormat;
  /** How cells of date properties are written, and the date in cells of datetime properties, such as 31.12.2026 14:30Z. Default: YYYY-MM-DD. */
  dateFormat?: DateFormat;
  /** abort (default): an error found before the first write stops the load, and nothing is written. skip: valid rows are loaded. */
  onRowError?: "abort" | "skip";
  /** true makes it an error if an expression, a template or federatedMappings names a column that does not exist. */
  strictColumns?: boolean;
  /** Rejects a load that would remove more items than this from an assortment. */
  maxRemovals?: number;
  /** The id of an uploaded YAML or JSON file with a configuration. Values given here take precedence. */
  loaderConfigurationId?: Id;
  /** Does everything except the writes, and returns a plan. */
  dryRun?: boolean;
  /** With dryRun: returns immediately, with this many rows per step. */
  sampleRows?: number;
  /** The dry run whose plan is applied exactly. */
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
  /** A short progress message. */
  subtext: string;
  progress: LoadProgress;
  /** By entity type. */
  counts: Record<string, LoadCounts>;
  warnings: number;
  errors: number;
  /** A CSV of the rows with issues: all their columns, and the issues. */
  issuesFileId?: Id;
  /** A CSV with the result and the entities of each row. */
  resultFileId?: Id;
  /** After a dry run: one line of JSON per entity that would change. */
  planFileId?: Id;
  /** Shared by all changes of the load. */
  changeSetId: string;
  undo?: LoadUndo;
  /** The first 1,000. The issues file has all of them. */
  issues: LoadIssue[];
  preprocessingStepResults: PreprocessingStepResult[];
  /** The entries of federatedMappings whose source is not a column: every row gets the text. */
  literalMappings?: LoadLiteralMapping[];
  /** Columns that were stored without a definition. POST /entity-types/{typePath}/describe defines properties for them. */
  undescribedColumns?: UndescribedColumn[];
  /** After a dry run: how each value of conditionalColumns was interpreted. */
  expressionReadings?: ExpressionReading[];
  /** With sampleRows: the first rows after each step. */
  samples?: LoadSample[];
}

export interface LoaderProcessCreate {
  /** The entity types to load. */
  loadType?: ("ITEM" | "PROJECT_ITEM" | "ASSORTMENT" | "COLOR" | "CUSTOM_ENTITY" | "SIZE_RANGE_TEMPLATE")[];
  /** The id of the uploaded CSV file. */
  fileLocation?: Id;
  /** By target column: the CSV column to copy, or a constant for every row. The load reports each constant in literalMappings; strictColumns refuses them. */
  federatedMappings?: Record<string, string>;
  conditionalColumns?: ColumnDefinition[];
  propertiesToRemove?: string[];
  /** The identifier of the project for project items. */
  workspaceIdentifier?: string;
  assortmentSplit?: AssortmentSplit;
  /** Same as in assortmentSplit, which takes precedence. */
  partialAssortmentUpdate?: boolean;
  /** Same as dropField in assortmentSplit, which takes precedence. */
  assortmentItemDropField?: string;
  /** Writes items directly: faster, but without history, summary, composites and assortment|publish. */
  shouldSkipAssortmentPublish?: boolean;
  /** Default: detected. */
  encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** A comma, semicolon, tab or vertical bar. Default: detected from the header. */
  delimiter?: string;
  /** How cells of number, currency, percent and rating properties are written, shown by an example: 1.234,56 reads 1.234,50 and 1234,5. Default: 1234.56, and grouped forms that have only one meaning. */
  numberFormat?: NumberFormat;
  /** How cells of date properties are written, and the date in cells of datetime properties, such as 31.12.2026 14:30Z. Default: YYYY-MM-DD. */
  dateFormat?: DateFormat;
  /** abort (default): an error found before the first write stops the load, and nothing is written. skip: valid rows are loaded. */
  onRowError?: "abort" | "skip";
  /** true makes it an error if an expression, a template or federatedMappings names a column that does not exist. */
  strictColumns?: boolean;
  /** Rejects a load that would remove more items than this from an assortment. */
  maxRemovals?: number;
  /** The id of an uploaded YAML or JSON file with a configuration. Values given here take precedence. */
  loaderConfigurationId?: Id;
  /** Does everything except the writes, and returns a plan. */
  dryRun?: boolean;
  /** With dryRun: returns immediately, with this many rows per step. */
  sampleRows?: number;
  /** The dry run whose plan is applied exactly. */
  applyPlanOf?: Id;
}

export interface LoaderProcessSummary {
  /** The entity types to load. */
  loadType?: ("ITEM" | "PROJECT_ITEM" | "ASSORTMENT" | "COLOR" | "CUSTOM_ENTITY" | "SIZE_RANGE_TEMPLATE")[];
  /** The id of the uploaded CSV file. */
  fileLocation?: Id;
  /** By target column: the CSV column to copy, or a constant for every row. The load reports each constant in literalMappings; strictColumns refuses them. */
  federatedMappings?: Record<string, string>;
  conditionalColumns?: ColumnDefinition[];
  propertiesToRemove?: string[];
  /** The identifier of the project for project items. */
  workspaceIdentifier?: string;
  assortmentSplit?: AssortmentSplit;
  /** Same as in assortmentSplit, which takes precedence. */
  partialAssortmentUpdate?: boolean;
  /** Same as dropField in assortmentSplit, which takes precedence. */
  assortmentItemDropField?: string;
  /** Writes items directly: faster, but without history, summary, composites and assortment|publish. */
  shouldSkipAssortmentPublish?: boolean;
  /** Default: detected. */
  encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** A comma, semicolon, tab or vertical bar. Default: detected from the header. */
  delimiter?: string;
  /** How cells of number, currency, percent and rating properties are written, shown by an example: 1.234,56 reads 1.234,50 and 1234,5. Default: 1234.56, and grouped forms that have only one meaning. */
  numberFormat?: NumberFormat;
  /** How cells of date properties are written, and the date in cells of datetime properties, such as 31.12.2026 14:30Z. Default: YYYY-MM-DD. */
  dateFormat?: DateFormat;
  /** abort (default): an error found before the first write stops the load, and nothing is written. skip: valid rows are loaded. */
  onRowError?: "abort" | "skip";
  /** true makes it an error if an expression, a template or federatedMappings names a column that does not exist. */
  strictColumns?: boolean;
  /** Rejects a load that would remove more items than this from an assortment. */
  maxRemovals?: number;
  /** The id of an uploaded YAML or JSON file with a configuration. Values given here take precedence. */
  loaderConfigurationId?: Id;
  /** Does everything except the writes, and returns a plan. */
  dryRun?: boolean;
  /** With dryRun: returns immediately, with this many rows per step. */
  sampleRows?: number;
  /** The dry run whose plan is applied exactly. */
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
  /** A short progress message. */
  subtext: string;
  progress: LoadProgress;
  /** By entity type. */
  counts: Record<string, LoadCounts>;
  warnings: number;
  errors: number;
  /** A CSV of the rows with issues: all their columns, and the issues. */
  issuesFileId?: Id;
  /** A CSV with the result and the entities of each row. */
  resultFileId?: Id;
  /** After a dry run: one line of JSON per entity that would change. */
  planFileId?: Id;
  /** Shared by all changes of the load. */
  changeSetId: string;
  undo?: LoadUndo;
}

export interface LoaderProcessSummaryPage {
  results: LoaderProcessSummary[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
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
  /** token returns an access token; session sets a cookie for browsers. */
  grant?: "token" | "session";
}

export type NumberFormat = "1,234.56" | "1.234,56" | "1 234,56" | "1'234.56";

export interface OAuthAnswer {
  /** The parameters of the authorization request, as the application sent them: response_type=code&client_id=… */
  request: string;
  /** read: only read with the rights of the user; write: also change; none: deny the request. */
  grant: "read" | "write" | "none";
}

export interface OAuthRedirect {
  /** The URL to open. */
  location: string;
}

export interface OAuthRequest {
  /** The name that the application gave itself. Not verified. */
  clientName: string;
  /** Where the browser returns to with the authorization code. */
  returnsTo: OAuthReturn;
  /** The requested scope; null if the request names none. */
  scope: "read" | "write" | null;
}

export interface OAuthReturn {
  /** website: any user's browser; computer: a program on the same computer; app: an installed app. */
  kind: "website" | "computer" | "app";
  /** The host, or the URL scheme of the app. */
  name: string;
}

/** An organization as the operator sees it. */
export interface OperatorOrg {
  id: Id;
  slug: Slug;
  name: string;
  /** deleting: a deletion is requested or in progress. */
  status: "active" | "suspended" | "deleting";
  createdOn: Time;
  /** The latest change, sign-in or use of a key. */
  lastActivityOn: Time | null;
  users: number;
  entities: number;
  files: number;
  /** The size of all files in bytes. */
  fileBytes: number;
  /** null unless the organization is suspended. */
  suspension: OrgSuspension | null;
  /** null unless a deletion is requested or in progress. */
  deletion: OrgDeletion | null;
  /** Slugs from before a rename that still work. */
  formerSlugs: FormerSlug[];
}

export interface OperatorOrgPage {
  results: OperatorOrg[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
}

export interface Option {
  value: string;
  display: string;
  /** The color of its label. Default: none. */
  color?: "grey" | "red" | "orange" | "amber" | "lime" | "green" | "teal" | "cyan" | "blue" | "indigo" | "violet" | "pink";
}

export interface OptionSet {
  id: Id;
  entityType: "option-set";
  typePath: "option-set";
  name: string;
  federatedId: string | null;
  options: ShownOption[];
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  version: number;
}

export interface OptionSetCreate {
  name: string;
  federatedId?: string;
  /** In display order. */
  options?: Option[];
}

export interface OptionSetPage {
  results: OptionSet[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface OptionSetUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  name?: string;
  federatedId?: string | null;
  /** In display order. */
  options?: Option[];
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
}

export interface Org {
  id: Id;
  entityType: "org";
  slug: Slug;
  name: string;
  timeZone: string;
  /** The OpenID Connect provider. Shown to administrators only. */
  sso: OrgSso | null;
  /** Retention of change records in days, by entity type. Records of other types are kept indefinitely. */
  retention: Record<string, number>;
  /** Retention of audit entries in days, at least 90. null: the operator's default. */
  auditRetentionDays: number | null;
  /** Retention of runs, webhook deliveries, loads and unused files in days. For data that is not named, the default applies. */
  dataRetention: DataRetention;
  /** The maximum and default lifetime of a new API key in days. null: no limit. */
  keyLifetimeDays: number | null;
  /** The IP addresses that outbound requests come from, for allowlists. Empty if they vary. */
  egressAddresses: string[];
  createdOn: Time;
  updatedOn: Time;
  version: number;
}

/** A deletion of an organization. Once completed, it is the receipt. */
export interface OrgDeletion {
  id: Id;
  orgId: Id;
  /** The slug of the organization when its deletion was requested. */
  slug: Slug;
  requestedOn: Time;
  /** The operator's account on the server, or operator token. */
  requestedBy: string;
  /** The deletion does not start before. Until it has started, resume cancels it. */
  dueOn: Time;
  startedOn: Time | null;
  completedOn: Time | null;
  /** The number of deleted rows by table. */
  rows: Record<string, number>;
  /** The number of deleted files. */
  files: number;
  /** Their size in bytes. */
  fileBytes: number;
}

export interface OrgDeletionPage {
  results: OrgDeletion[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
}

export interface OrgDeletionRequest {
  /** The current slug of the organization, to confirm the deletion. */
  confirm: string;
  /** Days until the deletion starts. */
  waitDays?: number;
  /** Starts within two minutes instead of after waitDays. Only for an organization that is suspended. */
  now?: boolean;
}

export interface OrgReference {
  id: Id;
  slug: Slug;
  name: string;
}

export interface OrgRename {
  slug: Slug;
}

/** Secrets are not exported: these must be entered again. */
export interface OrgSecretsToEnter {
  /** The number of users who had a password. */
  passwords: number;
  /** The names of apps that had keys. */
  keysOfApps: string[];
  signOnClientSecret: boolean;
  /** The ids, in the archive, of webhooks that had a secret. */
  webhooks: string[];
  /** The ids, in the archive, of inbound webhooks. */
  inboundWebhooks: string[];
  /** The identifiers of workflows with secrets of outbound requests. */
  workflows: string[];
}

export interface OrgSso {
  issuer: string;
  clientId: string;
  hasClientSecret: boolean;
  defaultRole: string | null;
  /** Only accounts with a verified email in one of these domains are admitted. */
  emailDomains: string[];
  /** Sign-in by password is rejected with sso-required. */
  isRequired: boolean;
}

export interface OrgSsoUpdate {
  issuer: string;
  clientId: string;
  /** Default: the stored secret stays. */
  clientSecret?: string;
  /** Accepted for round trips; ignored. */
  hasClientSecret?: unknown;
  /** The role of users who sign in for the first time. null: only existing users can sign in. */
  defaultRole?: string | null;
  /** Only accounts with a verified email in one of these domains are admitted, such as example.com. Subdomains are listed separately. An empty list admits all. Default: unchanged. */
  emailDomains?: string[];
  /** Rejects sign-in by password for all users of the organization. Sessions, keys and tokens stay valid. Default: unchanged. */
  isRequired?: boolean;
}

export interface OrgSuspend {
  /** Shown to the members of the organization, in the problem of every request. */
  reason: string;
}

export interface OrgSuspension {
  since: Time;
  reason: string;
}

export interface OrgUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  /** Accepted for round trips; ignored. */
  slug?: unknown;
  name?: string;
  timeZone?: string;
  sso?: OrgSsoUpdate | null;
  /** Updates the given entity types; null removes one. An empty object or null keeps all records indefinitely. */
  retention?: Record<string, number | null> | null;
  auditRetentionDays?: number | null;
  /** Updates the named data; null restores the default of one, or of all. */
  dataRetention?: DataRetentionUpdate | null;
  /** Existing keys keep their expiry. */
  keyLifetimeDays?: number | null;
  /** Accepted for round trips; ignored. */
  egressAddresses?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
}

export interface PlannedDelete {
  id: string;
  entityType: string;
  typePath: string;
  name?: string;
  federatedId?: string;
}

export interface PlannedUpdate {
  id: string;
  entityType: string;
  typePath: string;
  name?: string;
  federatedId?: string;
  /** The references that would be removed. */
  fields: string[];
}

export interface PreprocessingStepResult {
  preprocessingStepName: string;
  numberOfErrors: number;
  numberOfWarnings: number;
  /** A CSV with the first rows after this step. */
  fileId?: Id;
}

export interface Presentation {
  /** Such as Shoes. Not inherited, as the label of a type is not either. */
  pluralLabel?: string;
  icon?: "shirt" | "knitwear" | "dress" | "skirt" | "trousers" | "coat" | "underwear" | "swimwear" | "shoe" | "boot" | "bag" | "hat" | "belt" | "glasses" | "watch" | "jewelry" | "textile" | "color" | "ruler" | "factory" | "truck" | "store" | "calendar" | "folder" | "file" | "tag" | "star" | "box";
  /** The property with the picture of an entity. */
  pictureProperty?: string;
  /** Width to height of the area in which pictures are shown. */
  pictureRatio?: "1:1" | "4:5" | "3:4" | "4:3";
  /** The properties that identify an entity at a glance, in order. */
  keyFacts?: string[];
  /** The properties in groups with a title, in order. Properties in no section follow them. */
  sections?: PresentationSection[];
}

export interface PresentationSection {
  title: string;
  /** Slugs of properties, or fields of the kind. */
  properties: string[];
}

export interface Problem {
  /** The URL of a page about this code. */
  type: string;
  title: string;
  status: number;
  /** What happened and what to do. */
  detail: string;
  /** The path of the request. */
  instance: string;
  /** A stable identifier for programs. */
  code: string;
  requestId: string;
  errors?: RequestFault[];
  [key: string]: unknown;
}

/** Each property of the entity's type is a top-level key next to these fields. */
export interface Project {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  /** Unique in the organization. Default: derived from the name. */
  identifier?: string;
  /** Created with the project, with the same identifier. */
  rootWorkspaceId?: Id;
  [key: string]: unknown;
}

export interface ProjectBatch {
  operations: ProjectBatchOperation[];
  /** true: all operations or none. false: each operation on its own. */
  atomic?: boolean;
}

export interface ProjectBatchOperation {
  op: "create" | "update" | "upsert" | "delete";
  id?: string;
  federatedId?: string;
  object?: ProjectDraft;
}

export interface ProjectBatchResult {
  /** The status that the single operation would have returned; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  /** Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX). */
  object?: Project;
  problem?: BatchProblem;
}

export interface ProjectBatchResults {
  results: ProjectBatchResult[];
}

/** The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id. */
export interface ProjectDraft {
  /** Must start with the root type. Default: the root type. */
  typePath?: string;
  name?: string | null;
  /** External ID, unique per kind. */
  federatedId?: string | null;
  /** Unique in the organization. Default: derived from the name. */
  identifier?: string | null;
  rootWorkspaceId?: Id | null;
  [key: string]: unknown;
}

/** Each property of the entity's type is a top-level key next to these fields. */
export interface ProjectItem {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  projectId?: Id;
  itemId?: Id;
  [key: string]: unknown;
}

export interface ProjectItemBatch {
  operations: ProjectItemBatchOperation[];
  /** true: all operations or none. false: each operation on its own. */
  atomic?: boolean;
}

export interface ProjectItemBatchOperation {
  op: "create" | "update" | "upsert" | "delete";
  id?: string;
  federatedId?: string;
  object?: ProjectItemDraft;
}

export interface ProjectItemBatchResult {
  /** The status that the single operation would have returned; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  /** Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX). */
  object?: ProjectItem;
  problem?: BatchProblem;
}

export interface ProjectItemBatchResults {
  results: ProjectItemBatchResult[];
}

/** The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id. */
export interface ProjectItemDraft {
  /** Must start with the root type. Default: the root type. */
  typePath?: string;
  name?: string | null;
  /** External ID, unique per kind. */
  federatedId?: string | null;
  projectId?: Id | null;
  itemId?: Id | null;
  /** In place of projectId. */
  project?: EntityReference;
  /** In place of itemId. */
  item?: EntityReference;
  [key: string]: unknown;
}

export interface ProjectItemPage {
  results: ProjectItem[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface ProjectPage {
  results: Project[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface Property {
  slug: PropertySlug;
  label: string;
  propertyType: "string" | "text" | "number" | "currency" | "percent" | "rating" | "date" | "datetime" | "boolean" | "choice" | "multi_select" | "url" | "image" | "image_list" | "json" | "object_reference" | "object_ref_list" | "size_range" | "formula" | "sequence" | "user_list";
  required?: boolean;
  /** A complete entity has a value, but it can be saved without one. Default: false. */
  expected?: boolean;
  /** true: unique in the organization; family: unique in an item's family. Default: false. */
  unique?: boolean | "family";
  /** Indexed, and included in q. */
  searchable?: boolean;
  /** Hidden from forms. Loads can still write it, with a warning. */
  disabled?: boolean;
  /** For items and project items: stored on the family, on options, on each, or inherited with overrides. */
  level?: "family" | "option" | "all" | "override";
  /** Used on create if the property is omitted. */
  default?: Json;
  /** For choice and multi_select. */
  optionSetId?: string;
  /** For object_reference and object_ref_list: an entity type. */
  referenceType?: string;
  /** For currency: an ISO 4217 code. */
  currency?: string;
  /** For number, currency, percent and rating. Default for rating: 0. */
  min?: number;
  /** For number, currency, percent and rating. Default for rating: 5. */
  max?: number;
  /** For size_range: the property that names the size range template. */
  templateProperty?: PropertySlug;
  /** For formula. */
  expression?: string;
  /** For formula: the data type of its result. */
  resultKind?: "string" | "number" | "boolean" | "date" | "datetime";
  /** For sequence: the prefix, such as STY- in STY-000123. */
  prefix?: string;
  /** For sequence: the number of digits, such as 6 in STY-000123. */
  digits?: number;
}

export interface PropertyDiff {
  propertyName: string;
  oldValue: JsonValue;
  newValue: JsonValue;
}

/** The key of the property in an entity; case-sensitive. */
export type PropertySlug = string;

/** The members that the sender of the event chose, next to these. */
export interface RaisedExternalEvent {
  /** <what>|<what happened>, such as item|update. Webhooks and workflows listen to it. */
  triggerKey: string;
  occurredOn: Time;
  /** Shared by all changes of a request, batch, load or workflow task. */
  changeSetId: string;
  [key: string]: unknown;
}

export interface RateLimit {
  requestsPerSecond: number;
  burst: number;
}

export interface RequestFault {
  /** A JSON pointer into the body, such as #/name, or the name of a parameter. */
  pointer: string;
  code: string;
  detail: string;
}

export interface Retention {
  results: RetentionRow[];
}

export interface RetentionRow {
  data: "change-history" | "audit-log" | "runs" | "deliveries" | "loads" | "unused-files";
  /** Of change records with their own retention. Absent: all other types. */
  entityType?: string;
  /** null: kept indefinitely. */
  days: number | null;
  isDefault: boolean;
  /** The minimum that the organization can set. */
  minDays: number;
  /** The field of the organization that sets it. */
  setting: string;
  /** What is older is deleted by the next run. */
  expiresBefore: Time | null;
  /** The next run of the job that deletes it. null: not scheduled yet. */
  nextRunOn: Time | null;
}

export interface RevertedChange {
  entityReference: string;
  /** What was done to the entity. */
  action: "create" | "update" | "delete";
  /** The slugs of the properties that were set back by an update. */
  properties: string[];
}

export interface Right {
  verbs: ("read" | "create" | "update" | "delete")[];
  /** item is that type alone, item:* includes all types below it, * is all product data. */
  typePath: string;
  /** Only these properties, in addition to the identifying fields. Default: all. */
  fields?: string[];
  /** Only this project, its workspaces, project items, assortments and assortment items. Such a right does not cover data outside projects, such as items, colors and files. Default: everything. */
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
  /** The group's ID at the identity provider. Set by SCIM. */
  externalId: string | null;
  rights: Right[];
}

export interface RoleCreate {
  name: string;
  rights: Right[];
}

export interface RolePage {
  results: Role[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface RoleUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
  /** Accepted for round trips; ignored. */
  name?: unknown;
  /** Accepted for round trips; ignored. */
  displayName?: unknown;
  /** Accepted for round trips; ignored. */
  externalId?: unknown;
  rights?: Right[];
}

export interface SavedView {
  id: Id;
  entityType: "saved-view";
  typePath: "saved-view";
  name: string;
  /** The type that it lists, with all types below: item or item:apparel. */
  viewedType: TypePath;
  layout: "table" | "gallery" | "board";
  /** In order. Empty for the columns that the client chooses. */
  columns: ViewColumn[];
  /** As in the list, in addition to the type. */
  criteria: Record<string, Json>;
  /** The filters from which a client computed criteria, such as the last 7 days. Not interpreted. A change of criteria alone removes them. */
  filters: Json[] | null;
  q: string | null;
  order: ViewOrder[];
  /** As groupBy of the aggregate: season, or price:50. */
  group: string | null;
  density: "compact" | "standard" | "tall";
  /** The choice whose options are the columns of a board. */
  boardProperty: string | null;
  /** What the client plans for groups, such as numbers of options. Not interpreted. */
  targets: Record<string, Json>;
  /** private: only its owner. role: users with one of the roles. everyone: all who may read the kind. */
  scope: "private" | "role" | "everyone";
  /** The names of the roles, for the scope role. */
  roles: string[];
  /** Opens first. One view for everyone can be the default of a type. */
  isDefault: boolean;
  /** Only administrators can change or delete it. */
  isLocked: boolean;
  /** The user or app that created it. */
  ownerId: string;
  /** What no longer works, such as columns of a property that was removed. Omit those parts. */
  problems: ViewProblem[];
  createdOn: Time;
  updatedOn: Time;
  createdById: string | null;
  updatedById: string | null;
  version: number;
}

export interface SavedViewCreate {
  name: string;
  /** The type that it lists, with all types below: item or item:apparel. */
  viewedType: TypePath;
  layout?: "table" | "gallery" | "board";
  /** In order. Empty for the columns that the client chooses. */
  columns?: ViewColumn[];
  /** As in the list, in addition to the type. */
  criteria?: Record<string, Json>;
  /** The filters from which a client computed criteria, such as the last 7 days. Not interpreted. A change of criteria alone removes them. */
  filters?: Json[] | null;
  q?: string | null;
  order?: ViewOrder[];
  /** As groupBy of the aggregate: season, or price:50. */
  group?: string | null;
  density?: "compact" | "standard" | "tall";
  /** The choice whose options are the columns of a board. */
  boardProperty?: string | null;
  /** What the client plans for groups, such as numbers of options. Not interpreted. */
  targets?: Record<string, Json>;
  /** private: only its owner. role: users with one of the roles. everyone: all who may read the kind. */
  scope?: "private" | "role" | "everyone";
  /** The names of the roles, for the scope role. */
  roles?: string[];
  /** Opens first. One view for everyone can be the default of a type. */
  isDefault?: boolean;
  /** Only administrators can change or delete it. */
  isLocked?: boolean;
}

export interface SavedViewPage {
  results: SavedView[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface SavedViewUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  name?: string;
  /** Accepted for round trips; ignored. */
  viewedType?: unknown;
  layout?: "table" | "gallery" | "board";
  /** In order. Empty for the columns that the client chooses. */
  columns?: ViewColumn[];
  /** As in the list, in addition to the type. */
  criteria?: Record<string, Json>;
  /** The filters from which a client computed criteria, such as the last 7 days. Not interpreted. A change of criteria alone removes them. */
  filters?: Json[] | null;
  q?: string | null;
  order?: ViewOrder[];
  /** As groupBy of the aggregate: season, or price:50. */
  group?: string | null;
  density?: "compact" | "standard" | "tall";
  /** The choice whose options are the columns of a board. */
  boardProperty?: string | null;
  /** What the client plans for groups, such as numbers of options. Not interpreted. */
  targets?: Record<string, Json>;
  /** private: only its owner. role: users with one of the roles. everyone: all who may read the kind. */
  scope?: "private" | "role" | "everyone";
  /** The names of the roles, for the scope role. */
  roles?: string[];
  /** Opens first. One view for everyone can be the default of a type. */
  isDefault?: boolean;
  /** Only administrators can change or delete it. */
  isLocked?: boolean;
  /** Accepted for round trips; ignored. */
  ownerId?: unknown;
  /** Accepted for round trips; ignored. */
  problems?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
}

export interface SearchResults {
  results: FoundOfKind[];
}

export interface SecretValidity {
  since: Time;
  until: Time | null;
}

export interface ShownOption {
  value: string;
  display: string;
  color?: "grey" | "red" | "orange" | "amber" | "lime" | "green" | "teal" | "cyan" | "blue" | "indigo" | "violet" | "pink";
}

/** A property with its full definition. */
export interface ShownProperty {
  slug: string;
  label: string;
  propertyType: string;
  [key: string]: unknown;
}

export interface SizeRange {
  sizes: string[];
}

/** Each property of the entity's type is a top-level key next to these fields. */
export interface SizeRangeTemplate {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  sizeRange?: SizeRange;
  [key: string]: unknown;
}

export interface SizeRangeTemplateBatch {
  operations: SizeRangeTemplateBatchOperation[];
  /** true: all operations or none. false: each operation on its own. */
  atomic?: boolean;
}

export interface SizeRangeTemplateBatchOperation {
  op: "create" | "update" | "upsert" | "delete";
  id?: string;
  federatedId?: string;
  object?: SizeRangeTemplateDraft;
}

export interface SizeRangeTemplateBatchResult {
  /** The status that the single operation would have returned; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  /** Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX). */
  object?: SizeRangeTemplate;
  problem?: BatchProblem;
}

export interface SizeRangeTemplateBatchResults {
  results: SizeRangeTemplateBatchResult[];
}

/** The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id. */
export interface SizeRangeTemplateDraft {
  /** Must start with the root type. Default: the root type. */
  typePath?: string;
  name?: string | null;
  /** External ID, unique per kind. */
  federatedId?: string | null;
  sizeRange?: SizeRange | null;
  [key: string]: unknown;
}

export interface SizeRangeTemplatePage {
  results: SizeRangeTemplate[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
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

export interface SsoDevicePoll {
  deviceCode: string;
}

export type SsoDeviceRequest = SsoDeviceStart | SsoDevicePoll;

export interface SsoDeviceStart {
  orgSlug: Slug;
}

export interface StartedEventWorkflowProcesses {
  results: EventWorkflowProcess[];
}

/** Series for charts, with a point for every interval; for consumers one point, for now. */
export interface Statistics {
  /** The actual range: from and to are widened to quarter hours. */
  from: Time;
  to: Time;
  by: "hour" | "day" | "week" | "month";
  timeZone: string;
  series: StatisticsSeries[];
  totals: Record<string, number>;
}

export interface StatisticsPoint {
  /** Start of the interval; the first one may start before from. */
  at: Time;
  /** null if there is nothing to measure. */
  value: number | null;
}

export interface StatisticsSeries {
  key: string;
  label: string;
  /** The unit of the values, such as changes, loads, calls, ms or rows/s. */
  unit: string;
  points: StatisticsPoint[];
}

export interface StoredFile {
  id: Id;
  entityType: "file";
  typePath: "file";
  /** Without a directory. */
  fileName: string;
  contentType: string;
  /** The size of the whole file in bytes. */
  size: number;
  /** The number of bytes received; a resumed upload continues after them. */
  uploadedSize: number;
  /** uploading until all bytes are received; abandoned after 24 hours without any. */
  status: "uploading" | "completed";
  /** SHA-256 of the content in hexadecimal, once the upload is complete. */
  sha256?: string;
  /** Downloads the content without a credential for 24 hours: anyone who has the URL can use it. Present once the upload is complete. */
  downloadUrl?: string;
  /** For a picture: pending until it was processed, then ready, unreadable (damaged), or too-large (over 50 megapixels or 128 MiB, or over 10 seconds of processor time or 512 MiB of memory). Absent for other files, and for files uploaded before pictures were processed: those are processed when their first thumbnail is requested. */
  pictureStatus?: "pending" | "ready" | "unreadable" | "too-large";
  /** The width of a picture in pixels, as it is shown. Present if ready. */
  width?: number;
  /** The height of a picture in pixels, as it is shown. Present if ready. */
  height?: number;
  /** The most common color of a picture, such as #8a5200, to show until it is loaded. Present if ready. */
  dominantColor?: string;
  version: number;
  createdOn: Time;
  updatedOn: Time;
  createdById?: string;
}

export interface StoredFilePage {
  results: StoredFile[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface TaskCallback {
  /** The id of the task. */
  taskId: string;
  /** PROGRESS is a heartbeat: its values are applied, and the task keeps waiting. */
  status: "SUCCESS" | "FAILURE" | "PROGRESS";
  /** A text is one line; each entry of a list is one line. At most 1,000 lines per request, 16 KiB per line and 10 MiB per task. */
  logs?: unknown;
  /** Deep-merged into the task's own output. These values win; lists are replaced. If the task has a form, the output must fit it. */
  output?: Record<string, Json> | null;
  /** A short status message for the task and its process. */
  subtext?: string | null;
  /** Percent. */
  progress?: number | null;
}

/** The event that started the process, and how to call back. */
export interface TaskRequest {
  /** <what>|<what happened>, such as item|update. Webhooks and workflows listen to it. */
  triggerKey: string;
  occurredOn?: Time;
  /** Of an async task: the task to complete with a callback. */
  taskId?: Id;
  /** Of an async task: the URL of the callback. */
  callbackUrl?: string;
  /** Of an async task: a bearer token for the callback of this task only. */
  callbackToken?: string;
  [key: string]: unknown;
}

/** ISO 8601, UTC, with milliseconds. */
export type Time = string;

export type TypePath = string;

export interface UndescribedColumn {
  columnName: string;
  /** The common type of all rows with the column. */
  typePath: string;
  /** The column name, or a valid slug derived from it. */
  slug: string;
  guessedKind: "string" | "text" | "number" | "currency" | "percent" | "rating" | "date" | "datetime" | "boolean" | "choice" | "multi_select" | "url" | "image" | "image_list" | "json" | "object_reference" | "object_ref_list" | "size_range" | "formula" | "sequence" | "user_list";
  examples: string[];
}

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
  /** The user's ID at the identity provider. Set by SCIM. */
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
  /** Default: none. The user can only sign in with single sign-on. */
  password?: string;
}

export interface UserErasure {
  id: Id;
  /** Shown wherever the user's name was stored, such as user 7F3K2. */
  pseudonym: string;
  erasedOn: Time;
  /** The number of changed and deleted rows by table of the database. */
  rows: Record<string, number>;
}

export interface UserPage {
  results: User[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface UserUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
  /** Accepted for round trips; ignored. */
  email?: unknown;
  name?: string;
  role?: string;
  isActive?: boolean;
  /** Accepted for round trips; ignored. */
  hasPassword?: unknown;
  /** Accepted for round trips; ignored. */
  hasSignOn?: unknown;
  /** Accepted for round trips; ignored. */
  lastLoginOn?: unknown;
  /** Accepted for round trips; ignored. */
  externalId?: unknown;
  /** Accepted for round trips; ignored. */
  givenName?: unknown;
  /** Accepted for round trips; ignored. */
  familyName?: unknown;
  password?: string;
  /** Also revokes the user's API keys. Changing the password alone does not revoke them. */
  revokeKeys?: boolean;
}

export interface ViewColumn {
  /** A field of the list, or a field behind a reference, such as itemFamily.name. */
  field: string;
  /** In pixels. Default: by the data type. */
  width?: number;
  /** Stays visible when the table scrolls sideways. */
  pinned?: boolean;
}

export interface ViewOrder {
  orderField: string;
  order: "asc" | "desc";
}

/** A part of the view that the list would reject, for this credential. */
export interface ViewProblem {
  pointer: string;
  detail: string;
}

export interface Webhook {
  id: Id;
  entityType: "webhook";
  typePath: "webhook";
  url: string;
  events: string[];
  filter: string | null;
  auth: WebhookAuth;
  /** If false, nothing is sent and no events are collected. */
  isActive: boolean;
  description: string;
  headers: Record<string, string>;
  timeoutSeconds: number;
  /** Why the service disabled it. */
  disabledReason: string | null;
  disabledOn: Time | null;
  /** The first failure since the last success. */
  failingSince: Time | null;
  /** Accurate to about one second. */
  lastDeliveredOn: Time | null;
  /** The receiver requested this delay with Retry-After. */
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
  /** The first 64 KiB of the response body. */
  answerBody: string | null;
  isAnswerCut: boolean;
  /** Why there is no response. */
  failure: string | null;
}

export type WebhookAuth = WebhookHeaderAuth | WebhookHmacAuth | WebhookNoAuth;

export type WebhookAuthCreate = WebhookHeaderAuthCreate | WebhookHmacAuthCreate | WebhookNoAuthInput;

export type WebhookAuthUpdate = WebhookHeaderAuthUpdate | WebhookHmacAuthUpdate | WebhookNoAuthInput;

export interface WebhookCreate {
  /** Must be an http or https URL without a user name and password. */
  url: string;
  /** Trigger keys, with * for a part or the whole: item|update, item|*, *|delete, *. */
  events: string[];
  /** An expression over the event, such as {newData.status} === 'approved'. Other events are not sent. */
  filter?: string | null;
  auth: WebhookAuthCreate;
  isActive?: boolean;
  description?: string;
  /** Added to every message. Do not put secrets here: the values are returned by the API. */
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
  /** Counts this webhook's events for the entity. */
  sequence: number | null;
  previousSequence: number | null;
  /** parked: retries exhausted; sent again only by a replay. canceled: a failed test. */
  status: "pending" | "delivered" | "parked" | "canceled";
  isTest: boolean;
  /** The number of attempts so far. */
  attempts: number;
  /** The response status of the last attempt. */
  answerStatus: number | null;
  /** Also null if it waits for an earlier delivery for the same entity. */
  nextAttemptOn: Time | null;
  createdOn: Time;
  updatedOn: Time;
  endedOn: Time | null;
  /** The message that is sent. */
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
  /** Counts this webhook's events for the entity. */
  sequence: number | null;
  previousSequence: number | null;
  /** parked: retries exhausted; sent again only by a replay. canceled: a failed test. */
  status: "pending" | "delivered" | "parked" | "canceled";
  isTest: boolean;
  /** The number of attempts so far. */
  attempts: number;
  /** The response status of the last attempt. */
  answerStatus: number | null;
  /** Also null if it waits for an earlier delivery for the same entity. */
  nextAttemptOn: Time | null;
  createdOn: Time;
  updatedOn: Time;
  endedOn: Time | null;
}

export interface WebhookDeliverySummaryPage {
  results: WebhookDeliverySummary[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface WebhookHeaderAuth {
  type: "header";
  name: string;
  /** The last characters of the value, to identify it. */
  valueHint: string;
  since: Time;
}

export interface WebhookHeaderAuthCreate {
  type: "header";
  name: string;
  value: string;
}

export interface WebhookHeaderAuthUpdate {
  type: "header";
  name: string;
  /** Default: unchanged. */
  value?: string;
  /** Accepted for round trips; ignored. */
  valueHint?: unknown;
  /** Accepted for round trips; ignored. */
  since?: unknown;
}

export interface WebhookHmacAuth {
  type: "hmac";
  /** Each secret signs every message. Two while rotating. */
  secrets: SecretValidity[];
}

export interface WebhookHmacAuthCreate {
  type: "hmac";
  /** Default: generated, and returned once in this response. */
  secret?: string;
}

export interface WebhookHmacAuthUpdate {
  type: "hmac";
  /** Replaces all existing ones. Default: unchanged. */
  secret?: string;
  /** Accepted for round trips; ignored. */
  secrets?: unknown;
}

export interface WebhookNoAuth {
  type: "none";
}

export interface WebhookNoAuthInput {
  type: "none";
}

export interface WebhookPage {
  results: Webhook[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}

export interface WebhookReplay {
  /** Deliveries created at or after this time. */
  since: string;
  /** Deliveries created before this time. */
  until?: string;
  statuses?: ("delivered" | "parked")[];
  /** Returns the number of deliveries without sending them. */
  dryRun?: boolean;
}

export interface WebhookReplayed {
  count: number;
  dryRun: boolean;
}

export interface WebhookRotate {
  overlapSeconds?: number;
}

export interface WebhookTestEvent {
  /** <what>|<what happened>, such as item|update. Webhooks and workflows listen to it. */
  triggerKey: string;
  occurredOn: Time;
  /** Shared by all changes of a request, batch, load or workflow task. */
  changeSetId?: string;
  [key: string]: unknown;
}

export interface WebhookTestMessage {
  /** The same on every attempt and replay: use it to detect duplicates. */
  id: Id;
  /** The trigger key of the event. */
  type: string;
  occurredOn: Time;
  /** The slug of the organization. */
  org: string;
  data: WebhookTestEvent;
  /** The number of the message among those about this entity, from 1; null without an entity. */
  sequence: number | null;
  /** The number of the previous message about the entity: if you did not receive it, it is missing. */
  previousSequence: number | null;
}

export interface WebhookTestOutcome {
  deliveryId: Id;
  isDelivered: boolean;
  answerStatus: number | null;
  durationMs: number;
  /** Why there is no response. */
  failure: string | null;
  requestHeaders: Record<string, string>;
  answerHeaders: Record<string, string> | null;
  answerBody: string | null;
  isAnswerCut: boolean;
}

export interface WebhookUpdate {
  /** Accepted for round trips; ignored. */
  entityType?: unknown;
  /** Accepted for round trips; ignored. */
  typePath?: unknown;
  /** Accepted for round trips; ignored. */
  createdOn?: unknown;
  /** Accepted for round trips; ignored. */
  updatedOn?: unknown;
  /** Accepted for round trips; ignored. */
  createdById?: unknown;
  /** Accepted for round trips; ignored. */
  updatedById?: unknown;
  /** Optional. Must equal the stored id. */
  id?: unknown;
  /** Must be an http or https URL without a user name and password. */
  url?: string;
  /** Trigger keys, with * for a part or the whole: item|update, item|*, *|delete, *. */
  events?: string[];
  /** An expression over the event, such as {newData.status} === 'approved'. Other events are not sent. */
  filter?: string | null;
  auth?: WebhookAuthUpdate;
  isActive?: boolean;
  description?: string;
  /** Added to every message. Do not put secrets here: the values are returned by the API. */
  headers?: Record<string, string>;
  timeoutSeconds?: number;
  /** Accepted for round trips; ignored. */
  disabledReason?: unknown;
  /** Accepted for round trips; ignored. */
  disabledOn?: unknown;
  /** Accepted for round trips; ignored. */
  failingSince?: unknown;
  /** Accepted for round trips; ignored. */
  lastDeliveredOn?: unknown;
  /** Accepted for round trips; ignored. */
  pausedUntil?: unknown;
  /** The version that was read. Returns 412 if the current version differs. */
  version?: number;
}

export interface Whoami {
  org: OrgReference;
  actor: Actor;
  credential: Credential;
  /** A user's role. */
  role?: string;
  isAdministrator: boolean;
  /** The credential's permissions for product data. */
  rights: Right[];
  /** The only task that the credential can be used for. */
  taskId?: string;
  /** null if the operator disabled rate limits. */
  rate: RateLimit | null;
  /** Required for writes with a session: send it as X-Csrf-Token. */
  csrfToken?: string;
}

/** Each property of the entity's type is a top-level key next to these fields. */
export interface Workspace {
  id: Id;
  /** The root type, such as item. */
  entityType: string;
  /** Colon-separated path that starts with the root type: item:product:apparel. */
  typePath: string;
  name?: string;
  /** External ID, unique per kind. */
  federatedId?: string;
  createdOn: Time;
  updatedOn: Time;
  createdById?: Id;
  updatedById?: Id;
  /** Incremented with every change; also the ETag. */
  version: number;
  /** Unique in the organization. Default: derived from the name. */
  identifier?: string;
  /** Copied from the parent, if any. */
  projectId?: Id;
  parentWorkspaceId?: Id;
  [key: string]: unknown;
}

export interface WorkspaceBatch {
  operations: WorkspaceBatchOperation[];
  /** true: all operations or none. false: each operation on its own. */
  atomic?: boolean;
}

export interface WorkspaceBatchOperation {
  op: "create" | "update" | "upsert" | "delete";
  id?: string;
  federatedId?: string;
  object?: WorkspaceDraft;
}

export interface WorkspaceBatchResult {
  /** The status that the single operation would have returned; 424 if an atomic batch failed. */
  status: number;
  id?: string;
  /** Omitted after the first 8 MiB of a response (WEFT_PAGE_BYTES_MAX). */
  object?: Workspace;
  problem?: BatchProblem;
}

export interface WorkspaceBatchResults {
  results: WorkspaceBatchResult[];
}

/** The fields to set, and any property of the type. In an update, null clears a field and omitted fields keep their values. A reference property accepts {"federatedId": "…"} in place of an id. */
export interface WorkspaceDraft {
  /** Must start with the root type. Default: the root type. */
  typePath?: string;
  name?: string | null;
  /** External ID, unique per kind. */
  federatedId?: string | null;
  /** Unique in the organization. Default: derived from the name. */
  identifier?: string | null;
  projectId?: Id | null;
  parentWorkspaceId?: Id | null;
  /** In place of projectId. */
  project?: EntityReference;
  /** In place of parentWorkspaceId. */
  parentWorkspace?: EntityReference;
  [key: string]: unknown;
}

export interface WorkspacePage {
  results: Workspace[];
  /** Present if there are more results. A page may hold fewer than limit even if there are more. */
  nextPageKey?: string;
  /** With includeTotal: the number of all results. */
  total?: number;
}
