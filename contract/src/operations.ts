import {
  accessTokenOperations,
  apiKeyOperations,
  appOperations,
  roleOperations,
  userOperations,
} from "./administration.ts";
import { assortmentOperations } from "./assortments.ts";
import { exportAuditLog, listAuditLog } from "./audit-log.ts";
import { changeConsumerOperations, exportChanges, listChanges } from "./change-history.ts";
import { changeSetOperations } from "./change-sets.ts";
import { allEntityOperations } from "./entities.ts";
import { describeEntityType, entityTypeOperations, getEntityTypeSchema, optionSetOperations } from "./entity-types.ts";
import { eventWorkflowProcessOperations, eventWorkflowTaskOperations } from "./event-workflow-processes.ts";
import { eventWorkflowRestartOperations } from "./event-workflow-restarts.ts";
import { eventWorkflowTaskClaimOperations } from "./event-workflow-task-claims.ts";
import { eventWorkflowOperations } from "./event-workflows.ts";
import { externalEventOperations } from "./external-events.ts";
import { fileOperations } from "./files.ts";
import { inboundWebhookOperations, triggerWebhook } from "./inbound-webhooks.ts";
import { loadOperations } from "./loader-processes.ts";
import { login, logout } from "./login.ts";
import { answerAuthorizationRequest, getAuthorizationRequest } from "./oauth.ts";
import type { Operation } from "./operation.ts";
import { operatorOperations } from "./operator.ts";
import { getOrg, updateOrg } from "./org.ts";
import { getRetention } from "./retention.ts";
import { savedViewOperations } from "./saved-views.ts";
import { search } from "./search.ts";
import { finishSso, redeemSsoCode, startSso, startSsoDevice } from "./sso.ts";
import { statisticsOperations } from "./statistics.ts";
import { webhookDeliveryOperations } from "./webhook-deliveries.ts";
import { webhookOperations } from "./webhooks.ts";
import { whoami } from "./whoami.ts";

/** Every operation of the API, most used first: the reference keeps this order. A test checks that each has a route. */
export const operations: readonly Operation[] = [
  ...allEntityOperations.flatMap(({ operations: verbs }) => Object.values(verbs)),
  search,
  ...Object.values(assortmentOperations),
  ...Object.values(loadOperations),
  listChanges,
  exportChanges,
  ...Object.values(changeSetOperations),
  ...Object.values(changeConsumerOperations),
  ...Object.values(eventWorkflowOperations),
  ...Object.values(eventWorkflowProcessOperations),
  ...Object.values(eventWorkflowRestartOperations),
  ...Object.values(eventWorkflowTaskOperations),
  ...Object.values(eventWorkflowTaskClaimOperations),
  ...Object.values(externalEventOperations),
  ...Object.values(inboundWebhookOperations),
  triggerWebhook,
  ...Object.values(webhookOperations),
  ...Object.values(webhookDeliveryOperations),
  ...Object.values(fileOperations),
  ...Object.values(entityTypeOperations),
  describeEntityType,
  getEntityTypeSchema,
  ...Object.values(optionSetOperations),
  ...Object.values(savedViewOperations),
  ...Object.values(statisticsOperations),
  whoami,
  login,
  logout,
  startSso,
  finishSso,
  redeemSsoCode,
  startSsoDevice,
  getAuthorizationRequest,
  answerAuthorizationRequest,
  getOrg,
  getRetention,
  updateOrg,
  ...Object.values(userOperations),
  ...Object.values(roleOperations),
  ...Object.values(appOperations),
  ...Object.values(apiKeyOperations),
  ...Object.values(accessTokenOperations),
  listAuditLog,
  exportAuditLog,
  ...Object.values(operatorOperations),
];

/** What each group of operations is about. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  items: "Products: families (styles) and their options (colorways), with the properties of their types.",
  projects: "Projects, such as seasons, that group workspaces and project items.",
  workspaces: "Parts of a project that contain assortments.",
  "project-items": "Items in a project, with their values for that project.",
  assortments: "Sets of items that are published together, with the history of their publishes.",
  "assortment-items": "Items in an assortment, with their values for that assortment.",
  colors: "Colors that items and options refer to.",
  "custom-entities": "Entities of types that the organization defines, such as suppliers.",
  "size-range-templates": "Lists of sizes that properties of items refer to.",
  search: "Entities of all kinds by their words.",
  "loader-processes": "Loads of CSV files: plan, progress, issues, cancel and undo.",
  "change-history": "The log of all changes: search, poll, export, and consumers whose position the service stores.",
  "change-sets": "What each request, batch, load or workflow task has changed, and how to revert it.",
  "event-workflows": "Workflows: triggers, conditions and tasks.",
  "event-workflow-processes": "Runs of workflows.",
  "event-workflow-tasks": "Tasks of runs, and the leases of external workers.",
  "external-events": "Events and task callbacks from other systems.",
  "inbound-webhooks": "URLs that other systems call to start workflows.",
  webhooks: "Messages to other systems about events.",
  "webhook-deliveries": "The log of webhook messages, with their attempts.",
  files: "Files: upload, download, and resumable uploads.",
  "entity-types": "The types of entities with their properties.",
  "option-sets": "Lists of values for choice properties.",
  "saved-views": "How lists are shown: columns, filters, order and layout, for oneself, a role or everyone.",
  statistics: "Activity over time, for charts.",
  access: "The caller, its organization, sign-in and single sign-on.",
  users: "People who sign in.",
  roles: "Named sets of permissions for users.",
  apps: "Programs that use the API, with keys and tokens of their own.",
  "api-keys": "Keys of apps and users.",
  "access-tokens": "Bearer tokens of apps and users, also those limited to callbacks.",
  "audit-log": "Who changed access and settings, and who was denied.",
  operator: "Organizations of the installation, for its operator. Without WEFT_OPERATOR_TOKEN these paths return 404.",
};
