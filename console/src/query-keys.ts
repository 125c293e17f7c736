import type { QueryKey } from "@tanstack/react-query";

/**
 * The keys of all cached data, by subject. A key that is the beginning of others stands for all of them when data is
 * invalidated.
 */
export const queryKeys = {
  session: { all: () => ["session"] },
  authorization: { of: (request: string) => ["authorization", request] },
  overview: {
    isNew: () => ["overview", "is-new"],
    attention: () => ["overview", "attention"],
  },
  statistics: {
    of: (operation: string, query: unknown) => ["statistics", operation, query],
    rate: (days: string) => ["statistics", "rate", days],
  },
  reference: { all: () => ["reference"] },
  palette: { named: () => ["palette", "named"] },

  entities: {
    all: () => ["entities"],
    ofKind: (kindPath: string) => ["entities", kindPath],
    one: (kindPath: string, id: string, asOf: string | undefined) => ["entities", kindPath, "one", id, { asOf }],
    restored: (kindPath: string, id: string, asOf: string, version: number) => [
      ...["entities", kindPath, "one", id, { asOf }, "restored", version],
    ],
    grid: (kindPath: string, listing: unknown) => ["entities", kindPath, "grid", listing],
    boardCounts: (kindPath: string, listing: unknown) => ["entities", kindPath, "board-counts", listing],
    groups: (kindPath: string, listing: unknown) => ["entities", kindPath, "groups", listing],
    extent: (kindPath: string, field: string, criteria: unknown) => ["entities", kindPath, "extent", field, criteria],
    names: (kindPath: string, ids: readonly string[]) => ["entities", kindPath, "names", ids],
    search: (kindPath: string, words: string, typePath: string | undefined) => [
      ...["entities", kindPath, "search", words, typePath],
    ],
    palette: (kindPath: string, words: string) => ["entities", kindPath, "palette", words],
    referring: (kindPath: string, criteria: unknown) => ["entities", kindPath, "referring", criteria],
    referringCount: (kindPath: string, criteria: unknown) => ["entities", kindPath, "referring-count", criteria],
    families: () => ["entities", "items", "family"],
    family: (familyId: string) => ["entities", "items", "family", familyId],
    completeness: (kindPath: string, id: string, version: number) => [
      ...["entities", kindPath, "completeness", id, version],
    ],
    sizeRanges: () => ["entities", "size-range-templates", "ranges"],
    references: (type: string, words: string) => ["entities", "references", type, words],
    deletion: (kindPath: string, id: string, version: number) => [
      ...["entities", kindPath, "delete-preview", id, version],
    ],
    deletions: (kindPath: string, ids: readonly string[]) => ["entities", kindPath, "deletion", ids],
    bulkEdit: (kindPath: string, edit: string) => ["entities", kindPath, "bulk-edit", edit],
    countOfType: (kindPath: string | undefined, typePath: string) => ["entities", kindPath, "count", typePath],
    newestOfType: (kindPath: string | undefined, typePath: string) => ["entities", kindPath, "newest", typePath],
    countOfProject: (kindPath: string, projectId: string) => ["entities", kindPath, "count", projectId],
  },
  projects: {
    list: (words: string | undefined) => ["entities", "projects", "list", words],
    one: (id: string) => ["entities", "projects", id],
    names: () => ["entities", "projects", "names"],
    items: (id: string, words: string | undefined) => ["entities", "project-items", "of-project", id, words],
    assortments: (id: string) => ["entities", "assortments", "of-project", id],
    workspaces: (id: string) => ["entities", "workspaces", "of-project", id],
    allWorkspaces: () => ["entities", "workspaces", "all"],
  },
  assortments: {
    all: () => ["entities", "assortments"],
    list: (projectId: string | undefined, words: string | undefined) => [
      ...["entities", "assortments", "list", projectId, words],
    ],
    one: (id: string) => ["entities", "assortments", id],
    unpublished: (id: string) => ["entities", "assortments", id, "unpublished"],
    unpublishedDetails: (id: string) => ["entities", "assortments", id, "unpublished", "details"],
    history: (id: string) => ["entities", "assortments", id, "history"],
    publish: (id: string, changeId: string) => ["entities", "assortments", id, "history", changeId, "facts"],
    publishDetails: (id: string, changeId: string) => ["entities", "assortments", id, "history", changeId, "details"],
    allMembers: () => ["entities", "assortment-items"],
    members: (id: string, words: string | undefined) => ["entities", "assortment-items", "of-assortment", id, words],
    itemsToAdd: (words: string | undefined) => ["entities", "items", "to-add", words],
  },
  /** Assortments and workspaces to choose from in the settings of loads and workflows. */
  choices: {
    assortments: () => ["assortments"],
    assortmentsOfLoads: () => ["assortments", "of-loads"],
    assortmentsToPublish: () => ["assortments", "to publish"],
    workspacesOfLoads: () => ["workspaces", "of-loads"],
  },
  changes: {
    all: () => ["changes"],
    list: (criteria: unknown, source: unknown) => ["changes", "list", criteria, source],
    actsOf: (reference: string) => ["changes", "acts-of", reference],
    deletionOf: (reference: string) => ["changes", "deletion-of", reference],
    reversal: (changeSetId: string) => ["changes", "reversal", changeSetId],
    ofTask: (taskId: string) => ["changes", "of task", taskId],
    consumers: () => ["changes", "consumers"],
  },
  types: {
    all: () => ["types"],
    every: () => ["types", "every"],
    paths: () => ["types", "paths"],
    ofGrid: () => ["types", "of the grid"],
    ofLoads: () => ["types", "of-loads"],
    ofWorkflows: () => ["types", "of workflows"],
    one: (id: string) => ["types", "one", id],
    change: (id: string, change: "delete" | "describe" | "edit" | "remove") => ["types", "one", id, change],
  },
  savedViews: {
    all: () => ["saved-views"],
    ofType: (typePath: string) => ["saved-views", typePath],
  },
  optionSets: {
    all: () => ["option-sets"],
    list: () => ["option-sets", "list"],
    names: () => ["option-sets", "names"],
    one: (id: string) => ["option-sets", "one", id],
    ofProperty: (id: string | undefined) => ["option-sets", "of-property", id],
  },

  loads: {
    all: () => ["loads"],
    list: (filters: unknown) => ["loads", "list", filters],
    one: (id: string | undefined) => ["loads", id],
    applied: (id: string) => ["loads", id, "applied"],
    published: (id: string) => ["loads", id, "published"],
    samples: (id: string, status: string) => ["loads", id, "samples", status],
    changedSince: (id: string, version: number) => ["loads", id, "changed-since", version],
    firstRows: (fileId: string, configuration: unknown) => ["loads", "look", fileId, configuration],
    toReuse: () => ["loads", "to-reuse"],
    statistics: () => ["loads", "statistics"],
  },
  files: {
    names: (ids: readonly string[]) => ["files", "names", ids],
    configurations: () => ["files", "configurations"],
    preview: (id: string) => ["files", id, "preview"],
    plan: (id: string | undefined) => ["files", id, "plan"],
    issues: (id: string | undefined) => ["files", id, "issues"],
  },

  workflows: {
    list: () => ["workflows", "all"],
    one: (id: string) => ["workflows", "one", id],
    check: (id: string | undefined, definition: unknown) => ["workflows", "check", id, definition],
    listeners: (triggerKey: string) => ["workflows", "listeners", triggerKey],
  },
  processes: {
    all: () => ["processes"],
    lists: () => ["processes", "list"],
    list: (criteria: unknown) => ["processes", "list", criteria],
    one: (id: string) => ["processes", "one", id],
    origin: (id: string) => ["processes", "origin", id],
    restarts: (id: string, version: number) => ["processes", "restarts", id, version],
    tallies: () => ["processes", "tallies"],
    statistics: () => ["processes", "statistics"],
  },
  tasks: {
    all: () => ["tasks"],
    list: (criteria: unknown) => ["tasks", "list", criteria],
    one: (id: string) => ["tasks", "one", id],
    callbacks: (id: string, isLive: boolean) => ["tasks", "callbacks", id, isLive],
  },
  webhooks: {
    all: () => ["webhooks"],
    list: () => ["webhooks", "list"],
    names: () => ["webhooks", "names"],
    one: (id: string) => ["webhooks", "one", id],
    deletion: (id: string) => ["webhooks", "delete", id],
    advice: (id: string | undefined, draft: unknown) => ["webhooks", "advice", id, draft],
    replay: (id: string, body: unknown) => ["webhooks", "replay", id, body],
    lastDay: (id: string) => ["webhooks", "last-day", id],
    deliveries: (criteria: unknown) => ["webhooks", "deliveries", criteria],
    delivery: (id: string) => ["webhooks", "delivery", id],
    statistics: () => ["webhooks", "statistics"],
  },
  inboundWebhooks: {
    all: () => ["inbound-webhooks"],
    list: () => ["inbound-webhooks", "list"],
    triggers: () => ["inbound-webhooks", "to listen to"],
  },

  users: {
    all: () => ["users"],
    actors: () => ["users", "actors"],
    ofProperty: () => ["users", "of-property"],
    deletion: (id: string) => ["users", id, "deletion"],
  },
  actors: { name: (id: string) => ["actors", "names", id] },
  apps: { all: () => ["apps"] },
  keys: { all: () => ["keys"] },
  tokens: { all: () => ["tokens"] },
  roles: { all: () => ["roles"], names: () => ["roles", "names"] },
  org: { all: () => ["org"], retention: () => ["org", "retention"] },
  audit: { list: (filters: unknown) => ["audit", filters] },
  rateHeaders: { all: () => ["rate-headers"] },
};

/** The preview of a change to what a key stands for. */
export function previewKey(key: QueryKey, body: string | undefined): QueryKey {
  return [...key, "preview", body];
}

/** Whether a write in the grid of a kind makes this data stale. The grid itself is already up to date. */
export function isStaleAfterGridWrite([noun, path, part]: QueryKey, kindPath: string): boolean {
  return noun === "changes" || (noun === "entities" && (path !== kindPath || part !== "grid"));
}
