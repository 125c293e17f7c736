export * from "./administered-operations.ts";
export * from "./administration.ts";
export {
  type DatePart,
  dateParts,
  groupingsMax,
  type MetricFunction,
  metricFunctions,
  metricsMax,
} from "./aggregates.ts";
export * from "./assortments.ts";
export * from "./audit-log.ts";
export * from "./change-history.ts";
export * from "./change-sets.ts";
export * from "./entities.ts";
export * from "./entity-kinds.ts";
export * from "./entity-types.ts";
export * from "./errors.ts";
export * from "./event-workflow-processes.ts";
export * from "./event-workflow-restarts.ts";
export * from "./event-workflow-task-claims.ts";
export * from "./event-workflows.ts";
export * from "./external-events.ts";
export * from "./fields.ts";
export * from "./files.ts";
export * from "./inbound-webhooks.ts";
export * from "./kind-access.ts";
export * from "./load-configuration.ts";
export * from "./loader-processes.ts";
export * from "./login.ts";
export * from "./oauth.ts";
export * from "./openapi/build-openapi.ts";
export * from "./openapi/examples.ts";
export * from "./openapi/messages.ts";
export { errorsOf } from "./openapi/responses.ts";
export * from "./operation.ts";
export * from "./operations.ts";
export * from "./operator.ts";
export * from "./org.ts";
export { type Presentation, pictureRatios, typeIcons } from "./presentation.ts";
export * from "./problem.ts";
export * from "./property-types.ts";
export * from "./retention.ts";
export * from "./rights.ts";
export * from "./saved-views.ts";
export * from "./search.ts";
export * from "./sso.ts";
export * from "./statistics.ts";
export * from "./task-forms.ts";
export * from "./webhook-deliveries.ts";
export * from "./webhooks.ts";
export * from "./whoami.ts";
