export { ApiError, type ApiErrorCode } from "./api-error.ts";
export type { AuditSearch } from "./audit/audit-log.ts";
export type { ChangeOf, ChangeRecordOf } from "./changes/change-of.ts";
export type { ChangeSetSearch } from "./changes/change-sets.ts";
export type { ChangeSearch } from "./changes/changes.ts";
export type { CursorStore } from "./changes/cursor-store.ts";
export type { ChangeExport } from "./changes/export-changes.ts";
export { memoryCursor } from "./changes/memory-cursor.ts";
export type { ChangePage, Polling } from "./changes/polling.ts";
export { kindParameters } from "./contract/kind-parameters.ts";
export { kindTable } from "./contract/kind-table.ts";
export type { Operations } from "./contract/operation-types.ts";
export type * from "./contract/schemas.ts";
export type { StoredFile as File, StoredFilePage as FilePage } from "./contract/schemas.ts";
export type { Credentials, Environment } from "./credentials.ts";
export type { BatchOperation, BatchResult, Listing, Page } from "./entity-calls.ts";
export type {
  CriteriaOf,
  EntityDrafts,
  EntityKindName,
  EntityName,
  EntityOf,
  EntityProperties,
  EntityRelations,
  FederatedReference,
} from "./entity-shapes.ts";
export type { Download } from "./files/download.ts";
export { readZip, type ZipEntry } from "./files/read-zip.ts";
export type { TransferOptions, Upload, UploadProgress } from "./files/upload-file.ts";
export type { Uploadable, UploadSource } from "./files/upload-source.ts";
export type { Hooks, ReceivedResponse, RetriedRequest, SentRequest } from "./hooks.ts";
export { toJsurl } from "./jsurl.ts";
export type { Following } from "./loader/follow-load.ts";
export type { LoadConfig, LoadStart } from "./loader/loader.ts";
export type { CallOptions, OperationAnswer, OperationId, OperationInput, RawRequest } from "./operation-call.ts";
export { assortments, changes, entities, files, loader, login, tasks, worker, workflows } from "./session.ts";
export type { TaskNews, TaskUpdate } from "./tasks/call-back.ts";
export { RetryLater } from "./tasks/retry-later.ts";
export type { TaskContext, TaskHandler, WorkerOptions } from "./tasks/task-handler.ts";
export type { TaskWorker } from "./tasks/task-worker.ts";
export type { TaskListing } from "./tasks/tasks.ts";
export {
  type ReceivedHeaders,
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookRefusal,
  WebhookVerificationError,
} from "./webhooks/verify-webhook.ts";
export type { WebhookEvent, WebhookMessage } from "./webhooks/webhook-message.ts";
export { type ConnectionOptions, Weft, type WeftOptions } from "./weft.ts";
export type { WorkflowStart } from "./workflows/workflows.ts";
