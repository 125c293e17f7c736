// Made from the contract by npm run generate.

import type {
  AccessToken,
  AccessTokenCreate,
  AccessTokenPage,
  AccessTokenUpdate,
  ApiKey,
  ApiKeyCreate,
  ApiKeyPage,
  ApiKeyRotate,
  ApiKeyUpdate,
  App,
  AppCreate,
  AppPage,
  AppUpdate,
  Assortment,
  AssortmentBatch,
  AssortmentBatchResults,
  AssortmentDraft,
  AssortmentItem,
  AssortmentItemBatch,
  AssortmentItemBatchResults,
  AssortmentItemDraft,
  AssortmentItemIds,
  AssortmentItemPage,
  AssortmentItemsAnswer,
  AssortmentPage,
  AssortmentPublish,
  AssortmentPublishAnswer,
  AssortmentPublishChangePage,
  AuditEntryPage,
  CallbackReceipt,
  ChangeConsumer,
  ChangeConsumerPage,
  ChangeConsumerUpdate,
  ChangeRecordPage,
  ChangeSet,
  ChangeSetPage,
  ChangeSetReversal,
  ClaimedEventWorkflowTasks,
  Color,
  ColorBatch,
  ColorBatchResults,
  ColorDraft,
  ColorPage,
  CreatedAccessToken,
  CreatedApiKey,
  CreatedWebhook,
  CustomEntity,
  CustomEntityBatch,
  CustomEntityBatchResults,
  CustomEntityDraft,
  CustomEntityPage,
  DescribedEntityType,
  EntityDeletePlan,
  EntityGroups,
  EntityRestore,
  EntityType,
  EntityTypeCreate,
  EntityTypeDescribe,
  EntityTypeJsonSchema,
  EntityTypePage,
  EntityTypeUpdate,
  EventWorkflow,
  EventWorkflowCallbackList,
  EventWorkflowCreate,
  EventWorkflowPage,
  EventWorkflowProcess,
  EventWorkflowProcessRestartPage,
  EventWorkflowProcessRestartRequest,
  EventWorkflowProcessSummaryPage,
  EventWorkflowRequest,
  EventWorkflowTask,
  EventWorkflowTaskClaimRenewal,
  EventWorkflowTaskClaimRequest,
  EventWorkflowTaskPage,
  EventWorkflowTaskRelease,
  EventWorkflowTaskUpdate,
  EventWorkflowTaskWorkerFailure,
  EventWorkflowUpdate,
  ExternalEvent,
  ImportedOrg,
  InboundWebhook,
  InboundWebhookCreate,
  InboundWebhookCreated,
  InboundWebhookPage,
  InboundWebhookReceipt,
  InboundWebhookUpdate,
  Item,
  ItemBatch,
  ItemBatchResults,
  ItemDraft,
  ItemPage,
  LoaderProcess,
  LoaderProcessCreate,
  LoaderProcessSummaryPage,
  LoginAnswer,
  LoginRequest,
  OAuthAnswer,
  OAuthRedirect,
  OAuthRequest,
  OperatorOrg,
  OperatorOrgPage,
  OptionSet,
  OptionSetCreate,
  OptionSetPage,
  OptionSetUpdate,
  Org,
  OrgDeletionPage,
  OrgDeletionRequest,
  OrgRename,
  OrgSuspend,
  OrgUpdate,
  Project,
  ProjectBatch,
  ProjectBatchResults,
  ProjectDraft,
  ProjectItem,
  ProjectItemBatch,
  ProjectItemBatchResults,
  ProjectItemDraft,
  ProjectItemPage,
  ProjectPage,
  Retention,
  Role,
  RoleCreate,
  RolePage,
  RoleUpdate,
  SavedView,
  SavedViewCreate,
  SavedViewPage,
  SavedViewUpdate,
  SearchResults,
  SizeRangeTemplate,
  SizeRangeTemplateBatch,
  SizeRangeTemplateBatchResults,
  SizeRangeTemplateDraft,
  SizeRangeTemplatePage,
  Slug,
  SsoCode,
  SsoDevice,
  SsoDeviceRequest,
  StartedEventWorkflowProcesses,
  Statistics,
  StoredFile,
  StoredFilePage,
  TaskCallback,
  User,
  UserCreate,
  UserErasure,
  UserPage,
  UserUpdate,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliverySummary,
  WebhookDeliverySummaryPage,
  WebhookPage,
  WebhookReplay,
  WebhookReplayed,
  WebhookRotate,
  WebhookTestOutcome,
  WebhookUpdate,
  Whoami,
  Workspace,
  WorkspaceBatch,
  WorkspaceBatchResults,
  WorkspaceDraft,
  WorkspacePage,
} from "./schemas.ts";
import type { QueryNames, QueryObject, QueryOrder } from "../query.ts";

export interface Operations {
  /** List items */
  "list-items": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; nest?: "family" | undefined }; answer: ItemPage };
  /** Read an item */
  "get-item": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; asOf?: string | undefined }; answer: Item };
  /** Create an item */
  "create-item": { query?: { dryRun?: boolean | undefined }; body: ItemDraft; answer: Item };
  /** Update an item */
  "update-item": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: ItemDraft; answer: Item };
  /** Delete an item */
  "delete-item": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Read an item by external ID */
  "get-item-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined }; answer: Item };
  /** Create or update an item by external ID */
  "put-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ItemDraft; answer: Item };
  /** Update an item by external ID, if it exists */
  "update-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ItemDraft; answer: Item };
  /** Delete an item by external ID */
  "delete-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Create, update and delete items in one request */
  "batch-items": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: ItemBatch; answer: ItemBatchResults };
  /** Restore an item from its history */
  "restore-item": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body?: EntityRestore; answer: Item };
  /** Count and sum items by group */
  "aggregate-items": { query?: { groupBy?: string | undefined; metrics?: string | undefined; criteria?: QueryObject | undefined; q?: string | undefined; order?: QueryOrder | undefined; limit?: number | undefined }; answer: EntityGroups };
  /** List projects */
  "list-projects": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; nest?: "family" | undefined }; answer: ProjectPage };
  /** Read a project */
  "get-project": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; asOf?: string | undefined }; answer: Project };
  /** Create a project */
  "create-project": { query?: { dryRun?: boolean | undefined }; body: ProjectDraft; answer: Project };
  /** Update a project */
  "update-project": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: ProjectDraft; answer: Project };
  /** Delete a project */
  "delete-project": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Read a project by external ID */
  "get-project-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined }; answer: Project };
  /** Create or update a project by external ID */
  "put-project-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ProjectDraft; answer: Project };
  /** Update a project by external ID, if it exists */
  "update-project-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ProjectDraft; answer: Project };
  /** Delete a project by external ID */
  "delete-project-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Create, update and delete projects in one request */
  "batch-projects": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: ProjectBatch; answer: ProjectBatchResults };
  /** Restore a project from its history */
  "restore-project": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body?: EntityRestore; answer: Project };
  /** Count and sum projects by group */
  "aggregate-projects": { query?: { groupBy?: string | undefined; metrics?: string | undefined; criteria?: QueryObject | undefined; q?: string | undefined; order?: QueryOrder | undefined; limit?: number | undefined }; answer: EntityGroups };
  /** List workspaces */
  "list-workspaces": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; nest?: "family" | undefined }; answer: WorkspacePage };
  /** Read a workspace */
  "get-workspace": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; asOf?: string | undefined }; answer: Workspace };
  /** Create a workspace */
  "create-workspace": { query?: { dryRun?: boolean | undefined }; body: WorkspaceDraft; answer: Workspace };
  /** Update a workspace */
  "update-workspace": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: WorkspaceDraft; answer: Workspace };
  /** Delete a workspace */
  "delete-workspace": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Read a workspace by external ID */
  "get-workspace-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined }; answer: Workspace };
  /** Create or update a workspace by external ID */
  "put-workspace-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: WorkspaceDraft; answer: Workspace };
  /** Update a workspace by external ID, if it exists */
  "update-workspace-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: WorkspaceDraft; answer: Workspace };
  /** Delete a workspace by external ID */
  "delete-workspace-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Create, update and delete workspaces in one request */
  "batch-workspaces": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: WorkspaceBatch; answer: WorkspaceBatchResults };
  /** Restore a workspace from its history */
  "restore-workspace": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body?: EntityRestore; answer: Workspace };
  /** Count and sum workspaces by group */
  "aggregate-workspaces": { query?: { groupBy?: string | undefined; metrics?: string | undefined; criteria?: QueryObject | undefined; q?: string | undefined; order?: QueryOrder | undefined; limit?: number | undefined }; answer: EntityGroups };
  /** List project items */
  "list-project-items": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; nest?: "family" | undefined }; answer: ProjectItemPage };
  /** Read a project item */
  "get-project-item": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; asOf?: string | undefined }; answer: ProjectItem };
  /** Create a project item */
  "create-project-item": { query?: { dryRun?: boolean | undefined }; body: ProjectItemDraft; answer: ProjectItem };
  /** Update a project item */
  "update-project-item": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: ProjectItemDraft; answer: ProjectItem };
  /** Delete a project item */
  "delete-project-item": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Read a project item by external ID */
  "get-project-item-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined }; answer: ProjectItem };
  /** Create or update a project item by external ID */
  "put-project-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ProjectItemDraft; answer: ProjectItem };
  /** Update a project item by external ID, if it exists */
  "update-project-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ProjectItemDraft; answer: ProjectItem };
  /** Delete a project item by external ID */
  "delete-project-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Create, update and delete project items in one request */
  "batch-project-items": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: ProjectItemBatch; answer: ProjectItemBatchResults };
  /** Restore a project item from its history */
  "restore-project-item": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body?: EntityRestore; answer: ProjectItem };
  /** Count and sum project items by group */
  "aggregate-project-items": { query?: { groupBy?: string | undefined; metrics?: string | undefined; criteria?: QueryObject | undefined; q?: string | undefined; order?: QueryOrder | undefined; limit?: number | undefined }; answer: EntityGroups };
  /** List assortments */
  "list-assortments": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; nest?: "family" | undefined }; answer: AssortmentPage };
  /** Read an assortment */
  "get-assortment": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; asOf?: string | undefined }; answer: Assortment };
  /** Create an assortment */
  "create-assortment": { query?: { dryRun?: boolean | undefined }; body: AssortmentDraft; answer: Assortment };
  /** Update an assortment */
  "update-assortment": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentDraft; answer: Assortment };
  /** Delete an assortment */
  "delete-assortment": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Read an assortment by external ID */
  "get-assortment-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined }; answer: Assortment };
  /** Create or update an assortment by external ID */
  "put-assortment-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentDraft; answer: Assortment };
  /** Update an assortment by external ID, if it exists */
  "update-assortment-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentDraft; answer: Assortment };
  /** Delete an assortment by external ID */
  "delete-assortment-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Create, update and delete assortments in one request */
  "batch-assortments": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: AssortmentBatch; answer: AssortmentBatchResults };
  /** Restore an assortment from its history */
  "restore-assortment": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body?: EntityRestore; answer: Assortment };
  /** Count and sum assortments by group */
  "aggregate-assortments": { query?: { groupBy?: string | undefined; metrics?: string | undefined; criteria?: QueryObject | undefined; q?: string | undefined; order?: QueryOrder | undefined; limit?: number | undefined }; answer: EntityGroups };
  /** List assortment items */
  "list-assortment-items": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; nest?: "family" | undefined }; answer: AssortmentItemPage };
  /** Read an assortment item */
  "get-assortment-item": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; asOf?: string | undefined }; answer: AssortmentItem };
  /** Create an assortment item */
  "create-assortment-item": { query?: { dryRun?: boolean | undefined }; body: AssortmentItemDraft; answer: AssortmentItem };
  /** Update an assortment item */
  "update-assortment-item": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentItemDraft; answer: AssortmentItem };
  /** Delete an assortment item */
  "delete-assortment-item": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Read an assortment item by external ID */
  "get-assortment-item-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined }; answer: AssortmentItem };
  /** Create or update an assortment item by external ID */
  "put-assortment-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentItemDraft; answer: AssortmentItem };
  /** Update an assortment item by external ID, if it exists */
  "update-assortment-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentItemDraft; answer: AssortmentItem };
  /** Delete an assortment item by external ID */
  "delete-assortment-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Create, update and delete assortment items in one request */
  "batch-assortment-items": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: AssortmentItemBatch; answer: AssortmentItemBatchResults };
  /** Restore an assortment item from its history */
  "restore-assortment-item": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body?: EntityRestore; answer: AssortmentItem };
  /** Count and sum assortment items by group */
  "aggregate-assortment-items": { query?: { groupBy?: string | undefined; metrics?: string | undefined; criteria?: QueryObject | undefined; q?: string | undefined; order?: QueryOrder | undefined; limit?: number | undefined }; answer: EntityGroups };
  /** List colors */
  "list-colors": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; nest?: "family" | undefined }; answer: ColorPage };
  /** Read a color */
  "get-color": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; asOf?: string | undefined }; answer: Color };
  /** Create a color */
  "create-color": { query?: { dryRun?: boolean | undefined }; body: ColorDraft; answer: Color };
  /** Update a color */
  "update-color": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: ColorDraft; answer: Color };
  /** Delete a color */
  "delete-color": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Read a color by external ID */
  "get-color-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined }; answer: Color };
  /** Create or update a color by external ID */
  "put-color-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ColorDraft; answer: Color };
  /** Update a color by external ID, if it exists */
  "update-color-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ColorDraft; answer: Color };
  /** Delete a color by external ID */
  "delete-color-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Create, update and delete colors in one request */
  "batch-colors": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: ColorBatch; answer: ColorBatchResults };
  /** Restore a color from its history */
  "restore-color": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body?: EntityRestore; answer: Color };
  /** Count and sum colors by group */
  "aggregate-colors": { query?: { groupBy?: string | undefined; metrics?: string | undefined; criteria?: QueryObject | undefined; q?: string | undefined; order?: QueryOrder | undefined; limit?: number | undefined }; answer: EntityGroups };
  /** List custom entities */
  "list-custom-entities": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; nest?: "family" | undefined }; answer: CustomEntityPage };
  /** Read a custom entity */
  "get-custom-entity": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; asOf?: string | undefined }; answer: CustomEntity };
  /** Create a custom entity */
  "create-custom-entity": { query?: { dryRun?: boolean | undefined }; body: CustomEntityDraft; answer: CustomEntity };
  /** Update a custom entity */
  "update-custom-entity": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: CustomEntityDraft; answer: CustomEntity };
  /** Delete a custom entity */
  "delete-custom-entity": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Read a custom entity by external ID */
  "get-custom-entity-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined }; answer: CustomEntity };
  /** Create or update a custom entity by external ID */
  "put-custom-entity-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: CustomEntityDraft; answer: CustomEntity };
  /** Update a custom entity by external ID, if it exists */
  "update-custom-entity-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: CustomEntityDraft; answer: CustomEntity };
  /** Delete a custom entity by external ID */
  "delete-custom-entity-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Create, update and delete custom entities in one request */
  "batch-custom-entities": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: CustomEntityBatch; answer: CustomEntityBatchResults };
  /** Restore a custom entity from its history */
  "restore-custom-entity": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body?: EntityRestore; answer: CustomEntity };
  /** Count and sum custom entities by group */
  "aggregate-custom-entities": { query?: { groupBy?: string | undefined; metrics?: string | undefined; criteria?: QueryObject | undefined; q?: string | undefined; order?: QueryOrder | undefined; limit?: number | undefined }; answer: EntityGroups };
  /** List size range templates */
  "list-size-range-templates": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; nest?: "family" | undefined }; answer: SizeRangeTemplatePage };
  /** Read a size range template */
  "get-size-range-template": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined; asOf?: string | undefined }; answer: SizeRangeTemplate };
  /** Create a size range template */
  "create-size-range-template": { query?: { dryRun?: boolean | undefined }; body: SizeRangeTemplateDraft; answer: SizeRangeTemplate };
  /** Update a size range template */
  "update-size-range-template": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: SizeRangeTemplateDraft; answer: SizeRangeTemplate };
  /** Delete a size range template */
  "delete-size-range-template": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Read a size range template by external ID */
  "get-size-range-template-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; include?: "completeness" | undefined }; answer: SizeRangeTemplate };
  /** Create or update a size range template by external ID */
  "put-size-range-template-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: SizeRangeTemplateDraft; answer: SizeRangeTemplate };
  /** Update a size range template by external ID, if it exists */
  "update-size-range-template-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: SizeRangeTemplateDraft; answer: SizeRangeTemplate };
  /** Delete a size range template by external ID */
  "delete-size-range-template-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined; purge?: boolean | undefined }; answer: EntityDeletePlan };
  /** Create, update and delete size range templates in one request */
  "batch-size-range-templates": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: SizeRangeTemplateBatch; answer: SizeRangeTemplateBatchResults };
  /** Restore a size range template from its history */
  "restore-size-range-template": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body?: EntityRestore; answer: SizeRangeTemplate };
  /** Count and sum size range templates by group */
  "aggregate-size-range-templates": { query?: { groupBy?: string | undefined; metrics?: string | undefined; criteria?: QueryObject | undefined; q?: string | undefined; order?: QueryOrder | undefined; limit?: number | undefined }; answer: EntityGroups };
  /** Search all kinds */
  "search": { query: { q: string; kinds?: string | undefined; limit?: number | undefined }; answer: SearchResults };
  /** Add items to an assortment and publish it */
  "add-assortment-items": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentItemIds; answer: AssortmentItemsAnswer };
  /** Remove items from an assortment and publish it */
  "remove-assortment-items": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentItemIds; answer: AssortmentItemsAnswer };
  /** Publish the changes of an assortment since its last publish */
  "publish-assortment": { params: { id: string }; query?: { dryRun?: boolean | undefined }; answer: AssortmentPublishAnswer };
  /** List the publishes of an assortment, newest first */
  "list-assortment-history": { params: { id: string }; query?: { limit?: number | undefined; nextPageKey?: string | undefined }; answer: AssortmentPublishChangePage };
  /** Read a publish of an assortment with its changes */
  "get-assortment-publish-change": { params: { id: string; changeId: string }; query?: { limit?: number | undefined; nextPageKey?: string | undefined }; answer: AssortmentPublish };
  /** Stream all published items of an assortment */
  "read-assortment-baseline": { params: { id: string; changeId: string }; answer: undefined };
  /** List loads */
  "list-loader-processes": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: LoaderProcessSummaryPage };
  /** Read a load with its progress, counts and issues */
  "get-loader-process": { params: { id: string }; query?: { wait?: number | undefined }; answer: LoaderProcess };
  /** Start a load of an uploaded CSV file */
  "create-loader-process": { body: LoaderProcessCreate; answer: LoaderProcess };
  /** Delete an ended load; its data is kept and can no longer be undone */
  "delete-loader-process": { params: { id: string }; query?: { dryRun?: boolean | undefined }; answer: undefined };
  /** Cancel a load after the current batch */
  "cancel-loader-process": { params: { id: string }; answer: LoaderProcess };
  /** Undo a load, except entities changed since */
  "undo-loader-process": { params: { id: string }; answer: LoaderProcess };
  /** Search the change history, or follow it with after */
  "list-changes": { query?: { criteria?: QueryObject | undefined; entityType?: string | undefined; order?: QueryOrder | undefined; after?: string | undefined; wait?: number | undefined; limit?: number | undefined; nextPageKey?: string | undefined }; answer: ChangeRecordPage };
  /** Stream all matching records, oldest first */
  "export-changes": { query?: { criteria?: QueryObject | undefined; entityType?: string | undefined; after?: string | undefined }; answer: undefined };
  /** List change sets, newest first */
  "list-change-sets": { query?: { criteria?: QueryObject | undefined; entityType?: string | undefined; limit?: number | undefined; nextPageKey?: string | undefined }; answer: ChangeSetPage };
  /** Read a change set */
  "get-change-set": { params: { id: string }; answer: ChangeSet };
  /** Revert a change set */
  "revert-change-set": { params: { id: string }; query?: { dryRun?: boolean | undefined }; answer: ChangeSetReversal };
  /** List your change history consumers with their lag; administrators list all */
  "list-change-consumers": { query?: { limit?: number | undefined; nextPageKey?: string | undefined }; answer: ChangeConsumerPage };
  /** Read a consumer's cursor and lag */
  "get-change-consumer": { params: { name: string }; answer: ChangeConsumer };
  /** Set a consumer's cursor; the first call creates the consumer for the caller */
  "put-change-consumer": { params: { name: string }; body: ChangeConsumerUpdate; answer: ChangeConsumer };
  /** Delete a consumer */
  "delete-change-consumer": { params: { name: string }; answer: undefined };
  /** List event workflows */
  "list-event-workflows": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: EventWorkflowPage };
  /** Read an event workflow */
  "get-event-workflow": { params: { id: string }; answer: EventWorkflow };
  /** Create an event workflow */
  "create-event-workflow": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EventWorkflowCreate; answer: EventWorkflow };
  /** Update an event workflow */
  "update-event-workflow": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EventWorkflowUpdate; answer: EventWorkflow };
  /** Delete an event workflow */
  "delete-event-workflow": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Take over a workflow, so that it acts as the caller */
  "take-over-event-workflow": { params: { id: string }; answer: EventWorkflow };
  /** List workflow processes */
  "list-event-workflow-processes": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: EventWorkflowProcessSummaryPage };
  /** Read a workflow process */
  "get-event-workflow-process": { params: { id: string }; query?: { relations?: QueryNames | undefined; wait?: number | undefined }; answer: EventWorkflowProcess };
  /** Cancel a process and its running or waiting tasks */
  "cancel-event-workflow-process": { params: { id: string }; answer: EventWorkflowProcess };
  /** Restart a process from one of its tasks, with a corrected output */
  "restart-event-workflow-process": { params: { id: string }; body: EventWorkflowProcessRestartRequest; answer: EventWorkflowProcess };
  /** List the restarts of a process, with the results that they replaced */
  "list-event-workflow-process-restarts": { params: { id: string }; query?: { limit?: number | undefined; nextPageKey?: string | undefined }; answer: EventWorkflowProcessRestartPage };
  /** List workflow tasks */
  "list-event-workflow-tasks": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: EventWorkflowTaskPage };
  /** Read a task with its logs and output */
  "get-event-workflow-task": { params: { id: string }; answer: EventWorkflowTask };
  /** Update the status message of a task and its process */
  "update-event-workflow-task": { params: { id: string }; body: EventWorkflowTaskUpdate; answer: EventWorkflowTask };
  /** Retry a failed task and continue its process */
  "retry-event-workflow-task": { params: { id: string }; answer: EventWorkflowTask };
  /** List the callbacks received for a task, with their results */
  "list-event-workflow-task-callbacks": { params: { id: string }; answer: EventWorkflowCallbackList };
  /** Claim external tasks */
  "claim-event-workflow-tasks": { body: EventWorkflowTaskClaimRequest; answer: ClaimedEventWorkflowTasks };
  /** Renew or release the lease of a claimed task */
  "renew-event-workflow-task-claim": { params: { id: string }; body: EventWorkflowTaskClaimRenewal; answer: EventWorkflowTask };
  /** Release a claimed task, so that it is tried again later */
  "release-event-workflow-task": { params: { id: string }; body: EventWorkflowTaskRelease; answer: EventWorkflowTask };
  /** Report that the worker failed: the task is retried by its retry policy, or fails */
  "fail-event-workflow-task": { params: { id: string }; body: EventWorkflowTaskWorkerFailure; answer: EventWorkflowTask };
  /** Complete or fail an async task, or report its progress */
  "call-back-task": { body: TaskCallback; answer: CallbackReceipt };
  /** Raise an external event: starts the workflows and webhooks that listen to it */
  "raise-external-event": { body: ExternalEvent; answer: StartedEventWorkflowProcesses };
  /** Start the workflows that listen to a trigger key */
  "request-event-workflows": { body: EventWorkflowRequest; answer: StartedEventWorkflowProcesses };
  /** Start one workflow and wait up to 30 seconds for it to end */
  "run-event-workflow": { body: EventWorkflowRequest; answer: EventWorkflowProcess };
  /** List inbound webhooks */
  "list-inbound-webhooks": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: InboundWebhookPage };
  /** Read an inbound webhook */
  "get-inbound-webhook": { params: { id: string }; answer: InboundWebhook };
  /** Create an inbound webhook */
  "create-inbound-webhook": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: InboundWebhookCreate; answer: InboundWebhookCreated };
  /** Update an inbound webhook */
  "update-inbound-webhook": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: InboundWebhookUpdate; answer: InboundWebhook };
  /** Delete an inbound webhook */
  "delete-inbound-webhook": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Create a new secret; the old one stays valid for the overlap */
  "rotate-inbound-webhook": { params: { id: string }; body?: WebhookRotate; answer: InboundWebhookCreated };
  /** Start the workflows that listen to an inbound webhook */
  "trigger-webhook": { params: { id: string }; body?: unknown; answer: InboundWebhookReceipt };
  /** List webhooks */
  "list-webhooks": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: WebhookPage };
  /** Read a webhook */
  "get-webhook": { params: { id: string }; answer: Webhook };
  /** Create a webhook */
  "create-webhook": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: WebhookCreate; answer: CreatedWebhook };
  /** Update a webhook */
  "update-webhook": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: WebhookUpdate; answer: Webhook };
  /** Delete a webhook */
  "delete-webhook": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Rotate the signing secret; the old one keeps signing for the overlap */
  "rotate-webhook": { params: { id: string }; body?: WebhookRotate; answer: CreatedWebhook };
  /** Send a test message (type webhook|test) now and return the result */
  "test-webhook": { params: { id: string }; answer: WebhookTestOutcome };
  /** Replay deliveries since a time */
  "replay-webhook": { params: { id: string }; body: WebhookReplay; answer: WebhookReplayed };
  /** List sent and pending webhook deliveries */
  "list-webhook-deliveries": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined }; answer: WebhookDeliverySummaryPage };
  /** Read a delivery with its message and attempts */
  "get-webhook-delivery": { params: { id: string }; answer: WebhookDelivery };
  /** Replay a delivery */
  "replay-webhook-delivery": { params: { id: string }; answer: WebhookDeliverySummary };
  /** List files */
  "list-files": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: StoredFilePage };
  /** Read the metadata of a file */
  "get-file": { params: { id: string }; answer: StoredFile };
  /** Download a file, or a range of its bytes */
  "get-file-content": { params: { id: string }; answer: undefined };
  /** Read a thumbnail of a picture */
  "get-file-thumbnail": { params: { id: string }; query: { size: "96" | "240" | "480" | "960"; v?: string | undefined }; answer: undefined };
  /** Download a file by its downloadUrl, without a credential */
  "download-file": { params: { id: string }; query: { token: string }; answer: undefined };
  /** Upload a file, or start a resumable upload */
  "create-file": { query?: { fileName?: string | undefined; contentType?: string | undefined; size?: number | undefined }; answer: StoredFile };
  /** Resume an upload */
  "put-file-content": { params: { id: string }; answer: StoredFile };
  /** Delete a file and its content */
  "delete-file": { params: { id: string }; query?: { dryRun?: boolean | undefined }; answer: undefined };
  /** List entity types */
  "list-entity-types": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: EntityTypePage };
  /** Read an entity type */
  "get-entity-type": { params: { id: string }; answer: EntityType };
  /** Create an entity type */
  "create-entity-type": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EntityTypeCreate; answer: EntityType };
  /** Update an entity type */
  "update-entity-type": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EntityTypeUpdate; answer: EntityType };
  /** Delete an entity type */
  "delete-entity-type": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Add properties to a type and convert the stored text values */
  "describe-entity-type": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EntityTypeDescribe; answer: DescribedEntityType };
  /** Read the JSON Schema of a type's entities */
  "get-entity-type-schema": { params: { id: string }; answer: EntityTypeJsonSchema };
  /** List option sets */
  "list-option-sets": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: OptionSetPage };
  /** Read an option set */
  "get-option-set": { params: { id: string }; answer: OptionSet };
  /** Create an option set */
  "create-option-set": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: OptionSetCreate; answer: OptionSet };
  /** Update an option set */
  "update-option-set": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: OptionSetUpdate; answer: OptionSet };
  /** Delete an option set */
  "delete-option-set": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** List saved views */
  "list-saved-views": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: SavedViewPage };
  /** Read a saved view */
  "get-saved-view": { params: { id: string }; answer: SavedView };
  /** Create a saved view */
  "create-saved-view": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: SavedViewCreate; answer: SavedView };
  /** Update a saved view */
  "update-saved-view": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: SavedViewUpdate; answer: SavedView };
  /** Delete a saved view */
  "delete-saved-view": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Get changes over time, by entity type */
  "get-statistics-changes": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Get ended loads over time */
  "get-statistics-loads": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Get workflow processes over time */
  "get-statistics-processes": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Get webhook requests over time, with their durations */
  "get-statistics-webhooks": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Get API requests over time, by credential */
  "get-statistics-rate": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Get the current lag of change history consumers */
  "get-statistics-consumers": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Read the caller, its permissions and rate limit */
  "whoami": { answer: Whoami };
  /** Sign in with email and password */
  "login": { body: LoginRequest; answer: LoginAnswer };
  /** Sign out: end the session or revoke the access token of this request */
  "logout": { answer: undefined };
  /** Redirect to the organization's identity provider */
  "start-sso": { params: { orgSlug: string }; query?: { loopbackPort?: number | undefined; codeChallenge?: string | undefined; state?: string | undefined }; answer: undefined };
  /** Handle the redirect from the identity provider */
  "finish-sso": { query: { state: string }; answer: undefined };
  /** Exchange the code of the loopback address for an access token */
  "redeem-sso-code": { body: SsoCode; answer: LoginAnswer };
  /** Start single sign-on on another device, then poll with its deviceCode */
  "start-sso-device": { body: SsoDeviceRequest; answer: LoginAnswer | SsoDevice };
  /** Read who requests an OAuth authorization, and for what */
  "get-authorization-request": { query: { request: string }; answer: OAuthRequest };
  /** Grant or deny an OAuth authorization request */
  "answer-authorization-request": { body: OAuthAnswer; answer: OAuthRedirect };
  /** Read the organization of the credential */
  "get-org": { answer: Org };
  /** Show how long data is kept, and when it is deleted next */
  "get-retention": { answer: Retention };
  /** Update the organization */
  "update-org": { query?: { dryRun?: boolean | undefined }; body: OrgUpdate; answer: Org };
  /** List users */
  "list-users": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: UserPage };
  /** Read a user */
  "get-user": { params: { id: string }; answer: User };
  /** Create a user */
  "create-user": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: UserCreate; answer: User };
  /** Update a user */
  "update-user": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: UserUpdate; answer: User };
  /** Delete a user, or erase their personal data */
  "delete-user": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined; erase?: boolean | undefined }; answer: UserErasure };
  /** List roles */
  "list-roles": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: RolePage };
  /** Read a role */
  "get-role": { params: { id: string }; answer: Role };
  /** Create a role */
  "create-role": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: RoleCreate; answer: Role };
  /** Update a role */
  "update-role": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: RoleUpdate; answer: Role };
  /** Delete a role */
  "delete-role": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** List apps */
  "list-apps": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: AppPage };
  /** Read an app */
  "get-app": { params: { id: string }; answer: App };
  /** Create an app */
  "create-app": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: AppCreate; answer: App };
  /** Update an app */
  "update-app": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: AppUpdate; answer: App };
  /** Delete an app */
  "delete-app": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** List API keys */
  "list-api-keys": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: ApiKeyPage };
  /** Read a API key */
  "get-api-key": { params: { id: string }; answer: ApiKey };
  /** Create a API key */
  "create-api-key": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: ApiKeyCreate; answer: CreatedApiKey };
  /** Update a API key */
  "update-api-key": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: ApiKeyUpdate; answer: ApiKey };
  /** Delete a API key */
  "delete-api-key": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Rotate an API key; the old key stays valid for the overlap */
  "rotate-api-key": { params: { id: string }; body?: ApiKeyRotate; answer: CreatedApiKey };
  /** Revoke an API key immediately on all nodes */
  "revoke-api-key": { params: { id: string }; answer: ApiKey };
  /** List access tokens */
  "list-access-tokens": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryOrder | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: AccessTokenPage };
  /** Read an access token */
  "get-access-token": { params: { id: string }; answer: AccessToken };
  /** Create an access token */
  "create-access-token": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: AccessTokenCreate; answer: CreatedAccessToken };
  /** Update an access token */
  "update-access-token": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: AccessTokenUpdate; answer: AccessToken };
  /** Delete an access token */
  "delete-access-token": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Search the audit log, newest first, or follow it with after */
  "list-audit-log": { query?: { criteria?: QueryObject | undefined; after?: string | undefined; limit?: number | undefined; nextPageKey?: string | undefined }; answer: AuditEntryPage };
  /** Stream all matching audit entries, oldest first */
  "export-audit-log": { query?: { criteria?: QueryObject | undefined; after?: string | undefined }; answer: undefined };
  /** List all organizations */
  "list-orgs": { query?: { status?: "active" | "suspended" | "deleting" | undefined; limit?: number | undefined; nextPageKey?: string | undefined }; answer: OperatorOrgPage };
  /** Read an organization as the operator */
  "read-org": { params: { slug: string }; answer: OperatorOrg };
  /** Suspend an organization */
  "suspend-org": { params: { slug: string }; body: OrgSuspend; answer: OperatorOrg };
  /** Resume a suspended organization */
  "resume-org": { params: { slug: string }; answer: OperatorOrg };
  /** Give an organization another slug */
  "rename-org": { params: { slug: string }; body: OrgRename; answer: OperatorOrg };
  /** Give up a former slug before its date */
  "release-org-slug": { params: { slug: string; formerSlug: string }; answer: OperatorOrg };
  /** Request the deletion of an organization */
  "request-org-deletion": { params: { slug: string }; body: OrgDeletionRequest; answer: OperatorOrg };
  /** Export an organization as an archive */
  "export-org": { params: { slug: string }; answer: undefined };
  /** Create an organization from an archive */
  "import-org": { query?: { slug?: Slug | undefined; newIds?: boolean | undefined }; answer: ImportedOrg };
  /** List requested, running and completed deletions */
  "list-org-deletions": { query?: { slug?: string | undefined; limit?: number | undefined; nextPageKey?: string | undefined }; answer: OrgDeletionPage };
}
