/** What names alone do not tell. Each is a short form of a chapter in the guides. */
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
    text: 'An object by field: a scalar is equal, a list any of, null empty; {"gt", "gte", "lt", "lte", "ne", "in", "nin", "contains", "startsWith", "exists"} compare; the text "BETWEEN a and b" is a range; or: [ … ] joins several. typePath matches the path and all below it; role means that roles contains it. In an address it is jsurl, ~(color~\'olive), or URL-encoded JSON.',
    guide: "api",
    heading: "The API",
  },
  {
    name: "triggers",
    aliases: ["trigger keys", "trigger syntax"],
    text: "A trigger key has two parts. <kind>|create, |update, |delete for product data; assortment|publish; loader-process|completed and |failed; event-workflow-process|completed and |failed; manual|<key> is started by hand; cron|<five fields> in the time zone of the organization, such as cron|0 6 * * 1-5; webhook|<id of an inbound webhook>. Several workflows may listen to one key; conditional narrows it.",
    guide: "workflows",
    heading: "Triggers",
  },
  {
    name: "placeholders",
    aliases: ["conditional"],
    text: "In workflows {newData.status}, {oldData.x}, {body.order} read the event and {tasks.<name>.output.x} the output of an earlier task; a missing step is undefined and never an error; a lone placeholder keeps its type. conditional is a JavaScript expression, such as {newData.status} === 'approved' && {oldData.status} !== 'approved'.",
    guide: "workflows",
    heading: "Placeholders",
  },
  {
    name: "actions",
    aliases: ["task actions"],
    text: "http {url, method, headers, body, auth} calls out; script {code} runs JavaScript; create-entity {entityName, object}; update-entity {entityName, id, object}; load {config}; publish-assortment {assortmentId}; delay {seconds}; external {} waits for somebody outside. async: true lets a task wait for a callback when its own work is done.",
    guide: "workflows",
    heading: "Actions",
  },
  {
    name: "callbacks",
    aliases: ["complete a task", "awaiting"],
    text: "An async task that is awaiting ends by POST /api/external-events/callback/ with taskId and status SUCCESS or FAILURE; PROGRESS only tells how far it is. output is merged into the task's own, each of logs is one line. The same status again does nothing, a contradicting one is refused with 409. The tool tasks does it with act complete or fail.",
    guide: "workflows",
    heading: "Callbacks",
  },
  {
    name: "expressions",
    aliases: ["conditions in a load"],
    text: "Conditions, values and defaults of conditionalColumns are JavaScript over the row: {Column name} stands for its value. A value without { is taken as it stands; one that begins with = or holds a call, a quoted text, a comparison or a choice is computed; otherwise it is a text with columns in it, such as {brand}-{style}. The dry run tells how each was read.",
    guide: "loads",
    heading: "Configuration properties",
  },
  {
    name: "what a row becomes",
    aliases: ["families and options"],
    text: "A row of an ITEM load with itemOptionFederatedId is an option of the family itemFamilyFederatedId, which is made if it is absent; a row without is a family only. name is the family's name, optionName tells options apart. typePath says the type, optionGroup the axis (default color). An empty cell clears the property, an absent column leaves it alone. <slug>Family and <slug>Option aim at a level.",
    guide: "loads",
    heading: "Rows and entities",
  },
  {
    name: "assortment loads",
    aliases: ["assortmentSplit in a load"],
    text: "Rows are grouped by fieldToSplitOn; values names the assortment of each group. A full load makes the assortment what the file says: members that are not in it are REMOVED. partialAssortmentUpdate adds rows with addField true and drops rows with dropField true. maxRemovals refuses a load that would remove more. Each assortment changes in one step, which is an assortment|publish.",
    guide: "loads",
    heading: "Assortments",
  },
  {
    name: "dry run",
    aliases: ["plan", "undo"],
    text: "A dry run of a load does everything but the writes and makes a plan of each change; applyPlanOf writes exactly that plan, and is refused when the file, the configuration or an entity has changed since. POST /api/loader-processes/{id}/undo takes back what a load has changed where nobody has changed it since. Every write of entities takes dryRun=true.",
    guide: "loads",
    heading: "Dry run, plan, undo",
  },
  {
    name: "issues",
    aliases: ["load issues"],
    text: "rowNumber is what a spreadsheet shows: the header is row 1. CONFIG: the configuration; HEADER_MISMATCH: a column that nobody knows; MISSING_DATA: a required cell is empty; INVALID_DATA: a cell is not of its property's kind; VALIDATION_ERROR: the entity would break a rule; DUPLICATE_FEDERATED_ID: two rows say different things of one entity. onRowError: skip loads the good rows; the issues file has the others, to be mended and loaded again.",
    guide: "loads",
    heading: "Issues",
  },
  {
    name: "cursor",
    aliases: ["polling", "follow changes"],
    text: "The change log is in the order of commits, per organization. Begin with after=beginning or after=now, go on with after = coveredUntil of the answer: nothing is missed and nothing repeated. wait=30 holds the answer until there is something. A cursor older than what is kept answers 410 cursor-gone.",
    guide: "polling",
    heading: "By cursor",
  },
  {
    name: "webhook delivery",
    aliases: ["signature"],
    text: "Deliveries are at least once and in order for each entity, retried for three days. With auth {type: hmac} they are signed by the Standard Webhooks scheme: webhook-id, webhook-timestamp and webhook-signature. sequence and previousSequence show a gap. Webhooks are set up by administrators; others get 404.",
    guide: "webhooks",
    heading: "Delivery",
  },
  {
    name: "rights",
    aliases: ["presets"],
    text: "A key has rights: verbs (read, create, update, delete) on type paths, perhaps only some fields or one project; or a preset: read-only, loader, callback, admin. What may not be read does not exist (404); what may be read but not written answers 403. A tool acts with the rights of the key that calls it; GET /api/whoami shows them.",
    guide: "cli",
    heading: "Keys and tokens",
  },
];
