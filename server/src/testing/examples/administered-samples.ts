import {
  accessTokenOperations,
  apiKeyOperations,
  appOperations,
  entityTypeOperations,
  eventWorkflowOperations,
  inboundWebhookOperations,
  type Operation,
  optionSetOperations,
  roleOperations,
  savedViewOperations,
  userOperations,
  webhookOperations,
} from "@weft/contract";
import { type ExampleWorld, unknownId } from "./example-world.ts";
import type { Sample } from "./sample.ts";

export interface AdministeredSample extends Sample {
  /** As in a sentence: an access token. */
  readonly label: string;
  readonly operations: Readonly<Record<"list" | "create" | "get" | "update" | "remove", Operation>>;
  readonly plural: string;
  readonly missingId: string;
}

/** The kinds that have their own tables, with the sample of each. */
export async function buildAdministeredSamples(world: ExampleWorld): Promise<AdministeredSample[]> {
  const app = await world.create("apps", { name: "Web shop" });
  return [
    user,
    role,
    shop,
    ...credentials(app.id),
    entityType,
    optionSet,
    savedView,
    eventWorkflow,
    inboundWebhook,
    webhook,
  ];
}

const readsItems = { verbs: ["read"], typePath: "item:*" };

const user: AdministeredSample = {
  label: "a user",
  operations: userOperations,
  plural: "users",
  missingId: unknownId,
  draft: (number) => ({ email: `jo.${number}@acme.example`, name: `Jo Miller ${number}`, role: "editor" }),
  change: { name: "Jo Smith", role: "viewer" },
  bad: { email: "jo", role: "No Role", nickname: "J" },
  criteria: { email: { startsWith: "jo." } },
  taken: { email: "jo.1@acme.example" },
};

const role: AdministeredSample = {
  label: "a role",
  operations: roleOperations,
  plural: "roles",
  missingId: unknownId,
  draft: (number) => ({ name: `buyer-${number}`, rights: [readsItems] }),
  change: { rights: [readsItems, { verbs: ["update"], typePath: "item:*", fields: ["price"] }] },
  bad: { name: "A buyer!", rights: [{ verbs: ["own"], typePath: "item" }] },
  criteria: { name: { startsWith: "buyer-" } },
  taken: { name: "buyer-1", rights: [] },
  referrer: ({ name }) => ({ plural: "users", body: { email: "buyer@acme.example", role: name } }),
};

const shop: AdministeredSample = {
  label: "an app",
  operations: appOperations,
  plural: "apps",
  missingId: unknownId,
  draft: (number) => ({ name: `Shop ${number}`, description: "Shows the catalogue." }),
  change: { description: "Shows the catalogue and takes orders." },
  bad: { name: "", description: 7 },
  criteria: { name: { startsWith: "Shop " } },
  taken: { name: "Shop 1" },
  referrer: ({ id }) => ({ plural: "api-keys", body: { appId: id, preset: "read-only" } }),
};

function credentials(appId: string): AdministeredSample[] {
  return [
    {
      label: "an API key",
      operations: apiKeyOperations,
      plural: "api-keys",
      missingId: unknownId,
      draft: (number) => ({ appId, label: `production ${number}`, preset: "read-only" }),
      change: { label: "staging", ratePerSecond: 20, expiresOn: "2099-12-31T23:59:59.000Z" },
      bad: { appId: "shop", preset: "root", ratePerSecond: 0 },
      criteria: { appId },
    },
    {
      label: "an access token",
      operations: accessTokenOperations,
      plural: "access-tokens",
      missingId: unknownId,
      draft: (number) => ({ appId, label: `nightly export ${number}`, rights: [readsItems], expiresInSeconds: 7200 }),
      change: { label: "weekly export" },
      bad: { appId, expiresInSeconds: 1, preset: "root" },
      criteria: { appId },
    },
  ];
}

const entityType: AdministeredSample = {
  label: "an entity type",
  operations: entityTypeOperations,
  plural: "entity-types",
  missingId: "item:nowhere",
  draft: (number) => ({
    typePath: `item:shoe${number}`,
    label: "Shoe",
    mode: "strict",
    properties: [
      { slug: "price", label: "Price", propertyType: "currency", currency: "EUR", min: 0 },
      { slug: "heelHeight", label: "Heel height", propertyType: "number", level: "family" },
    ],
  }),
  change: { label: "Shoes", properties: [{ slug: "price", label: "Price", propertyType: "number", required: false }] },
  bad: { typePath: "Shoes!", mode: "loose", properties: [{ slug: "1st", label: "First", propertyType: "ordinal" }] },
  criteria: { typePath: { startsWith: "item:shoe" } },
  taken: { typePath: "item:shoe1" },
  referrer: ({ typePath }) => ({ plural: "items", body: { typePath, name: "Sneaker" } }),
};

const optionSet: AdministeredSample = {
  label: "an option set",
  operations: optionSetOperations,
  plural: "option-sets",
  missingId: unknownId,
  draft: (number) => ({
    name: `Fit ${number}`,
    federatedId: `fit-${number}`,
    options: [
      { value: "slim", display: "Slim" },
      { value: "regular", display: "Regular" },
    ],
  }),
  change: {
    options: [
      { value: "slim", display: "Slim fit", color: "teal" },
      { value: "wide", display: "Wide fit" },
    ],
  },
  bad: { name: "", options: [{ value: "slim" }] },
  criteria: { federatedId: { startsWith: "fit-" } },
  taken: { name: "Fit", federatedId: "fit-1" },
  referrer: ({ id }) => ({
    plural: "entity-types",
    body: {
      typePath: "item:trousers",
      properties: [{ slug: "fit", label: "Fit", propertyType: "choice", optionSetId: id }],
    },
  }),
};

const savedView: AdministeredSample = {
  label: "a saved view",
  operations: savedViewOperations,
  plural: "saved-views",
  missingId: unknownId,
  draft: (number) => ({
    name: `Spring prices ${number}`,
    viewedType: "item",
    columns: [{ field: "name", width: 240, pinned: true }, { field: "price" }],
    criteria: { season: "SS27" },
    order: [{ orderField: "price", order: "desc" }],
    scope: "everyone",
    isDefault: number === 1,
  }),
  change: { layout: "gallery", density: "tall" },
  bad: { name: "", viewedType: "Shoes", layout: "map" },
  criteria: { viewedType: "item" },
  taken: { name: "Prices", viewedType: "item", scope: "everyone", isDefault: true },
};

const eventWorkflow: AdministeredSample = {
  label: "a workflow",
  operations: eventWorkflowOperations,
  plural: "event-workflows",
  missingId: unknownId,
  draft: (number) => ({
    name: `Send approved items ${number}`,
    triggers: ["item|update"],
    conditional: "{newData.status} === 'approved'",
    tasks: [
      {
        name: "Send",
        action: "http",
        async: true,
        config: { url: "https://erp.example/orders", auth: { type: "header", name: "X-Erp-Key", value: "a key" } },
      },
      {
        name: "Note",
        action: "update-entity",
        config: { entityName: "item", id: "{newData.id}", object: { erpOrder: "{tasks.Send.output.order}" } },
      },
    ],
  }),
  change: { isActive: false, maxConcurrentProcesses: 5 },
  bad: { name: "Send", triggers: ["item|updated"], tasks: [{ name: "Send", action: "htttp" }] },
  criteria: { name: { startsWith: "Send approved" } },
  taken: {
    name: "Send again",
    identifier: "send-approved-items-1",
    triggers: [],
    tasks: [{ name: "Wait", action: "external" }],
  },
};

const inboundWebhook: AdministeredSample = {
  label: "an inbound webhook",
  operations: inboundWebhookOperations,
  plural: "inbound-webhooks",
  missingId: unknownId,
  draft: (number) => ({ name: `Shop orders ${number}`, description: "Called by the web shop." }),
  change: { isActive: false },
  bad: { name: "", isActive: "yes" },
  criteria: { name: { startsWith: "Shop orders" } },
};

const webhook: AdministeredSample = {
  label: "a webhook",
  operations: webhookOperations,
  plural: "webhooks",
  missingId: unknownId,
  draft: (number) => ({
    url: `https://shop.example/weft/${number}`,
    events: ["item|*", "assortment|publish"],
    filter: "{newData.status} !== 'draft'",
    auth: { type: "hmac" },
    description: "To the shop",
  }),
  change: { timeoutSeconds: 5, auth: { type: "header", name: "X-Shop-Key", value: "0123456789-example" } },
  bad: { url: "http://10.0.0.1/", events: ["item.updated"], auth: { type: "basic" } },
  criteria: { description: "To the shop" },
};
