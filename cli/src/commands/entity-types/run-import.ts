import { ApiError, type Presentation, type Property, type Weft } from "@weft/client";
import type { ImportPlan, ImportStep, OptionSetWork, TypeWork } from "./import-step.ts";
import { type FilePresentation, type FileProperty, keyOf } from "./type-file.ts";

export interface ImportInput {
  /** Accepts that stored entities may become invalid. */
  readonly force: boolean;
  readonly signal: AbortSignal;
}

export interface Refusal {
  readonly step: ImportStep;
  readonly error: ApiError;
}

/** Dry runs every independent step; returns all rejections. */
export async function dryRunImport(weft: Weft, plan: ImportPlan, input: ImportInput): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  const setIds = new Map(plan.setIds);
  for (const step of plan.steps.filter(({ isDependent }) => !isDependent)) {
    const error = await refusalOf(() => takeStep(weft, step, { ...input, setIds, dryRun: true }));
    if (error !== undefined) refusals.push({ step, error });
  }
  return refusals;
}

/** Applies the steps in order, and stops at the first rejection. */
export async function runImport(
  weft: Weft,
  plan: ImportPlan,
  input: ImportInput,
  onStep: (step: ImportStep) => void,
): Promise<Refusal | undefined> {
  const setIds = new Map(plan.setIds);
  for (const step of plan.steps) {
    const error = await refusalOf(() => takeStep(weft, step, { ...input, setIds, dryRun: false }));
    if (error !== undefined) return { step, error };
    onStep(step);
  }
  return undefined;
}

interface Taking extends ImportInput {
  /** Extended with each created set. */
  readonly setIds: Map<string, string>;
  readonly dryRun: boolean;
}

async function refusalOf(call: () => Promise<void>): Promise<ApiError | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401) return error;
    throw error;
  }
}

async function takeStep(weft: Weft, step: ImportStep, taking: Taking): Promise<void> {
  if (step.kind === "option-set") {
    await writeSet(weft, step, taking);
  } else {
    await writeType(weft, step.key, step, taking);
  }
}

async function writeSet(weft: Weft, work: OptionSetWork, { dryRun, force, signal, setIds }: Taking): Promise<void> {
  const query = { dryRun, force };
  switch (work.action) {
    case "create": {
      const body = { ...work.set, options: [...work.set.options] };
      const { id } = await weft.call("create-option-set", { query, body }, { signal });
      if (!dryRun) setIds.set(keyOf(work.set), id);
      return;
    }
    case "update": {
      const body = { ...work.set, options: [...work.set.options] };
      await weft.call("update-option-set", { params: { id: work.id }, query, body }, { signal, ifMatch: work.version });
      return;
    }
    case "delete":
      await weft.call("delete-option-set", { params: { id: work.id }, query }, { signal, ifMatch: work.version });
  }
}

async function writeType(weft: Weft, id: string, work: TypeWork, taking: Taking): Promise<void> {
  const { dryRun, force, signal, setIds } = taking;
  const query = { dryRun, force };
  if (work.action === "delete") {
    await weft.call("delete-entity-type", { params: { id }, query }, { signal, ifMatch: work.version });
    return;
  }
  const { typePath, label, mode, properties, presentation = null } = work.type;
  const body = {
    label,
    mode,
    presentation: isPresentation(presentation) ? presentation : null,
    properties: properties.map((property) => wireProperty(property, setIds)),
  };
  if (work.action === "create") {
    await weft.call("create-entity-type", { query, body: { typePath, ...body } }, { signal });
  } else {
    await weft.call("update-entity-type", { params: { id }, query, body }, { signal, ifMatch: work.version });
  }
}

/** The request body; the service validates it. */
function wireProperty({ optionSet, ...property }: FileProperty, setIds: ReadonlyMap<string, string>): Property {
  const optionSetId = optionSet === undefined ? undefined : setIds.get(optionSet);
  const wired: object = { ...property, ...(optionSetId === undefined ? {} : { optionSetId }) };
  if (!isProperty(wired)) throw new TypeError("A property without a slug passed validation.");
  return wired;
}

/** The service validates its members. */
function isPresentation(value: FilePresentation | null): value is Presentation {
  return value !== null;
}

function isProperty(value: object): value is Property {
  return "slug" in value;
}
