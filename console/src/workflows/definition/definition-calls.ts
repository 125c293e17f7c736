import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError, type EventWorkflow, type Weft } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { describeError } from "../../ui/describe-error.ts";
import { notifyDone } from "../../ui/notify.ts";
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
    queryKey: queryKeys.workflows.check(id, settled),
    queryFn: ({ signal }) => checkDraft(weft, draft, { id, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    // The service would reject it, which the browser reports as an error of the page.
    enabled: mayWrite && !lacksName(draft),
  });
  if (lacksName(draft)) {
    return { errors: [{ pointer: "name", message: "Enter a name." }], isChecking: false, error: null };
  }
  return {
    errors: query.data ?? [],
    isChecking: settled !== text || query.isFetching,
    error: query.error,
  };
}

function lacksName({ name }: Draft): boolean {
  return typeof name !== "string" || name.trim() === "";
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

interface Saving {
  readonly draft: Draft;
  /** The version that was read; undefined for a new one. */
  readonly version: number | undefined;
}

/** Saves a definition, unless another user has saved since this one was read. */
export function useSaveDefinition(id: string | undefined, onSaved: (workflow: EventWorkflow) => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ draft, version }: Saving) =>
      id === undefined
        ? weft.call("create-event-workflow", { body: bodyOf(draft) })
        : weft.call("update-event-workflow", { params: { id }, body: updateBodyOf(draft) }, { ifMatch: version }),
    onSuccess: (workflow) => {
      queryClient.setQueryData(queryKeys.workflows.one(workflow.id), workflow);
      void queryClient.invalidateQueries({ queryKey: queryKeys.workflows.list() });
      notifyDone(id === undefined ? `${workflow.name} created.` : `Version ${workflow.version} saved.`);
      onSaved(workflow);
    },
    onError: (error) => {
      // The saved definition is read, and the editor shows the choices.
      if (error instanceof ApiError && error.status === 412 && id !== undefined) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.workflows.one(id) });
      }
    },
  });
}
