import { readChoice, readText, readTexts } from "../ui/read-search.ts";

export const entityTabs = ["properties", "relations", "history", "json"] as const;
export type EntityTab = (typeof entityTabs)[number];

/** The address parameters of an entity page. */
export interface EntitySearch {
  readonly tab?: EntityTab | undefined;
  /** A position in the change history: the entity as of then. */
  readonly asOf?: string | undefined;
  /** The form instead of the page. */
  readonly edit?: true | undefined;
  /** For a new entity: its type. */
  readonly typePath?: string | undefined;
  /** For a new entity: the entity to copy. */
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
  /** Show identical values. */
  readonly all?: true | undefined;
}

/** Ids may also be separated by commas, as typed by hand. */
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
