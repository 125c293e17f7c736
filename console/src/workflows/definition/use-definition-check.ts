import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ApiError, type Weft } from "@weft/client";
import { useWeft } from "../../session/session.ts";
import { describeError } from "../../ui/describe-error.ts";
import { bodyOf, type Draft, updateBodyOf, writeDraft } from "./draft.ts";
import type { FieldError } from "./field-errors.ts";

export interface DefinitionCheck {
  readonly errors: readonly FieldError[];
  readonly isChecking: boolean;
  /** Why the check failed. */
  readonly error: Error | null;
}

const patienceMs = 350;

/** Asks the service, shortly after the last key press, to validate the draft. Nothing is written. */
export function useDefinitionCheck(draft: Draft, id: string | undefined, mayWrite: boolean): DefinitionCheck {
  const weft = useWeft();
  const text = writeDraft(draft);
  const [settled] = useDebouncedValue(text, patienceMs);
  const query = useQuery({
    queryKey: ["workflows", "check", id, settled],
    queryFn: ({ signal }) => checkDraft(weft, draft, { id, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    enabled: mayWrite,
  });
  return {
    errors: query.data ?? [],
    isChecking: settled !== text || query.isFetching,
    error: query.error,
  };
}

interface CheckOptions {
  readonly id: string | undefined;
  readonly signal: AbortSignal;
}

async function checkDraft(weft: Weft, draft: Draft, { id, signal }: CheckOptions): Promise<readonly FieldError[]> {
  const query = { dryRun: true };
  try {
    if (id === undefined) {
      await weft.call("create-event-workflow", { query, body: bodyOf(draft) }, { signal });
    } else {
      await weft.call("update-event-workflow", { params: { id }, query, body: updateBodyOf(draft) }, { signal });
    }
    return [];
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 409)) return errorsOf(error);
    throw error;
  }
}

/** A rejection without a pointer, such as an identifier that is taken, applies to the whole definition. */
function errorsOf(error: ApiError): readonly FieldError[] {
  const { fields, detail } = describeError(error);
  if (fields.length > 0) return fields;
  return [{ pointer: /identifier/i.test(detail) ? "identifier" : "", message: detail }];
}
