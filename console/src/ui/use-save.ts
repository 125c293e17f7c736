import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { notifyDone, notifyError } from "./notify.ts";

interface SaveOptions<Input, Saved> {
  readonly save: (input: Input) => Promise<Saved>;
  /** Shown when it succeeded. */
  readonly message?: (saved: Saved, input: Input) => string;
  /** The data that is fetched again. */
  readonly stale: readonly QueryKey[];
  readonly onSaved?: (saved: Saved, input: Input) => unknown;
}

/** For forms, which show the error themselves and keep what was typed, also when someone else saved first. */
export function useSave<Saved, Input = void>({ save, message, stale, onSaved }: SaveOptions<Input, Saved>) {
  const refetch = useRefetch(stale);
  return useMutation({
    mutationFn: save,
    onSuccess: (saved, input) => {
      if (message !== undefined) notifyDone(message(saved, input));
      onSaved?.(saved, input);
      void refetch();
    },
  });
}

/** For buttons and switches: an error is a notification, and shows what is stored now. */
export function useAct<Saved, Input = void>({ save, message, stale }: Omit<SaveOptions<Input, Saved>, "onSaved">) {
  return useMutation({
    mutationFn: save,
    onSuccess: (saved, input) => message !== undefined && notifyDone(message(saved, input)),
    onError: notifyError,
    onSettled: useRefetch(stale),
  });
}

function useRefetch(stale: readonly QueryKey[]) {
  const queryClient = useQueryClient();
  return () => Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
