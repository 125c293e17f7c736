import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { LoaderProcessCreate } from "@weft/client";
import { useWeft } from "../session/session.ts";
import type { LoadDraft } from "./use-load-draft.ts";

const route = getRouteApi("/shell/loads/new");

/** Starts a dry run of the whole file, and opens its page. */
export function useDryRun({ configuration, file }: LoadDraft) {
  const weft = useWeft();
  const navigate = route.useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (config: LoaderProcessCreate) =>
      weft.loader.start({ config: { ...config, fileLocation: file.id }, dryRun: true }),
    onSuccess: ({ id }) => navigate({ search: (before) => ({ ...before, step: "check", dryRun: id }) }),
  });
  return { start: (config = configuration) => mutate(config), isPending, error };
}
