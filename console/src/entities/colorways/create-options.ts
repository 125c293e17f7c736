import type { Weft } from "@weft/client";
import { describeError } from "../../ui/describe-error.ts";
import type { AnyEntity } from "../any-entity.ts";

/** An option to create. */
export interface OptionDraft {
  /** How messages name it. */
  readonly title: string;
  readonly object: Readonly<Record<string, unknown>>;
}

interface RefusedOption {
  readonly option: OptionDraft;
  readonly reason: string;
}

export interface OptionsOutcome {
  readonly createdCount: number;
  /** Created by someone else since, or by a request whose response was lost. */
  readonly existingCount: number;
  readonly refused: readonly RefusedOption[];
}

interface CreateOptionsInput {
  readonly styleId: string;
  readonly colorSlug: string | undefined;
  readonly options: readonly OptionDraft[];
  readonly changeSetId: string;
  readonly onProgress: (doneCount: number) => void;
}

/** Small enough for visible progress. */
const batchSize = 25;
const membersMax = 1000;

/** Creates options of a style, each on its own, as parts of one change set. What is refused is returned with the reason. */
export async function createOptions(weft: Weft, input: CreateOptionsInput): Promise<OptionsOutcome> {
  const { options, changeSetId, onProgress } = input;
  const refused: RefusedOption[] = [];
  let missing = options;
  let doneCount = 0;
  try {
    missing = await findMissing(weft, input);
    for (; doneCount < missing.length; doneCount += batchSize) {
      onProgress(options.length - missing.length + doneCount);
      refused.push(...(await createPart(weft, missing.slice(doneCount, doneCount + batchSize), changeSetId)));
    }
  } catch (error) {
    // The others would fail as well.
    const { title, detail } = describeError(error);
    refused.push(...missing.slice(doneCount).map((option) => ({ option, reason: detail === "" ? title : detail })));
  }
  const existingCount = options.length - missing.length;
  return { createdCount: missing.length - refused.length, existingCount, refused };
}

/** Without those that the style has already. */
async function findMissing(weft: Weft, { styleId, colorSlug, options }: CreateOptionsInput): Promise<OptionDraft[]> {
  const listing = { entityName: "item", criteria: { itemFamilyId: styleId }, limit: membersMax } as const;
  const { results } = await weft.entities.list<AnyEntity>(listing);
  const keyOf = (option: { readonly [slug: string]: unknown }) =>
    JSON.stringify([option["optionName"], colorSlug === undefined ? null : (option[colorSlug] ?? null)]);
  const known = new Set(results.filter(({ id }) => id !== styleId).map(keyOf));
  return options.filter(({ object }) => !known.has(keyOf(object)));
}

async function createPart(
  weft: Weft,
  part: readonly OptionDraft[],
  changeSetId: string,
): Promise<readonly RefusedOption[]> {
  const operations = part.map(({ object, title }) => ({ op: "create" as const, object: { name: title, ...object } }));
  const { results } = await weft.entities.batch({ entityName: "item", atomic: false, operations, changeSetId });
  return part.flatMap((option, index) => {
    const { status, problem } = results[index] ?? { status: 0 };
    return status >= 200 && status < 300 ? [] : [{ option, reason: reasonOf(problem) }];
  });
}

interface Refusal {
  readonly detail?: string | undefined;
  readonly errors?: readonly { readonly detail: string }[] | undefined;
}

function reasonOf({ detail, errors = [] }: Refusal = {}): string {
  return errors.length > 0 ? errors.map((error) => error.detail).join(" ") : (detail ?? "The service refused it.");
}
