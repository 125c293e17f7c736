import { useDebouncedValue } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { LoaderProcessSummary, Weft } from "@weft/client";
import { type AnyEntity, titleOf } from "../entities/any-entity.ts";
import { type EntityKind, entityKinds, wordOf } from "../entities/entity-kind.ts";
import { useEntityTypes } from "../entities/entity-queries.ts";
import { type PictureProperties, pictureOf, usePictureProperties } from "../entities/pictures/entity-picture.ts";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { formatTime } from "../ui/format.ts";
import { isIdLike, matchEntries, type PaletteEntry, type PaletteGroup } from "./palette-entries.ts";

const typingPauseMs = 200;
const lettersMin = 2;
const foundMax = 6;
const namedMax = 100;

const searched: ReadonlySet<string> = new Set(["item", "project", "assortment", "color", "custom-entity"]);

/**
 * Search results of the service: entities of any kind by name, external ID or id; loads, workflows and webhooks by
 * name.
 */
export function usePaletteSearch(text: string): { readonly groups: PaletteGroup[]; readonly isSearching: boolean } {
  const [words] = useDebouncedValue(text.trim(), typingPauseMs);
  const isWanted = words.length >= lettersMin;
  const entities = useEntityGroups(words, isWanted);
  const named = useNamedGroups(words, isWanted);
  return {
    groups: isWanted ? [...entities.groups, ...named.groups] : [],
    isSearching: words !== text.trim() || entities.isSearching || named.isSearching,
  };
}

function useEntityGroups(words: string, isWanted: boolean) {
  const weft = useWeft();
  const navigate = useNavigate();
  const isId = isIdLike(words);
  const kinds = entityKinds.filter(({ name }) => isId || searched.has(name));
  const answers = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: queryKeys.entities.palette(kind.path, words),
      queryFn: ({ signal }: { signal: AbortSignal }) => findEntities(weft, kind, words, signal),
      enabled: isWanted,
    })),
  });
  const pictures = usePictureProperties();
  const { data: types = [] } = useEntityTypes();
  const labels = new Map(types.map(({ typePath, label }) => [typePath, label]));
  const groups = kinds.map((kind, index) => {
    const found = answers[index]?.data ?? [];
    const entries = found.map((entity) => ({
      ...describeEntity(kind, entity, { pictures, labels }),
      act: () => void navigate({ to: "/entities/$kind/$id", params: { kind: kind.path, id: entity.id } }),
    }));
    const all: PaletteEntry = {
      id: `all ${kind.path}`,
      label: `See all ${wordOf(kind, 2)} that match "${words}"`,
      icon: "search",
      act: () => void navigate({ to: "/entities/$kind", params: { kind: kind.path }, search: { q: words } }),
    };
    return { title: kind.many, entries: found.length < foundMax ? entries : [...entries, all] };
  });
  return { groups, isSearching: answers.some(({ isFetching }) => isFetching) };
}

async function findEntities(weft: Weft, kind: EntityKind, words: string, signal: AbortSignal): Promise<AnyEntity[]> {
  const listing = { entityName: kind.name, limit: foundMax, signal };
  const [byId, byText] = await Promise.all([
    isIdLike(words) ? weft.entities.list<AnyEntity>({ ...listing, criteria: { id: words } }) : undefined,
    searched.has(kind.name) ? weft.entities.list<AnyEntity>({ ...listing, q: words }) : undefined,
  ]);
  const found = [...(byId?.results ?? []), ...(byText?.results ?? [])];
  return [...new Map(found.map((entity) => [entity.id, entity])).values()];
}

interface Looks {
  readonly pictures: PictureProperties;
  /** Of types. */
  readonly labels: ReadonlyMap<string, string>;
}

function describeEntity(kind: EntityKind, entity: AnyEntity, looks: Looks): Omit<PaletteEntry, "act"> {
  const { hex, optionName, typePath } = entity;
  const { pictures, labels } = looks;
  const type = labels.get(typePath) ?? typePath;
  const facts = [optionName, entity.federatedId, type].filter((fact) => typeof fact === "string");
  return {
    id: entity.id,
    label: titleOf(entity),
    description: facts.join(" · "),
    icon: kind.name === "project" ? "project" : kind.name === "assortment" ? "assortments" : "entities",
    fileId: pictureOf(entity, pictures),
    hex: typeof hex === "string" ? hex : undefined,
  };
}

/** The newest loads, workflows and webhooks are few: they are read once and searched here. */
function useNamedGroups(words: string, isWanted: boolean) {
  const weft = useWeft();
  const navigate = useNavigate();
  const { data, isFetching } = useQuery({
    queryKey: queryKeys.palette.named(),
    queryFn: ({ signal }) => readNamed(weft, signal),
    enabled: isWanted,
    staleTime: 30_000,
  });
  const loads = (data?.loads ?? []).map(({ load, fileName }) => ({
    id: load.id,
    label: fileName ?? `Load of ${loadTypes(load)}`,
    description: `${loadTypes(load)}, ${load.status}, ${formatTime(load.createdOn)}`,
    icon: "loads" as const,
    words: `load ${load.id}`,
    act: () => void navigate({ to: "/loads/$id", params: { id: load.id } }),
  }));
  const workflows = (data?.workflows ?? []).map(({ id, name, identifier }) => ({
    id,
    label: name,
    description: identifier,
    icon: "workflows" as const,
    words: id,
    act: () => void navigate({ to: "/workflows/$id", params: { id } }),
  }));
  const webhooks = (data?.webhooks ?? []).map(({ id, description, url }) => ({
    id,
    label: description === "" ? url : description,
    description: url,
    icon: "webhooks" as const,
    words: id,
    act: () => void navigate({ to: "/webhooks/$id", params: { id } }),
  }));
  const group = (title: string, entries: readonly PaletteEntry[]) => ({
    title,
    entries: matchEntries(entries, words).slice(0, foundMax),
  });
  return {
    groups: [group("Loads", loads), group("Workflows", workflows), group("Webhooks", webhooks)],
    isSearching: isFetching,
  };
}

async function readNamed(weft: Weft, signal: AbortSignal) {
  const newest = { limit: namedMax, order: { orderField: "createdOn", order: "desc" } };
  const [loads, workflows, webhooks] = await Promise.all([
    readOrNone(weft.call("list-loader-processes", { query: newest }, { signal })),
    readOrNone(weft.call("list-event-workflows", { query: newest }, { signal })),
    readOrNone(weft.call("list-webhooks", { query: newest }, { signal })),
  ]);
  const fileIds = [...new Set(loads.flatMap(({ fileLocation }) => fileLocation ?? []))];
  const files =
    fileIds.length === 0
      ? []
      : await readOrNone(weft.files.list({ criteria: { id: fileIds }, limit: namedMax, signal }));
  const names = new Map(files.map(({ id, fileName }) => [id, fileName]));
  return {
    loads: loads.map((load) => ({ load, fileName: names.get(load.fileLocation ?? "") })),
    workflows,
    webhooks,
  };
}

/** A role that may not read one of them still finds the others. */
async function readOrNone<Row>(page: Promise<{ readonly results: readonly Row[] }>): Promise<readonly Row[]> {
  try {
    return (await page).results;
  } catch {
    return [];
  }
}

function loadTypes({ loadType = [] }: LoaderProcessSummary): string {
  return loadType.join(", ").toLowerCase().replaceAll("_", " ");
}
