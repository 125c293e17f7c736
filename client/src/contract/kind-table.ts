// Made from the contract by npm run generate.

/** The kinds by their entity name. */
export const kindTable = {
  "item": { plural: "items", verbs: ["list", "get", "create", "update", "delete", "upsert", "batch", "restore", "aggregate"] },
  "project": { plural: "projects", verbs: ["list", "get", "create", "update", "delete", "upsert", "batch", "restore", "aggregate"] },
  "workspace": { plural: "workspaces", verbs: ["list", "get", "create", "update", "delete", "upsert", "batch", "restore", "aggregate"] },
  "project-item": { plural: "project-items", verbs: ["list", "get", "create", "update", "delete", "upsert", "batch", "restore", "aggregate"] },
  "assortment": { plural: "assortments", verbs: ["list", "get", "create", "update", "delete", "upsert", "batch", "restore", "aggregate"] },
  "assortment-item": { plural: "assortment-items", verbs: ["list", "get", "create", "update", "delete", "upsert", "batch", "restore", "aggregate"] },
  "color": { plural: "colors", verbs: ["list", "get", "create", "update", "delete", "upsert", "batch", "restore", "aggregate"] },
  "custom-entity": { plural: "custom-entities", verbs: ["list", "get", "create", "update", "delete", "upsert", "batch", "restore", "aggregate"] },
  "size-range-template": { plural: "size-range-templates", verbs: ["list", "get", "create", "update", "delete", "upsert", "batch", "restore", "aggregate"] },
  "loader-process": { plural: "loader-processes", verbs: ["list", "get", "create", "delete"] },
  "event-workflow": { plural: "event-workflows", verbs: ["list", "get", "create", "update", "delete"] },
  "event-workflow-process": { plural: "event-workflow-processes", verbs: ["list", "get"] },
  "event-workflow-task": { plural: "event-workflow-tasks", verbs: ["list", "get", "update"] },
  "inbound-webhook": { plural: "inbound-webhooks", verbs: ["list", "get", "create", "update", "delete"] },
  "webhook": { plural: "webhooks", verbs: ["list", "get", "create", "update", "delete"] },
  "webhook-delivery": { plural: "webhook-deliveries", verbs: ["list", "get"] },
  "file": { plural: "files", verbs: ["list", "get", "create", "delete"] },
  "entity-type": { plural: "entity-types", verbs: ["list", "get", "create", "update", "delete"] },
  "option-set": { plural: "option-sets", verbs: ["list", "get", "create", "update", "delete"] },
  "user": { plural: "users", verbs: ["list", "get", "create", "update", "delete"] },
  "role": { plural: "roles", verbs: ["list", "get", "create", "update", "delete"] },
  "app": { plural: "apps", verbs: ["list", "get", "create", "update", "delete"] },
  "api-key": { plural: "api-keys", verbs: ["list", "get", "create", "update", "delete"] },
  "access-token": { plural: "access-tokens", verbs: ["list", "get", "create", "update", "delete"] },
} as const;
