import { readChoice, readText } from "../ui/read-search.ts";

type Search = Readonly<Record<string, unknown>>;

export const loadStatuses = ["pending", "running", "completed", "failed", "canceled"] as const;

interface LoadsSearch {
  readonly status?: (typeof loadStatuses)[number] | undefined;
  /** Dry runs are excluded by default. */
  readonly show?: "dry-runs" | undefined;
}

export function readLoadsSearch(search: Search): LoadsSearch {
  return {
    status: readChoice(search["status"], loadStatuses),
    show: readChoice(search["show"], ["dry-runs"]),
  };
}

export const loadSteps = ["file", "columns", "preview", "check"] as const;
export type LoadStep = (typeof loadSteps)[number];

interface NewLoadSearch {
  readonly step?: LoadStep | undefined;
  /** The uploaded file. */
  readonly file?: string | undefined;
  /** A load whose configuration is used. */
  readonly from?: string | undefined;
  /** The dry run of the whole file. */
  readonly dryRun?: string | undefined;
}

export function readNewLoadSearch(search: Search): NewLoadSearch {
  return {
    step: readChoice(search["step"], loadSteps),
    file: readText(search["file"]),
    from: readText(search["from"]),
    dryRun: readText(search["dryRun"]),
  };
}

export const loadTabs = ["issues", "rows", "configuration"] as const;

interface LoadSearch {
  readonly tab?: (typeof loadTabs)[number] | undefined;
  /** Only issues of this code. */
  readonly code?: string | undefined;
}

export function readLoadSearch(search: Search): LoadSearch {
  return { tab: readChoice(search["tab"], loadTabs), code: readText(search["code"]) };
}
