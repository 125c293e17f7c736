import { readChoice, readText, readTexts } from "../ui/read-search.ts";

export const entityTabs = ["details", "used", "activity", "data"] as const;
export type EntityTab = (typeof entityTabs)[number];

/** The names of tabs in addresses that were shared before. */
const formerTabs: Readonly<Record<string, EntityTab>> = {
  properties: "details",
  relations: "used",
  history: "activity",
  json: "data",
};

/** The address parameters of an entity page. */
export interface EntitySearch {
  readonly tab?: EntityTab | undefined;
  /** A position in the change history: the entity as of then. */
  readonly asOf?: string | undefined;
  /** The slug of the field whose editor is open. */
  readonly field?: string | undefined;
  /** For a new entity: its type. */
  readonly typePath?: string | undefined;
  /** For a new entity: the entity to copy. */
  readonly from?: string | undefined;
}

export function readEntitySearch(search: Readonly<Record<string, unknown>>): EntitySearch {
  return {
    tab: readChoice(search["tab"], entityTabs) ?? formerTabs[readText(search["tab"]) ?? ""],
    asOf: readText(search["asOf"]),
    field: readText(search["field"]),
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
