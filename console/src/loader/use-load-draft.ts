import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { EntityType, LoaderProcessCreate } from "@weft/client";
import { useMemo, useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import type { MappedFile } from "./column-target.ts";
import { type GuessedFile, guessConfiguration } from "./guess-configuration.ts";
import { configurationOf, parseConfiguration, writeConfiguration } from "./load-configuration.ts";
import type { LoadStep } from "./load-search.ts";
import { typePathOf } from "./made-columns.ts";
import { propertyCatalog } from "./property-catalog.ts";
import type { UploadedFile } from "./uploaded-file.ts";

const route = getRouteApi("/shell/loads/new");

/** A load being prepared: its file, and the targets of its columns. */
export interface LoadDraft {
  readonly file: UploadedFile;
  readonly types: readonly EntityType[];
  readonly guessed: GuessedFile;
  readonly mapped: MappedFile;
  readonly typePath: string | undefined;
  readonly configuration: LoaderProcessCreate;
  /** A dry run of the previous configuration does not apply to the current one. */
  readonly change: (configuration: LoaderProcessCreate) => void;
  readonly goTo: (step: LoadStep) => void;
}

export function useLoadDraft(
  file: UploadedFile,
  types: readonly EntityType[],
  former: LoaderProcessCreate | undefined,
): LoadDraft {
  const navigate = route.useNavigate();
  const { dryRun } = route.useSearch();
  const guessed = useMemo(() => ({ fileName: file.fileName, preview: file.preview, types }), [file, types]);
  const [configuration, setConfiguration] = useState(
    () => rememberedDraft(file.id) ?? (former === undefined ? guessConfiguration(guessed) : configurationOf(former)),
  );
  const { headers } = file.preview;
  const typePath = typePathOf(configuration, headers);
  const { loadType = [] } = configuration;
  const catalog = useMemo(() => propertyCatalog(types, loadType, typePath), [types, loadType, typePath]);
  return {
    file,
    types,
    guessed,
    mapped: { headers, catalog },
    typePath,
    configuration,
    change: (changed) => {
      setConfiguration(changed);
      rememberDraft(file.id, changed);
      if (dryRun !== undefined) {
        void navigate({ search: (before) => ({ ...before, dryRun: undefined }), replace: true });
      }
    },
    goTo: (step) => void navigate({ search: (before) => ({ ...before, step }) }),
  };
}

/** All types of the organization. */
export function useTypes() {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.types.ofLoads(),
    queryFn: async ({ signal }) =>
      (await weft.call("list-entity-types", { query: { limit: 1_000 } }, { signal })).results,
  });
}

const prefix = "weft.load-draft.";

/** The draft of a load in this tab, so that reloading the page loses nothing. */
function rememberedDraft(fileId: string): LoaderProcessCreate | undefined {
  const text = sessionStorage.getItem(`${prefix}${fileId}`);
  const typed = text === null ? undefined : parseConfiguration(text);
  return typed !== undefined && "configuration" in typed ? typed.configuration : undefined;
}

function rememberDraft(fileId: string, configuration: LoaderProcessCreate): void {
  sessionStorage.setItem(`${prefix}${fileId}`, writeConfiguration(configuration));
}
