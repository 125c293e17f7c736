// Made from the contract by npm run generate.

import type {
  AccessToken,
  AccessTokenCreate,
  AccessTokenUpdate,
  ApiKey,
  ApiKeyCreate,
  ApiKeyRotate,
  ApiKeyUpdate,
  App,
  AppCreate,
  AppUpdate,
  Assortment,
  AssortmentDraft,
  AssortmentItem,
  AssortmentItemDraft,
  AssortmentItemIds,
  AssortmentItemsAnswer,
  AssortmentPublishAnswer,
  AssortmentPublishChange,
  AssortmentPublishDetail,
  AssortmentSummary,
  AuditCursor,
  AuditEntry,
  CallbackReceipt,
  ChangeConsumer,
  ChangeConsumerUpdate,
  ChangeCursor,
  ChangeRecord,
  Color,
  ColorDraft,
  Conversion,
  CreatedAccessToken,
  CreatedApiKey,
  CreatedWebhook,
  CustomEntity,
  CustomEntityDraft,
  EntityType,
  EntityTypeCreate,
  EntityTypeDescribe,
  EntityTypeUpdate,
  EventWorkflow,
  EventWorkflowCallback,
  EventWorkflowCreate,
  EventWorkflowProcess,
  EventWorkflowProcessSummary,
  EventWorkflowRequest,
  EventWorkflowTask,
  EventWorkflowTaskClaimRenewal,
  EventWorkflowTaskClaimRequest,
  EventWorkflowTaskUpdate,
  EventWorkflowUpdate,
  ExternalEvent,
  File,
  Id,
  InboundWebhook,
  InboundWebhookCreate,
  InboundWebhookCreated,
  InboundWebhookUpdate,
  Item,
  ItemDraft,
  LoaderProcess,
  LoaderProcessCreate,
  LoaderProcessSummary,
  LoginAnswer,
  LoginRequest,
  OptionSet,
  OptionSetCreate,
  OptionSetUpdate,
  Org,
  OrgUpdate,
  Project,
  ProjectDraft,
  ProjectItem,
  ProjectItemDraft,
  RequestFault,
  Role,
  RoleCreate,
  RoleUpdate,
  ShownProperty,
  SizeRangeTemplate,
  SizeRangeTemplateDraft,
  SsoCode,
  SsoDevice,
  SsoDeviceRequest,
  Statistics,
  TaskCallback,
  Time,
  TypePath,
  User,
  UserCreate,
  UserUpdate,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliverySummary,
  WebhookReplay,
  WebhookReplayed,
  WebhookRotate,
  WebhookTestOutcome,
  WebhookUpdate,
  Whoami,
  Workspace,
  WorkspaceDraft,
} from "./schemas.ts";
import type { QueryNames, QueryObject } from "../query.ts";

export interface Operations {
  /** List items */
  "list-items": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined }; answer: {
      results: Item[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an item */
  "get-item": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; asOf?: string | undefined }; answer: Item };
  /** Create an item */
  "create-item": { query?: { dryRun?: boolean | undefined }; body: ItemDraft; answer: Item };
  /** Change the fields sent of an item */
  "update-item": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: ItemDraft; answer: Item };
  /** Delete an item */
  "delete-item": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; answer: undefined };
  /** Read an item by the caller's own key */
  "get-item-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined }; answer: Item };
  /** Create or change an item by the caller's own key */
  "put-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ItemDraft; answer: Item };
  /** Create, change and delete up to 10000 at once */
  "batch-items": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: {
      operations: ({
        op: "create" | "update" | "upsert" | "delete";
        id?: string;
        federatedId?: string;
        object?: ItemDraft;
      })[];
      /** All or none. false: each operation for itself. */
      atomic?: boolean;
    }; answer: {
      results: ({
        /** As the single operation would have answered; 424 when an atomic batch failed. */
        status: number;
        id?: string;
        /** Left out behind the first 8 MiB of an answer (WEFT_PAGE_BYTES_MAX). */
        object?: Item;
        problem?: {
          /** The address of a page about this code. */
          type?: string;
          title?: string;
          status?: number;
          /** What happened and what to do. */
          detail?: string;
          /** The path of the request. */
          instance?: string;
          /** A stable word for programs. */
          code?: string;
          requestId?: string;
          errors?: RequestFault[];
          [key: string]: unknown;
        };
      })[];
    } };
  /** List projects */
  "list-projects": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined }; answer: {
      results: Project[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a project */
  "get-project": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; asOf?: string | undefined }; answer: Project };
  /** Create a project */
  "create-project": { query?: { dryRun?: boolean | undefined }; body: ProjectDraft; answer: Project };
  /** Change the fields sent of a project */
  "update-project": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: ProjectDraft; answer: Project };
  /** Delete a project */
  "delete-project": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; answer: undefined };
  /** Read a project by the caller's own key */
  "get-project-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined }; answer: Project };
  /** Create or change a project by the caller's own key */
  "put-project-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ProjectDraft; answer: Project };
  /** Create, change and delete up to 10000 at once */
  "batch-projects": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: {
      operations: ({
        op: "create" | "update" | "upsert" | "delete";
        id?: string;
        federatedId?: string;
        object?: ProjectDraft;
      })[];
      /** All or none. false: each operation for itself. */
      atomic?: boolean;
    }; answer: {
      results: ({
        /** As the single operation would have answered; 424 when an atomic batch failed. */
        status: number;
        id?: string;
        /** Left out behind the first 8 MiB of an answer (WEFT_PAGE_BYTES_MAX). */
        object?: Project;
        problem?: {
          /** The address of a page about this code. */
          type?: string;
          title?: string;
          status?: number;
          /** What happened and what to do. */
          detail?: string;
          /** The path of the request. */
          instance?: string;
          /** A stable word for programs. */
          code?: string;
          requestId?: string;
          errors?: RequestFault[];
          [key: string]: unknown;
        };
      })[];
    } };
  /** List workspaces */
  "list-workspaces": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined }; answer: {
      results: Workspace[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a workspace */
  "get-workspace": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; asOf?: string | undefined }; answer: Workspace };
  /** Create a workspace */
  "create-workspace": { query?: { dryRun?: boolean | undefined }; body: WorkspaceDraft; answer: Workspace };
  /** Change the fields sent of a workspace */
  "update-workspace": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: WorkspaceDraft; answer: Workspace };
  /** Delete a workspace */
  "delete-workspace": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; answer: undefined };
  /** Read a workspace by the caller's own key */
  "get-workspace-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined }; answer: Workspace };
  /** Create or change a workspace by the caller's own key */
  "put-workspace-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: WorkspaceDraft; answer: Workspace };
  /** Create, change and delete up to 10000 at once */
  "batch-workspaces": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: {
      operations: ({
        op: "create" | "update" | "upsert" | "delete";
        id?: string;
        federatedId?: string;
        object?: WorkspaceDraft;
      })[];
      /** All or none. false: each operation for itself. */
      atomic?: boolean;
    }; answer: {
      results: ({
        /** As the single operation would have answered; 424 when an atomic batch failed. */
        status: number;
        id?: string;
        /** Left out behind the first 8 MiB of an answer (WEFT_PAGE_BYTES_MAX). */
        object?: Workspace;
        problem?: {
          /** The address of a page about this code. */
          type?: string;
          title?: string;
          status?: number;
          /** What happened and what to do. */
          detail?: string;
          /** The path of the request. */
          instance?: string;
          /** A stable word for programs. */
          code?: string;
          requestId?: string;
          errors?: RequestFault[];
          [key: string]: unknown;
        };
      })[];
    } };
  /** List project items */
  "list-project-items": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined }; answer: {
      results: ProjectItem[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a project item */
  "get-project-item": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; asOf?: string | undefined }; answer: ProjectItem };
  /** Create a project item */
  "create-project-item": { query?: { dryRun?: boolean | undefined }; body: ProjectItemDraft; answer: ProjectItem };
  /** Change the fields sent of a project item */
  "update-project-item": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: ProjectItemDraft; answer: ProjectItem };
  /** Delete a project item */
  "delete-project-item": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; answer: undefined };
  /** Read a project item by the caller's own key */
  "get-project-item-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined }; answer: ProjectItem };
  /** Create or change a project item by the caller's own key */
  "put-project-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ProjectItemDraft; answer: ProjectItem };
  /** Create, change and delete up to 10000 at once */
  "batch-project-items": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: {
      operations: ({
        op: "create" | "update" | "upsert" | "delete";
        id?: string;
        federatedId?: string;
        object?: ProjectItemDraft;
      })[];
      /** All or none. false: each operation for itself. */
      atomic?: boolean;
    }; answer: {
      results: ({
        /** As the single operation would have answered; 424 when an atomic batch failed. */
        status: number;
        id?: string;
        /** Left out behind the first 8 MiB of an answer (WEFT_PAGE_BYTES_MAX). */
        object?: ProjectItem;
        problem?: {
          /** The address of a page about this code. */
          type?: string;
          title?: string;
          status?: number;
          /** What happened and what to do. */
          detail?: string;
          /** The path of the request. */
          instance?: string;
          /** A stable word for programs. */
          code?: string;
          requestId?: string;
          errors?: RequestFault[];
          [key: string]: unknown;
        };
      })[];
    } };
  /** List assortments */
  "list-assortments": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined }; answer: {
      results: Assortment[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an assortment */
  "get-assortment": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; asOf?: string | undefined }; answer: Assortment };
  /** Create an assortment */
  "create-assortment": { query?: { dryRun?: boolean | undefined }; body: AssortmentDraft; answer: Assortment };
  /** Change the fields sent of an assortment */
  "update-assortment": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentDraft; answer: Assortment };
  /** Delete an assortment */
  "delete-assortment": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; answer: undefined };
  /** Read an assortment by the caller's own key */
  "get-assortment-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined }; answer: Assortment };
  /** Create or change an assortment by the caller's own key */
  "put-assortment-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentDraft; answer: Assortment };
  /** Create, change and delete up to 10000 at once */
  "batch-assortments": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: {
      operations: ({
        op: "create" | "update" | "upsert" | "delete";
        id?: string;
        federatedId?: string;
        object?: AssortmentDraft;
      })[];
      /** All or none. false: each operation for itself. */
      atomic?: boolean;
    }; answer: {
      results: ({
        /** As the single operation would have answered; 424 when an atomic batch failed. */
        status: number;
        id?: string;
        /** Left out behind the first 8 MiB of an answer (WEFT_PAGE_BYTES_MAX). */
        object?: Assortment;
        problem?: {
          /** The address of a page about this code. */
          type?: string;
          title?: string;
          status?: number;
          /** What happened and what to do. */
          detail?: string;
          /** The path of the request. */
          instance?: string;
          /** A stable word for programs. */
          code?: string;
          requestId?: string;
          errors?: RequestFault[];
          [key: string]: unknown;
        };
      })[];
    } };
  /** List assortment items */
  "list-assortment-items": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined }; answer: {
      results: AssortmentItem[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an assortment item */
  "get-assortment-item": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; asOf?: string | undefined }; answer: AssortmentItem };
  /** Create an assortment item */
  "create-assortment-item": { query?: { dryRun?: boolean | undefined }; body: AssortmentItemDraft; answer: AssortmentItem };
  /** Change the fields sent of an assortment item */
  "update-assortment-item": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentItemDraft; answer: AssortmentItem };
  /** Delete an assortment item */
  "delete-assortment-item": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; answer: undefined };
  /** Read an assortment item by the caller's own key */
  "get-assortment-item-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined }; answer: AssortmentItem };
  /** Create or change an assortment item by the caller's own key */
  "put-assortment-item-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentItemDraft; answer: AssortmentItem };
  /** Create, change and delete up to 10000 at once */
  "batch-assortment-items": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: {
      operations: ({
        op: "create" | "update" | "upsert" | "delete";
        id?: string;
        federatedId?: string;
        object?: AssortmentItemDraft;
      })[];
      /** All or none. false: each operation for itself. */
      atomic?: boolean;
    }; answer: {
      results: ({
        /** As the single operation would have answered; 424 when an atomic batch failed. */
        status: number;
        id?: string;
        /** Left out behind the first 8 MiB of an answer (WEFT_PAGE_BYTES_MAX). */
        object?: AssortmentItem;
        problem?: {
          /** The address of a page about this code. */
          type?: string;
          title?: string;
          status?: number;
          /** What happened and what to do. */
          detail?: string;
          /** The path of the request. */
          instance?: string;
          /** A stable word for programs. */
          code?: string;
          requestId?: string;
          errors?: RequestFault[];
          [key: string]: unknown;
        };
      })[];
    } };
  /** List colors */
  "list-colors": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined }; answer: {
      results: Color[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a color */
  "get-color": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; asOf?: string | undefined }; answer: Color };
  /** Create a color */
  "create-color": { query?: { dryRun?: boolean | undefined }; body: ColorDraft; answer: Color };
  /** Change the fields sent of a color */
  "update-color": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: ColorDraft; answer: Color };
  /** Delete a color */
  "delete-color": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; answer: undefined };
  /** Read a color by the caller's own key */
  "get-color-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined }; answer: Color };
  /** Create or change a color by the caller's own key */
  "put-color-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: ColorDraft; answer: Color };
  /** Create, change and delete up to 10000 at once */
  "batch-colors": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: {
      operations: ({
        op: "create" | "update" | "upsert" | "delete";
        id?: string;
        federatedId?: string;
        object?: ColorDraft;
      })[];
      /** All or none. false: each operation for itself. */
      atomic?: boolean;
    }; answer: {
      results: ({
        /** As the single operation would have answered; 424 when an atomic batch failed. */
        status: number;
        id?: string;
        /** Left out behind the first 8 MiB of an answer (WEFT_PAGE_BYTES_MAX). */
        object?: Color;
        problem?: {
          /** The address of a page about this code. */
          type?: string;
          title?: string;
          status?: number;
          /** What happened and what to do. */
          detail?: string;
          /** The path of the request. */
          instance?: string;
          /** A stable word for programs. */
          code?: string;
          requestId?: string;
          errors?: RequestFault[];
          [key: string]: unknown;
        };
      })[];
    } };
  /** List custom entities */
  "list-custom-entities": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined }; answer: {
      results: CustomEntity[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a custom entity */
  "get-custom-entity": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; asOf?: string | undefined }; answer: CustomEntity };
  /** Create a custom entity */
  "create-custom-entity": { query?: { dryRun?: boolean | undefined }; body: CustomEntityDraft; answer: CustomEntity };
  /** Change the fields sent of a custom entity */
  "update-custom-entity": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: CustomEntityDraft; answer: CustomEntity };
  /** Delete a custom entity */
  "delete-custom-entity": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; answer: undefined };
  /** Read a custom entity by the caller's own key */
  "get-custom-entity-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined }; answer: CustomEntity };
  /** Create or change a custom entity by the caller's own key */
  "put-custom-entity-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: CustomEntityDraft; answer: CustomEntity };
  /** Create, change and delete up to 10000 at once */
  "batch-custom-entities": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: {
      operations: ({
        op: "create" | "update" | "upsert" | "delete";
        id?: string;
        federatedId?: string;
        object?: CustomEntityDraft;
      })[];
      /** All or none. false: each operation for itself. */
      atomic?: boolean;
    }; answer: {
      results: ({
        /** As the single operation would have answered; 424 when an atomic batch failed. */
        status: number;
        id?: string;
        /** Left out behind the first 8 MiB of an answer (WEFT_PAGE_BYTES_MAX). */
        object?: CustomEntity;
        problem?: {
          /** The address of a page about this code. */
          type?: string;
          title?: string;
          status?: number;
          /** What happened and what to do. */
          detail?: string;
          /** The path of the request. */
          instance?: string;
          /** A stable word for programs. */
          code?: string;
          requestId?: string;
          errors?: RequestFault[];
          [key: string]: unknown;
        };
      })[];
    } };
  /** List size range templates */
  "list-size-range-templates": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined; q?: string | undefined; relations?: QueryNames | undefined }; answer: {
      results: SizeRangeTemplate[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a size range template */
  "get-size-range-template": { params: { id: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined; asOf?: string | undefined }; answer: SizeRangeTemplate };
  /** Create a size range template */
  "create-size-range-template": { query?: { dryRun?: boolean | undefined }; body: SizeRangeTemplateDraft; answer: SizeRangeTemplate };
  /** Change the fields sent of a size range template */
  "update-size-range-template": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: SizeRangeTemplateDraft; answer: SizeRangeTemplate };
  /** Delete a size range template */
  "delete-size-range-template": { params: { id: string }; query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; answer: undefined };
  /** Read a size range template by the caller's own key */
  "get-size-range-template-by-federated-id": { params: { federatedId: string }; query?: { fields?: QueryNames | undefined; relations?: QueryNames | undefined }; answer: SizeRangeTemplate };
  /** Create or change a size range template by the caller's own key */
  "put-size-range-template-by-federated-id": { params: { federatedId: string }; query?: { dryRun?: boolean | undefined }; body: SizeRangeTemplateDraft; answer: SizeRangeTemplate };
  /** Create, change and delete up to 10000 at once */
  "batch-size-range-templates": { query?: { dryRun?: boolean | undefined; cascade?: boolean | undefined }; body: {
      operations: ({
        op: "create" | "update" | "upsert" | "delete";
        id?: string;
        federatedId?: string;
        object?: SizeRangeTemplateDraft;
      })[];
      /** All or none. false: each operation for itself. */
      atomic?: boolean;
    }; answer: {
      results: ({
        /** As the single operation would have answered; 424 when an atomic batch failed. */
        status: number;
        id?: string;
        /** Left out behind the first 8 MiB of an answer (WEFT_PAGE_BYTES_MAX). */
        object?: SizeRangeTemplate;
        problem?: {
          /** The address of a page about this code. */
          type?: string;
          title?: string;
          status?: number;
          /** What happened and what to do. */
          detail?: string;
          /** The path of the request. */
          instance?: string;
          /** A stable word for programs. */
          code?: string;
          requestId?: string;
          errors?: RequestFault[];
          [key: string]: unknown;
        };
      })[];
    } };
  /** Add items to an assortment and publish it */
  "add-assortment-items": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentItemIds; answer: AssortmentItemsAnswer };
  /** Remove items from an assortment and publish it */
  "remove-assortment-items": { params: { id: string }; query?: { dryRun?: boolean | undefined }; body: AssortmentItemIds; answer: AssortmentItemsAnswer };
  /** Publish what has changed in an assortment since it was published last */
  "publish-assortment": { params: { id: string }; query?: { dryRun?: boolean | undefined }; answer: AssortmentPublishAnswer };
  /** List the publishes of an assortment, newest first */
  "list-assortment-history": { params: { id: string }; query?: { limit?: number | undefined; nextPageKey?: string | undefined }; answer: {
      results: AssortmentPublishChange[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
    } };
  /** Read a publish of an assortment with what it has changed */
  "get-assortment-publish-change": { params: { id: string; changeId: string }; query?: { limit?: number | undefined; nextPageKey?: string | undefined }; answer: {
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
      details: AssortmentPublishDetail[];
      /** Present while there are more details. */
      nextPageKey?: string;
    } };
  /** All members of an assortment as they were published, as one stream */
  "read-assortment-baseline": { params: { id: string; changeId: string }; answer: undefined };
  /** List loads */
  "list-loader-processes": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: LoaderProcessSummary[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a load: its progress, counts and issues */
  "get-loader-process": { params: { id: string }; query?: { wait?: number | undefined }; answer: LoaderProcess };
  /** Start a load of an uploaded CSV file */
  "create-loader-process": { body: LoaderProcessCreate; answer: LoaderProcess };
  /** Forget a load that has ended; what it has written stays, and can no longer be undone */
  "delete-loader-process": { params: { id: string }; query?: { dryRun?: boolean | undefined }; answer: undefined };
  /** End a load after the batch under way */
  "cancel-loader-process": { params: { id: string }; answer: LoaderProcess };
  /** Take back what a load has changed, where nobody has changed it since */
  "undo-loader-process": { params: { id: string }; answer: LoaderProcess };
  /** Search the change history, or follow it with after */
  "list-changes": { query?: { criteria?: QueryObject | undefined; entityType?: string | undefined; order?: QueryObject | undefined; after?: string | undefined; wait?: number | undefined; limit?: number | undefined; nextPageKey?: string | undefined }; answer: {
      results: ChangeRecord[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      /** With after: where to go on. Otherwise: where to go on with after once all pages have been read. */
      coveredUntil: ChangeCursor;
      /** The time of that place: a next range that begins here misses nothing. */
      coveredUntilTime: Time;
    } };
  /** All records that match, oldest first, as one stream */
  "export-changes": { query?: { criteria?: QueryObject | undefined; entityType?: string | undefined; after?: string | undefined }; answer: undefined };
  /** List your consumers of the change history with their lag; administrators list all */
  "list-change-consumers": { query?: { limit?: number | undefined; nextPageKey?: string | undefined }; answer: {
      results: ChangeConsumer[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
    } };
  /** Read a consumer's cursor and lag */
  "get-change-consumer": { params: { name: string }; answer: ChangeConsumer };
  /** Set a consumer's cursor; the first call creates the consumer, which belongs to the caller */
  "put-change-consumer": { params: { name: string }; body: ChangeConsumerUpdate; answer: ChangeConsumer };
  /** Forget a consumer */
  "delete-change-consumer": { params: { name: string }; answer: undefined };
  /** List event-workflows */
  "list-event-workflows": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: EventWorkflow[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an event-workflow */
  "get-event-workflow": { params: { id: string }; answer: EventWorkflow };
  /** Create an event-workflow */
  "create-event-workflow": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EventWorkflowCreate; answer: EventWorkflow };
  /** Change the fields sent of an event-workflow */
  "update-event-workflow": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EventWorkflowUpdate; answer: EventWorkflow };
  /** Delete an event-workflow */
  "delete-event-workflow": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Take over a workflow: it acts as the caller from then on */
  "take-over-event-workflow": { params: { id: string }; answer: EventWorkflow };
  /** List the processes of workflows */
  "list-event-workflow-processes": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: EventWorkflowProcessSummary[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a process of a workflow */
  "get-event-workflow-process": { params: { id: string }; query?: { relations?: QueryNames | undefined; wait?: number | undefined }; answer: EventWorkflowProcess };
  /** End a process: what runs or waits is canceled */
  "cancel-event-workflow-process": { params: { id: string }; answer: EventWorkflowProcess };
  /** List the tasks of processes */
  "list-event-workflow-tasks": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: EventWorkflowTask[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a task with its logs and output */
  "get-event-workflow-task": { params: { id: string }; answer: EventWorkflowTask };
  /** Say in a few words how far a task is; its process says the same */
  "update-event-workflow-task": { params: { id: string }; body: EventWorkflowTaskUpdate; answer: EventWorkflowTask };
  /** Run a failed task again; its process goes on from there */
  "retry-event-workflow-task": { params: { id: string }; answer: EventWorkflowTask };
  /** Every callback that has arrived for a task, and what became of it */
  "list-event-workflow-task-callbacks": { params: { id: string }; answer: {
      results: EventWorkflowCallback[];
    } };
  /** Take tasks that wait for an outside worker and that no other one holds */
  "claim-event-workflow-tasks": { body: EventWorkflowTaskClaimRequest; answer: {
      results: EventWorkflowTask[];
    } };
  /** Hold a claimed task for longer, or give it back */
  "renew-event-workflow-task-claim": { params: { id: string }; body: EventWorkflowTaskClaimRenewal; answer: EventWorkflowTask };
  /** Complete or fail an async task, or tell how far it is */
  "call-back-task": { body: TaskCallback; answer: CallbackReceipt };
  /** Tell of something that has happened outside: starts the workflows and webhooks that listen */
  "raise-external-event": { body: ExternalEvent; answer: {
      results: EventWorkflowProcess[];
    } };
  /** Start the workflows that listen to a key */
  "request-event-workflows": { body: EventWorkflowRequest; answer: {
      results: EventWorkflowProcess[];
    } };
  /** Start one workflow and wait for its end, for 30 seconds at most */
  "run-event-workflow": { body: EventWorkflowRequest; answer: EventWorkflowProcess };
  /** List inbound-webhooks */
  "list-inbound-webhooks": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: InboundWebhook[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an inbound-webhook */
  "get-inbound-webhook": { params: { id: string }; answer: InboundWebhook };
  /** Create an inbound-webhook */
  "create-inbound-webhook": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: InboundWebhookCreate; answer: InboundWebhookCreated };
  /** Change the fields sent of an inbound-webhook */
  "update-inbound-webhook": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: InboundWebhookUpdate; answer: InboundWebhook };
  /** Delete an inbound-webhook */
  "delete-inbound-webhook": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Create a new secret; calls with the old one are accepted for the overlap */
  "rotate-inbound-webhook": { params: { id: string }; body?: WebhookRotate; answer: InboundWebhookCreated };
  /** Start the workflows that listen to an inbound webhook */
  "trigger-webhook": { params: { id: string }; answer: {
      /** The processes that it has started. */
      processIds: Id[];
    } };
  /** List webhooks */
  "list-webhooks": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: Webhook[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a webhook */
  "get-webhook": { params: { id: string }; answer: Webhook };
  /** Create a webhook */
  "create-webhook": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: WebhookCreate; answer: CreatedWebhook };
  /** Change the fields sent of a webhook */
  "update-webhook": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: WebhookUpdate; answer: Webhook };
  /** Delete a webhook */
  "delete-webhook": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Make a new signing secret; the old one goes on signing for the overlap */
  "rotate-webhook": { params: { id: string }; body?: WebhookRotate; answer: CreatedWebhook };
  /** Send a message of the type webhook|test now, and answer what came of it */
  "test-webhook": { params: { id: string }; answer: WebhookTestOutcome };
  /** Send again what was to be sent since a time */
  "replay-webhook": { params: { id: string }; body: WebhookReplay; answer: WebhookReplayed };
  /** List what was sent to webhooks, and what waits to be */
  "list-webhook-deliveries": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined }; answer: {
      results: WebhookDeliverySummary[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a delivery: its message, and each attempt with its answer */
  "get-webhook-delivery": { params: { id: string }; answer: WebhookDelivery };
  /** Send a delivery again */
  "replay-webhook-delivery": { params: { id: string }; answer: WebhookDeliverySummary };
  /** List files */
  "list-files": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: File[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read what is known of a file */
  "get-file": { params: { id: string }; answer: File };
  /** Read the bytes of a file, or some of them */
  "get-file-content": { params: { id: string }; answer: undefined };
  /** Read the bytes of a file by its downloadUrl, without a credential */
  "download-file": { params: { id: string }; query: { token: string }; answer: undefined };
  /** Upload a file, or begin an upload that can be resumed */
  "create-file": { query?: { fileName?: string | undefined; contentType?: string | undefined; size?: number | undefined }; answer: File };
  /** Go on with an upload where it stopped */
  "put-file-content": { params: { id: string }; answer: File };
  /** Delete a file with its bytes */
  "delete-file": { params: { id: string }; query?: { dryRun?: boolean | undefined }; answer: undefined };
  /** List entity-types */
  "list-entity-types": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: EntityType[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an entity-type */
  "get-entity-type": { params: { id: string }; answer: EntityType };
  /** Create an entity-type */
  "create-entity-type": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EntityTypeCreate; answer: EntityType };
  /** Change the fields sent of an entity-type */
  "update-entity-type": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EntityTypeUpdate; answer: EntityType };
  /** Delete an entity-type */
  "delete-entity-type": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Add properties to a type and convert the texts that are stored in their place */
  "describe-entity-type": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: EntityTypeDescribe; answer: {
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
      conversion: Conversion;
    } };
  /** List option-sets */
  "list-option-sets": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: OptionSet[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an option-set */
  "get-option-set": { params: { id: string }; answer: OptionSet };
  /** Create an option-set */
  "create-option-set": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: OptionSetCreate; answer: OptionSet };
  /** Change the fields sent of an option-set */
  "update-option-set": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: OptionSetUpdate; answer: OptionSet };
  /** Delete an option-set */
  "delete-option-set": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Changes over time, by entity type */
  "get-statistics-changes": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Loads that have ended, and how much they have written */
  "get-statistics-loads": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Workflow processes over time */
  "get-statistics-processes": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Calls to webhooks over time, and how long they took */
  "get-statistics-webhooks": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Calls over time, by credential */
  "get-statistics-rate": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** How far the consumers of the change history lie behind now */
  "get-statistics-consumers": { query?: { from?: string | undefined; to?: string | undefined; by?: "hour" | "day" | "week" | "month" | undefined; timeZone?: string | undefined }; answer: Statistics };
  /** Who the credential is, what it may do and how often */
  "whoami": { answer: Whoami };
  /** Sign in with email and password */
  "login": { body: LoginRequest; answer: LoginAnswer };
  /** End the session, or revoke the access token that made this call */
  "logout": { answer: undefined };
  /** Leave for the organization's identity provider */
  "start-sso": { params: { orgSlug: string }; query?: { loopbackPort?: number | undefined; codeChallenge?: string | undefined; state?: string | undefined }; answer: undefined };
  /** Return from the identity provider */
  "finish-sso": { query: { state: string }; answer: undefined };
  /** Swap the code of the loopback address for an access token */
  "redeem-sso-code": { body: SsoCode; answer: LoginAnswer };
  /** Begin a sign-on on another device, then ask again with its deviceCode until it is done */
  "start-sso-device": { body: SsoDeviceRequest; answer: LoginAnswer | SsoDevice };
  /** The organization of the credential */
  "get-org": { answer: Org };
  /** Change the fields sent of the organization */
  "update-org": { query?: { dryRun?: boolean | undefined }; body: OrgUpdate; answer: Org };
  /** List users */
  "list-users": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: User[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a user */
  "get-user": { params: { id: string }; answer: User };
  /** Create a user */
  "create-user": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: UserCreate; answer: User };
  /** Change the fields sent of a user */
  "update-user": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: UserUpdate; answer: User };
  /** Delete a user */
  "delete-user": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** List roles */
  "list-roles": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: Role[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read a role */
  "get-role": { params: { id: string }; answer: Role };
  /** Create a role */
  "create-role": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: RoleCreate; answer: Role };
  /** Change the fields sent of a role */
  "update-role": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: RoleUpdate; answer: Role };
  /** Delete a role */
  "delete-role": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** List apps */
  "list-apps": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: App[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an app */
  "get-app": { params: { id: string }; answer: App };
  /** Create an app */
  "create-app": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: AppCreate; answer: App };
  /** Change the fields sent of an app */
  "update-app": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: AppUpdate; answer: App };
  /** Delete an app */
  "delete-app": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** List api-keys */
  "list-api-keys": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: ApiKey[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an api-key */
  "get-api-key": { params: { id: string }; answer: ApiKey };
  /** Create an api-key */
  "create-api-key": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: ApiKeyCreate; answer: CreatedApiKey };
  /** Change the fields sent of an api-key */
  "update-api-key": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: ApiKeyUpdate; answer: ApiKey };
  /** Delete an api-key */
  "delete-api-key": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Make a successor; the old key goes on for the overlap */
  "rotate-api-key": { params: { id: string }; body?: ApiKeyRotate; answer: CreatedApiKey };
  /** End a key at once, on every node */
  "revoke-api-key": { params: { id: string }; answer: ApiKey };
  /** List access-tokens */
  "list-access-tokens": { query?: { limit?: number | undefined; nextPageKey?: string | undefined; criteria?: QueryObject | undefined; order?: QueryObject | undefined; includeTotal?: boolean | undefined; fields?: QueryNames | undefined }; answer: {
      results: AccessToken[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      total?: number;
    } };
  /** Read an access-token */
  "get-access-token": { params: { id: string }; answer: AccessToken };
  /** Create an access-token */
  "create-access-token": { query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: AccessTokenCreate; answer: CreatedAccessToken };
  /** Change the fields sent of an access-token */
  "update-access-token": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; body: AccessTokenUpdate; answer: AccessToken };
  /** Delete an access-token */
  "delete-access-token": { params: { id: string }; query?: { dryRun?: boolean | undefined; force?: boolean | undefined }; answer: undefined };
  /** Search the audit log, newest first, or follow it with after */
  "list-audit-log": { query?: { criteria?: QueryObject | undefined; after?: string | undefined; limit?: number | undefined; nextPageKey?: string | undefined }; answer: {
      results: AuditEntry[];
      /** Present while there are more; a page may hold fewer than limit although there are. */
      nextPageKey?: string;
      /** With after: where to continue. Otherwise: where to continue with after once all pages have been read. */
      coveredUntil: AuditCursor;
    } };
  /** All audit entries that match, oldest first, as one stream */
  "export-audit-log": { query?: { criteria?: QueryObject | undefined; after?: string | undefined }; answer: undefined };
}
