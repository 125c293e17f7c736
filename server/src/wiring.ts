import {
  accessTokenOperations,
  apiKeyOperations,
  appOperations,
  entityTypeOperations,
  eventWorkflowOperations,
  optionSetOperations,
  roleOperations,
  savedViewOperations,
} from "@weft/contract";
import { auditJobs } from "./access/audit/audit-jobs.ts";
import { auditLogRoutes } from "./access/audit/audit-log-routes.ts";
import { accessTokenKind } from "./access/keys/access-token-kind.ts";
import { apiKeyKind } from "./access/keys/api-key-kind.ts";
import { apiKeyRoutes } from "./access/keys/api-key-routes.ts";
import { appKind } from "./access/keys/app-kind.ts";
import { authorizationRoutes } from "./access/oauth/authorization-routes.ts";
import { orgKind } from "./access/orgs/org-kind.ts";
import { accessJobs } from "./access/sessions/session-jobs.ts";
import { sessionRoutes } from "./access/sessions/session-routes.ts";
import { signOnRoutes } from "./access/sign-on/sign-on-routes.ts";
import { roleKind } from "./access/users/role-kind.ts";
import { userKind } from "./access/users/user-kind.ts";
import { whoamiRoutes } from "./access/whoami-routes.ts";
import { assortmentRoutes } from "./assortments/assortment-routes.ts";
import { assortmentHistoryRoutes } from "./assortments/history-routes.ts";
import { changeConsumerRoutes } from "./changes/change-consumer-routes.ts";
import { changeHistoryRoutes } from "./changes/change-history-routes.ts";
import { changeJobs } from "./changes/change-jobs.ts";
import { type ChangeSetServices, changeSetRoutes } from "./changes/change-set-routes.ts";
import { describeRoutes } from "./entities/describe-type-routes.ts";
import { entityJobs } from "./entities/entity-jobs.ts";
import { readLabels } from "./entities/entity-labels.ts";
import { entityRoutes } from "./entities/entity-routes.ts";
import { findFederatedIds } from "./entities/model/entity-store.ts";
import { storedEntities } from "./entities/stored-entities-store.ts";
import { entityTypeKind } from "./entity-types/entity-type-kind.ts";
import { optionSetKind } from "./entity-types/option-set-kind.ts";
import { fileContentRoutes } from "./files/file-content-routes.ts";
import { fileJobs } from "./files/file-jobs.ts";
import { fileRoutes } from "./files/file-routes.ts";
import { pictureJobs } from "./files/pictures/picture-jobs.ts";
import { thumbnailRoutes } from "./files/pictures/thumbnail-routes.ts";
import { kindRoutes, orgRoutes } from "./kinds/kind-routes.ts";
import { loadJobs } from "./loader/engine/load-jobs.ts";
import { loadRoutes } from "./loader/requests/load-routes.ts";
import { operatorRoutes } from "./orgs/operator-routes.ts";
import { orgJobs } from "./orgs/org-jobs.ts";
import type { Route } from "./platform/http/route.ts";
import type { Job } from "./platform/jobs/job.ts";
import { secretJobs } from "./platform/secrets/rotate-secrets.ts";
import { erasureJobs } from "./privacy/erase-user.ts";
import { userRoutes } from "./privacy/erasure-routes.ts";
import { entityPurger } from "./privacy/purge-entity.ts";
import { retentionJobs } from "./privacy/retention-jobs.ts";
import { retentionRoutes } from "./privacy/retention-routes.ts";
import { rateLimitJobs } from "./rate-limits/rate-limit-jobs.ts";
import { sealedTables } from "./sealed-tables.ts";
import type { Services } from "./services.ts";
import { statisticsJobs } from "./statistics/statistics-jobs.ts";
import { statisticsRoutes } from "./statistics/statistics-routes.ts";
import { savedViewKind } from "./views/saved-view-kind.ts";
import { webhookJobs } from "./webhooks/webhook-jobs.ts";
import { webhookRoutes } from "./webhooks/webhook-routes.ts";
import { callbackRoutes } from "./workflows/callbacks/callback-routes.ts";
import { eventWorkflowKind } from "./workflows/definition/event-workflow-kind.ts";
import { takeOverRoutes } from "./workflows/definition/take-over-routes.ts";
import { inboundRoutes } from "./workflows/inbound/inbound-routes.ts";
import { processRoutes } from "./workflows/processes/process-routes.ts";
import { taskRoutes } from "./workflows/tasks/task-routes.ts";
import { externalEventRoutes } from "./workflows/triggers/external-event-routes.ts";
import { workflowJobs } from "./workflows/workflow-jobs.ts";

export function createRoutes(services: Services): Route[] {
  const changeReaders = changeReaderServices(services);
  return [
    ...whoamiRoutes((caller) => services.counter.policyOf(caller)),
    ...sessionRoutes(services),
    ...signOnRoutes(services),
    ...authorizationRoutes(services),
    ...orgRoutes(services, orgKind(services)),
    ...userRoutes(services, userKind(services)),
    ...kindRoutes(services, roleKind(services), roleOperations),
    ...kindRoutes(services, appKind(services), appOperations),
    ...kindRoutes(services, apiKeyKind(services), apiKeyOperations),
    ...apiKeyRoutes(services),
    ...kindRoutes(services, accessTokenKind(services), accessTokenOperations),
    ...kindRoutes(services, entityTypeKind(storedEntities), entityTypeOperations),
    ...describeRoutes(services),
    ...kindRoutes(services, optionSetKind(storedEntities), optionSetOperations),
    ...kindRoutes(services, savedViewKind(services), savedViewOperations),
    ...entityRoutes({ ...services, purge: entityPurger(services) }),
    ...assortmentRoutes(services),
    ...assortmentHistoryRoutes(services),
    ...changeHistoryRoutes(changeReaders),
    ...changeSetRoutes(changeReaders),
    ...changeConsumerRoutes(services.db),
    ...fileRoutes(services),
    ...fileContentRoutes(services),
    ...thumbnailRoutes(services),
    ...loadRoutes(services),
    ...kindRoutes(services, eventWorkflowKind(services), eventWorkflowOperations),
    ...takeOverRoutes(services),
    ...processRoutes(services),
    ...taskRoutes(services),
    ...callbackRoutes(services),
    ...externalEventRoutes(services),
    ...inboundRoutes(services),
    ...webhookRoutes(services),
    ...statisticsRoutes(services.reads),
    ...auditLogRoutes(services.db),
    ...retentionRoutes(services),
    ...operatorRoutes(services),
  ];
}

/** What the folder changes needs of entities. */
function changeReaderServices(services: Services): Services & ChangeSetServices {
  return {
    ...services,
    typesOf: (orgId) => services.types.typesOf(orgId),
    federatedIdsOf: (orgId, entityType, ids) => findFederatedIds(services.db.ofOrg(orgId), orgId, entityType, ids),
    labelsOf: (caller, entityType, ids) => readLabels(services.db.ofOrg(caller.org.id), caller, entityType, ids),
  };
}

export function createJobs(services: Services): Job[] {
  const db = services.db.forLongWork();
  return [
    ...accessJobs(db),
    ...erasureJobs(db),
    ...retentionJobs({ ...services, db }),
    ...auditJobs({ ...services, db }),
    ...rateLimitJobs(db),
    ...statisticsJobs(db),
    ...changeJobs(db),
    ...entityJobs(db, services.ownerDb),
    ...fileJobs(services.files),
    ...pictureJobs(services.pictures),
    ...loadJobs(services.loadRunner),
    ...workflowJobs({ ...services, db }),
    ...webhookJobs(db),
    ...secretJobs({ db, secrets: services.secrets, tables: sealedTables }),
    ...orgJobs({ ...services, db }),
  ];
}
