import { type EntityName, kindTable } from "@weft/client";
import type { Command } from "commander";

/** The name of a kind in the CLI, and the columns of its lists. */
export interface Noun {
  readonly kind: EntityName;
  readonly name: string;
  readonly description: string;
  readonly columns: readonly string[];
  /** A column with the name of another entity, whose id the field has. */
  readonly named?: { readonly column: string; readonly field: string; readonly kind: EntityName };
  /** Frequent list filters: each is an option. */
  readonly filters?: readonly string[];
  /** In the format of --order. Default: the service's order. */
  readonly order?: string;
  /** Sample values of the examples in its help. Default: a name. */
  readonly sample?: Sample;
  /** Additional verbs, or replacements of generic ones. */
  readonly own?: () => Promise<readonly Command[]>;
}

/** Assignments in the format of --set and --where. */
interface Sample {
  /** Required fields of a new entity. */
  readonly draft?: readonly string[];
  readonly change?: string;
  readonly where?: string;
}

interface NounGroup {
  readonly title: string;
  readonly nouns: readonly Noun[];
}

const newestFirst = "createdOn:desc";
const entityColumns = ["id", "name", "federatedId", "typePath", "updatedOn"];

/** Every kind of the contract, exactly once. */
export const nounGroups: readonly NounGroup[] = [
  {
    title: "Product data",
    nouns: [
      { kind: "item", name: "items", description: "Items: styles and their options", columns: entityColumns },
      {
        kind: "color",
        name: "colors",
        description: "Colors",
        columns: ["id", "name", "federatedId", "hex", "updatedOn"],
      },
      {
        kind: "project",
        name: "projects",
        description: "Projects, such as seasons",
        columns: ["id", "name", "identifier", "updatedOn"],
      },
      {
        kind: "workspace",
        name: "workspaces",
        description: "Workspaces of projects",
        columns: ["id", "name", "identifier", "projectId"],
        sample: { draft: ["name=Planning", "projectId=<id>"] },
      },
      {
        kind: "project-item",
        name: "project-items",
        description: "Items in projects",
        columns: ["id", "projectId", "itemId", "updatedOn"],
        sample: { draft: ["projectId=<id>", "itemId=<id>"], change: "note=Example", where: "projectId=<id>" },
      },
      {
        kind: "assortment",
        name: "assortments",
        description: "Assortments",
        columns: ["id", "name", "identifier", "workspaceId", "updatedOn"],
        sample: { draft: ["name=Example", "workspaceId=<id>"] },
      },
      {
        kind: "assortment-item",
        name: "assortment-items",
        description: "Items in assortments",
        columns: ["id", "assortmentId", "itemId", "updatedOn"],
        sample: { draft: ["assortmentId=<id>", "itemId=<id>"], change: "note=Example", where: "assortmentId=<id>" },
      },
      {
        kind: "custom-entity",
        name: "custom-entities",
        description: "Entities of custom types",
        columns: entityColumns,
        sample: { draft: ["name=Example", "typePath=custom-entity:supplier"] },
      },
      {
        kind: "size-range-template",
        name: "size-range-templates",
        description: "Size ranges",
        columns: ["id", "name", "sizeRange", "updatedOn"],
      },
    ],
  },
  {
    title: "Work",
    nouns: [
      {
        kind: "loader-process",
        name: "loads",
        description: "Loads of CSV files",
        columns: ["id", "status", "subtext", "dryRun", "createdOn", "endedOn"],
        sample: { draft: ["fileLocation=<id>", "loaderConfigurationId=<id>"], where: "status=failed" },
        filters: ["status"],
        order: newestFirst,
        own: async () => (await import("../loads/loads-verbs.ts")).loadsVerbs(),
      },
      {
        kind: "file",
        name: "files",
        description: "Files",
        columns: ["id", "fileName", "size", "status", "createdOn"],
        sample: { where: "fileName=line.csv" },
        order: newestFirst,
        own: async () => (await import("../files/files-verbs.ts")).filesVerbs(),
      },
      {
        kind: "event-workflow",
        name: "workflows",
        description: "Event workflows",
        columns: ["id", "name", "isActive", "triggers", "updatedOn"],
        own: async () => (await import("../workflows/workflows-verbs.ts")).workflowsVerbs(),
      },
      {
        kind: "event-workflow-process",
        name: "runs",
        description: "Workflow runs",
        columns: ["id", "eventWorkflowId", "status", "triggerKey", "subtext", "createdOn"],
        sample: { where: "status=failed" },
        filters: ["status", "eventWorkflowId"],
        order: newestFirst,
        own: async () => [
          (await import("../workflows/show-run-command.ts")).showRunCommand("show"),
          ...(await import("../workflows/restart-command.ts")).restartVerbs(),
        ],
      },
      {
        kind: "event-workflow-task",
        name: "tasks",
        description: "Workflow tasks",
        columns: ["id", "name", "status", "action", "subtext", "processId", "createdOn"],
        sample: { change: "subtext=Example", where: "status=awaiting" },
        filters: ["status", "processId"],
        order: newestFirst,
        own: async () => (await import("../tasks/tasks-verbs.ts")).tasksVerbs(),
      },
    ],
  },
  {
    title: "Exchange",
    nouns: [
      {
        kind: "webhook",
        name: "webhooks",
        description: "Webhooks: requests to other systems",
        columns: ["id", "url", "events", "isActive", "failingSince", "lastDeliveredOn"],
        sample: { change: "isActive=false", where: "isActive=true" },
        own: async () => (await import("../webhooks/webhooks-verbs.ts")).webhooksVerbs(),
      },
      {
        kind: "webhook-delivery",
        name: "deliveries",
        description: "Webhook deliveries",
        columns: ["id", "webhookId", "type", "entityReference", "status", "attempts", "answerStatus", "createdOn"],
        sample: { where: "status=parked" },
        filters: ["status", "webhookId"],
        order: newestFirst,
      },
      {
        kind: "inbound-webhook",
        name: "inbound-webhooks",
        description: "Inbound webhooks: URLs that other systems call",
        columns: ["id", "name", "updatedOn"],
        own: async () => (await import("../webhooks/rotate-command.ts")).inboundWebhooksVerbs(),
      },
    ],
  },
  {
    title: "Organization",
    nouns: [
      {
        kind: "entity-type",
        name: "types",
        description: "Types and their properties",
        columns: ["typePath", "label", "mode", "isDescribed", "updatedOn"],
        sample: { draft: ["typePath=item:example"], change: "label=Example", where: "mode=open" },
        own: async () => (await import("../entity-types/types-verbs.ts")).typesVerbs(),
      },
      {
        kind: "option-set",
        name: "option-sets",
        description: "Option sets of properties",
        columns: ["id", "name", "updatedOn"],
      },
      {
        kind: "saved-view",
        name: "views",
        description: "Saved views of lists",
        columns: ["id", "name", "viewedType", "layout", "scope", "isDefault", "updatedOn"],
        sample: { draft: ["name=Prices", "viewedType=item"], change: "density=compact", where: "viewedType=item" },
      },
      {
        kind: "user",
        name: "users",
        description: "Users",
        columns: ["id", "email", "name", "role", "isActive", "lastLoginOn"],
        sample: { draft: ["email=ada@example.com", "role=editor"], change: "name=Ada", where: "email=ada@example.com" },
      },
      {
        kind: "role",
        name: "roles",
        description: "Roles",
        columns: ["id", "name", "updatedOn"],
        sample: { draft: ["name=example", "rights=[]"], change: "rights=[]" },
      },
      {
        kind: "app",
        name: "apps",
        description: "Apps: programs that use keys",
        columns: ["id", "name", "description"],
      },
      {
        kind: "api-key",
        name: "keys",
        description: "Keys of apps and users",
        columns: ["id", "label", "app", "secretHint", "preset", "expiresOn", "lastUsedOn", "revokedOn"],
        named: { column: "app", field: "appId", kind: "app" },
        sample: { change: "label=Example", where: "label=default" },
        own: async () => (await import("../keys/keys-verbs.ts")).keysVerbs(),
      },
      {
        kind: "access-token",
        name: "tokens",
        description: "Access tokens",
        columns: ["id", "label", "preset", "expiresOn", "lastUsedOn"],
        sample: { change: "label=Example", where: "label=default" },
        own: async () => (await import("../keys/tokens-verbs.ts")).tokensVerbs(),
      },
    ],
  },
];

/** The plural name of the API's paths is an alias: event-workflow-tasks for tasks. */
export function aliasesOf({ kind, name }: Noun): string[] {
  const { plural } = kindTable[kind];
  return plural === name ? [] : [plural];
}
