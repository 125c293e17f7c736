/**
 * Where the database holds data about users, by table: what erase-user.ts deletes or replaces. A test compares this list
 * and unpersonalColumns with the schema, so that every new column is in one of them.
 */
export const personalColumns = {
  /** The row of the user, and the rows that the database deletes with it. */
  users: ["email", "name", "role", "password_hash", "sso_subject", "external_id", "given_name", "family_name"],
  sessions: ["secret_hash"],
  api_keys: ["label", "secret_hash", "secret_hint", "preset", "rights", "allowed_addresses"],
  access_tokens: ["label", "secret_hash", "preset", "rights", "scope", "client_name"],
  /** Private views of the user. Shared ones stay, with the id of the user. */
  saved_views: ["name", "content"],
  /** Emails of sign-ins, with their addresses. Deleted after a quarter of an hour anyway. */
  login_failures: ["subject"],
  /** Stored responses to requests of the user. Deleted after a day anyway. */
  idempotency_keys: ["headers", "body"],
  /** The name of the user who acted, beside the id. */
  changes: ["actor_name"],
  assortment_publish_changes: ["actor_name"],
  event_workflow_restarts: ["actor_name", "tasks"],
  event_workflow_callbacks: ["actor_name"],
  /** The author that a workflow version, a load and its undo act as. */
  event_workflow_versions: ["writer"],
  loads: ["writer", "undo"],
  /** Texts in which earlier versions of the service named a deactivated owner, or the user who restarted a process. */
  event_workflow_processes: ["failure"],
  event_workflow_tasks: ["failure"],
  event_workflow_task_logs: ["lines"],
  /** All personal data of audit entries; the entries themselves have digests of it. */
  audit_personal_values: ["value"],
} as const;

export type PersonalTable = keyof typeof personalColumns;

/** The tables whose rows are deleted with the user. */
export type TableOfUser = "users" | "sessions" | "api_keys" | "access_tokens" | "saved_views";

/** Names, texts and data that the people and programs of the organization wrote. An erasure leaves them as they are. */
const tenantColumns: Readonly<Record<string, readonly string[]>> = {
  orgs: ["slug", "name"],
  former_slugs: ["slug"],
  org_deletions: ["slug"],
  roles: ["name", "rights", "display_name", "external_id"],
  apps: ["name", "description", "rights"],
  org_sign_on: ["issuer", "client_id", "default_role", "email_domains"],
  entity_types: ["label", "properties", "presentation"],
  option_sets: ["name", "federated_id", "options"],
  entities: ["name", "federated_id", "properties", "search_terms"],
  unique_keys: ["slug", "value"],
  property_sequences: ["slug"],
  idempotency_keys: ["key"],
  // Of workflows, an erasure replaces the name of the owner, which earlier versions recorded.
  changes: ["federated_id", "diffs"],
  change_consumers: ["name"],
  files: ["file_name"],
  staged_members: ["fields"],
  published_members: ["state"],
  // The outcome of each row of the file, compressed.
  load_batches: ["outcome"],
  loads: ["configuration", "report"],
  event_workflows: ["identifier", "name", "definition"],
  event_workflow_versions: ["name", "definition"],
  event_workflow_processes: ["trigger_event", "start_key", "subtext"],
  event_workflow_tasks: ["name", "input", "output", "subtext", "state", "leased_by", "form"],
  event_workflow_callbacks: ["detail", "body"],
  inbound_webhooks: ["name", "description"],
  webhooks: ["url", "filter", "header_name", "description", "headers"],
  webhook_events: ["document"],
  webhook_attempts: ["request_headers", "answer_headers", "answer_body", "failure"],
};

/** Texts of the operator, who is not a user of the organization: the reason of a suspension, and who requested a deletion. */
const operatorColumns: Readonly<Record<string, readonly string[]>> = {
  orgs: ["suspension_reason"],
  org_deletions: ["requested_by"],
};

/** Values that the service itself makes, which contain no names, and encrypted ones that expire. */
const serviceColumns: Readonly<Record<string, readonly string[]>> = {
  orgs: ["time_zone", "retention", "data_retention"],
  // Counts by table.
  org_deletions: ["deleted_rows"],
  login_failures: ["scope"],
  org_sign_on: ["client_secret"],
  // Encrypted, and deleted after ten minutes.
  sign_on_attempts: ["kind", "details"],
  entity_types: ["mode"],
  saved_views: ["scope"],
  entities: ["type_path"],
  changes: ["type_path", "action", "source"],
  change_counts: ["type_path"],
  files: ["status", "sha256", "pieces", "picture"],
  loose_blobs: ["key"],
  assortment_publish_changes: ["source"],
  loads: ["status", "progress", "claim"],
  event_workflow_versions: ["secrets", "owner"],
  event_workflow_schedules: ["trigger_key"],
  event_workflow_processes: ["status", "trigger_key", "causes", "event_targets"],
  event_workflow_tasks: ["action", "status", "output_sources", "idempotency_key", "claimed_by"],
  event_workflow_callbacks: ["status", "verdict", "idempotency_key"],
  inbound_webhooks: ["secret", "previous_secret"],
  webhooks: ["events", "secret", "secret_hint", "previous_secret", "disabled_reason"],
  webhook_events: ["trigger_key"],
  webhook_deliveries: ["trigger_key", "line", "status", "claimed_by"],
  webhook_lines: ["line"],
  rate_buckets: ["subject"],
  // Personal values of entries are in audit_personal_values.
  audit_entries: ["action", "outcome", "before", "after", "digests"],
  audit_personal_values: ["place", "salt"],
  audit_repeats: ["action", "subject"],
  jobs: ["task", "payload", "key", "queue", "claimed_by", "last_error"],
  job_schedules: ["task", "claimed_by", "last_error"],
  erased_users: ["pseudonym"],
  feed_timeline: ["system_identifier", "timeline"],
  nodes: ["secret_fingerprints"],
  service_secrets: ["fingerprint"],
  secret_rotation: ["target", "table_name", "last_key"],
};

/** All columns that an erasure does not change, as table.column. */
export const unpersonalColumns: readonly string[] = [tenantColumns, operatorColumns, serviceColumns].flatMap(
  (columns) => Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
);
