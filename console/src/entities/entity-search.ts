import { readChoice, readText, readTexts } from "../ui/read-search.ts";

export const entityTabs = ["properties", "relations", "history", "json"] as const;
export type EntityTab = (typeof entityTabs)[number];

/** What the address of an entity says beside its id. */
export interface EntitySearch {
  readonly tab?: EntityTab | undefined;
  /** A cursor of the change history: as it was then. */
  readonly asOf?: string | undefined;
  /** The form instead of the page. */
  readonly edit?: true | undefined;
  /** Of a new one: its type. */
  readonly typePath?: string | undefined;
  /** Of a new one: the entity that it is a copy of. */
  readonly from?: string | undefined;
}

export function readEntitySearch(search: Readonly<Record<string, unknown>>): EntitySearch {
  return {
    tab: readChoice(search["tab"], entityTabs),
    asOf: readText(search["asOf"]),
    edit: search["edit"] === true ? true : undefined,
    typePath: readText(search["typePath"]),
    from: readText(search["from"]),
  };
}

interface CompareSearch {
  readonly ids?: readonly string[] | undefined;
  /** Also what is the same. */
  readonly all?: true | undefined;
}

/** Ids may also be written with commas between them, as people do by hand. */
export function readCompareSearch(search: Readonly<Record<string, unknown>>): CompareSearch {
  const { ids } = search;
  const listed =
    typeof ids === "string"
      ? ids
          .split(",")
          .map((id) => id.trim())
          .filter((id) => id !== "")
      : ids;
  return { ids: readTexts(listed), all: search["all"] === true ? true : undefined };
}
