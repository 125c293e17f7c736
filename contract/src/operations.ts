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
import { allEntityOperations } from "./entities.ts";
import { describeEntityType, entityTypeOperations, optionSetOperations } from "./entity-types.ts";
import { eventWorkflowProcessOperations, eventWorkflowTaskOperations } from "./event-workflow-processes.ts";
import { eventWorkflowTaskClaimOperations } from "./event-workflow-task-claims.ts";
import { eventWorkflowOperations } from "./event-workflows.ts";
import { externalEventOperations } from "./external-events.ts";
import { fileOperations } from "./files.ts";
import { inboundWebhookOperations, triggerWebhook } from "./inbound-webhooks.ts";
import { loadOperations } from "./loader-processes.ts";
import { login, logout } from "./login.ts";
import type { Operation } from "./operation.ts";
import { getOrg, updateOrg } from "./org.ts";
import { finishSso, redeemSsoCode, startSso, startSsoDevice } from "./sso.ts";
import { statisticsOperations } from "./statistics.ts";
import { webhookDeliveryOperations } from "./webhook-deliveries.ts";
import { webhookOperations } from "./webhooks.ts";
import { whoami } from "./whoami.ts";

/** Every operation of the API, most used first: the reference keeps this order. A test checks that each has a route. */
export const operations: readonly Operation[] = [
  ...allEntityOperations.flatMap(({ operations: verbs }) => Object.values(verbs)),
  ...Object.values(assortmentOperations),
  ...Object.values(loadOperations),
  listChanges,
  exportChanges,
  ...Object.values(changeConsumerOperations),
  ...Object.values(eventWorkflowOperations),
  ...Object.values(eventWorkflowProcessOperations),
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
  ...Object.values(optionSetOperations),
  ...Object.values(statisticsOperations),
  whoami,
  login,
  logout,
  startSso,
  finishSso,
  redeemSsoCode,
  startSsoDevice,
  getOrg,
  updateOrg,
  ...Object.values(userOperations),
  ...Object.values(roleOperations),
  ...Object.values(appOperations),
  ...Object.values(apiKeyOperations),
  ...Object.values(accessTokenOperations),
  listAuditLog,
  exportAuditLog,
];
