/** Concepts that names alone do not explain. Each is a short form of a chapter in the guides. */
export interface Topic {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly text: string;
  /** A file of docs/, shown by the service below /docs. */
  readonly guide: string;
  readonly heading: string;
}

export const topics: readonly Topic[] = [
  {
    name: "criteria",
    aliases: ["filter"],
    text: 'An object by field: a scalar means equal, a list any of its values, null empty; {"gt", "gte", "lt", "lte", "ne", "in", "nin", "contains", "matches", "startsWith", "exists"} compare; the text "BETWEEN a and b" is a range; and: [ … ] and or: [ … ] combine several, up to 4 levels deep; item.category compares a field of the entity that the reference item leads to, where you may read it. typePath matches the path and all below it; role means that roles contains it. In a URL it is jsurl, ~(color~\'olive), or URL-encoded JSON.',
    guide: "api",
    heading: "Filter and order lists",
  },
  {
    name: "triggers",
    aliases: ["trigger keys", "trigger syntax"],
    text: "A trigger key has two parts. <kind>|create, |update, |delete for product data; assortment|publish; loader-process|completed and |failed; event-workflow-process|completed and |failed; manual|<key> for a manual start; cron|<five fields> in the time zone of the organization, such as cron|0 6 * * 1-5; webhook|<id of an inbound webhook>. Several workflows can listen to one key; conditional filters the events.",
    guide: "workflows",
    heading: "Triggers",
  },
  {
    name: "placeholders",
    aliases: ["conditional"],
    text: "In workflows {newData.status}, {oldData.x}, {body.order} read the event and {tasks.<name>.output.x} the output of an earlier task; a missing step is undefined and never an error; a single placeholder keeps its type. conditional is a JavaScript expression, such as {newData.status} === 'approved' && {oldData.status} !== 'approved'.",
    guide: "workflows",
    heading: "Placeholders",
  },
  {
    name: "actions",
    aliases: ["task actions"],
    text: "http {url, method, headers, body, auth} sends a request; script {code} runs JavaScript; create-entity {entityName, object}; update-entity {entityName, id, object}; load {config}; publish-assortment {assortmentId}; delay {seconds}; external {} waits for an external worker. async: true lets a task wait for a callback after its own work is done.",
    guide: "workflows",
    heading: "Actions",
  },
  {
    name: "callbacks",
    aliases: ["complete a task", "awaiting"],
    text: "An awaiting async task ends with POST /api/external-events/callback/ with taskId and status SUCCESS or FAILURE; PROGRESS only reports progress. output is merged into the task's own, each entry of logs is one line. The same status again has no effect; a contradicting one returns 409. The tool tasks does it with act complete or fail.",
    guide: "workflows",
    heading: "Callbacks",
  },
  {
    name: "expressions",
    aliases: ["conditions in a load"],
    text: "Conditions, values and defaults of conditionalColumns are JavaScript over the row: {Column name} reads its value. A value without { is a literal; one that starts with = or contains a call, a quoted text, a comparison or a choice is computed; otherwise it is a template with columns, such as {brand}-{style}. The dry run shows how each value was interpreted.",
    guide: "loads",
    heading: "Configuration properties",
  },
  {
    name: "row mapping",
    aliases: ["families and options"],
    text: "A row of an ITEM load with itemOptionFederatedId is an option of the family itemFamilyFederatedId, which is created if it does not exist; a row without it is a family only. name is the family's name, optionName distinguishes options. typePath is the type, optionGroup the dimension (default color). An empty cell clears the property, a missing column keeps it. <slug>Family and <slug>Option select a level.",
    guide: "loads",
    heading: "Rows and entities",
  },
  {
    name: "assortment loads",
    aliases: ["assortmentSplit in a load"],
    text: "Rows are grouped by fieldToSplitOn; values maps each group to an assortment. A full load replaces the assortment with the items of the file: other items are REMOVED. partialAssortmentUpdate adds rows with addField true and drops rows with dropField true. maxRemovals rejects a load that would remove more. Each assortment changes in one step, which is an assortment|publish.",
    guide: "loads",
    heading: "Assortments",
  },
  {
    name: "dry run",
    aliases: ["plan", "undo"],
    text: "A dry run of a load does everything except the writes and makes a plan of each change; applyPlanOf writes exactly that plan, and is rejected if the file, the configuration or an entity changed since. POST /api/loader-processes/{id}/undo undoes a load, except entities changed since. Every write of entities accepts dryRun=true.",
    guide: "loads",
    heading: "Dry run, plan, undo",
  },
  {
    name: "issues",
    aliases: ["load issues"],
    text: "rowNumber is as in a spreadsheet: the header is row 1. CONFIG: the configuration; HEADER_MISMATCH: an unknown column; MISSING_DATA: a required cell is empty; INVALID_DATA: a cell does not match its property's data type; VALIDATION_ERROR: the entity would violate a rule; DUPLICATE_FEDERATED_ID: two rows differ about one entity. onRowError: skip loads the valid rows; the issues file has the others, to be corrected and loaded again.",
    guide: "loads",
    heading: "Issues",
  },
  {
    name: "cursor",
    aliases: ["polling", "follow changes"],
    text: "The change log is in commit order, per organization. Start with after=beginning or after=now, continue with after = coveredUntil of the response: nothing is missed and nothing repeated. wait=30 holds the response until there are changes. A cursor older than the retention returns 410 cursor-gone.",
    guide: "polling",
    heading: "By cursor",
  },
  {
    name: "webhook delivery",
    aliases: ["signature"],
    text: "Deliveries are at least once and in order for each entity, retried for three days. With auth {type: hmac} they are signed according to Standard Webhooks: webhook-id, webhook-timestamp and webhook-signature. sequence and previousSequence reveal a gap. Only administrators manage webhooks; others get 404.",
    guide: "webhooks",
    heading: "Delivery",
  },
  {
    name: "rights",
    aliases: ["presets"],
    text: "A key has rights: verbs (read, create, update, delete) on type paths, optionally limited to some fields or one project; or a preset: read-only, loader, callback, admin. Data that the key may not read does not exist for it (404); data that it may read but not write returns 403. A tool has the permissions of the key that calls it; GET /api/whoami shows them.",
    guide: "cli",
    heading: "Keys and tokens",
  },
];
