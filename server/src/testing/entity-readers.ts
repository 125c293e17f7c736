import type { Known } from "./visible-texts.ts";

/** A read: a path of the API, or a tool of MCP. */
export type Reader = string | { readonly tool: string; readonly args: object };

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

/** Lists that find the entity, or what refers to it, by its margin: nothing, if that is hidden. */
export const readersByMargin: Readonly<Record<string, (entity: Known) => string>> = {
  "list by a property": ({ path, words }) => `/${path}?includeTotal=true&criteria=${json({ margin: words["margin"] })}`,
  "list by a folded part": ({ path, words }) =>
    `/${path}?criteria=${json({ margin: { matches: words["margin"]?.toUpperCase() } })}`,
  "list by words": ({ path, words }) => `/${path}?includeTotal=true&q=${words["margin"]}`,
  "search by words": ({ words }) => `/search?limit=50&q=${words["margin"]}`,
  "list by the item of a member": ({ words }) =>
    `/assortment-items?criteria=${json({ "item.margin": words["margin"] })}`,
  "list by the item in a project": ({ words }) => `/project-items?criteria=${json({ "item.margin": words["margin"] })}`,
  "list by the family": ({ words }) => `/items?criteria=${json({ "itemFamily.margin": words["margin"] })}`,
};

/** Additional data that the parameters of these operations can show. */
export const readersOfEntity: Readonly<Record<string, (entity: Known) => Reader>> = {
  "get with fields": ({ path, id }) => `/${path}/${id}?fields=fabric,margin,again`,
  "get with relations": ({ path, id }) => `/${path}/${id}?relations=createdBy${relationsOf(path)}`,
  "get as it was": ({ path, id }) => `/${path}/${id}?asOf=${new Date(Date.now() + 60_000).toISOString()}`,
  list: listOf,
  "list with relations": ({ path }) => `/${path}?relations=createdBy${relationsOf(path)}`,
  "list by a range": ({ path }) => `/${path}?criteria=${json({ margin: { gte: "word" } })}`,
  "list by parts": ({ path, words }) => `/${path}?criteria=${json({ fabric: { contains: words["fabric"] } })}`,
  "list by either": ({ path, words }) =>
    `/${path}?criteria=${json({ or: [{ again: words["again"] }, { name: "x" }] })}`,
  ...readersByMargin,
  "list in order": ({ path }) => `/${path}?order=${json({ orderField: "margin", order: "desc" })}`,
  "aggregate by properties": ({ path }) => `/${path}/aggregate?groupBy=fabric,margin`,
  "aggregate by one": ({ path }) => `/${path}/aggregate?groupBy=again&metrics=count:margin,sum:margin`,
  "aggregate by a property of some": ({ path, words }) =>
    `/${path}/aggregate?groupBy=name,fabric&criteria=${json({ margin: words["margin"] })}`,
  "aggregate by a reference": ({ path }) => `/${path}/aggregate?groupBy=${relationsOf(path).split(",")[1] ?? "name"}Id`,
  "aggregate by words": ({ path, words }) => `/${path}/aggregate?q=${words["margin"]}&groupBy=margin`,
  history: ({ kind }) => `/change-history?limit=1000&criteria=${json({ entityType: kind })}`,
  "history of one": ({ kind, id }) => `/change-history?criteria=${json({ entityReference: `${kind}:${id}` })}`,
  "history by a changed field": () => `/change-history?criteria=${json({ changed: "margin" })}`,
  "history after a cursor": () => "/change-history?after=beginning&limit=1000",
  "loads by their configuration": () =>
    `/loader-processes?includeTotal=true&criteria=${json({ federatedMappings: { contains: "word98" } })}`,
  "files by name": () => `/files?includeTotal=true&criteria=${json({ fileName: "word99fabric" })}`,
  "tasks of processes": () => "/event-workflow-processes?relations=tasks",
  "MCP find": ({ kind }) => ({ tool: "find", args: { kind, includeTotal: true } }),
  "MCP aggregate": ({ kind }) => ({ tool: "aggregate", args: { kind, groupBy: ["margin"] } }),
  "MCP get": ({ kind, id }) => ({ tool: "get", args: { kind, id, history: 50 } }),
  "MCP changes": ({ kind }) => ({ tool: "changes", args: { kind, since: "2026-01-01" } }),
  "SCIM users": () => "/scim/v2/Users",
  "SCIM groups": () => "/scim/v2/Groups",
};

export function listOf({ path }: Pick<Known, "path">): string {
  return `/${path}?includeTotal=true`;
}

function relationsOf(path: string): string {
  return { items: ",itemFamily", "project-items": ",item,project", "assortment-items": ",item,assortment" }[path] ?? "";
}
