import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { LoaderProcess } from "@weft/client";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import type { LoadDraft } from "./use-load-draft.ts";

const sampleRows = 20;
const restMs = 500;

/** The first rows after every step, checked again once the configuration is stable. */
export function useLook({ configuration, file }: LoadDraft) {
  const weft = useWeft();
  const { who } = useSession();
  const [rested] = useDebouncedValue(configuration, restMs);
  const look = useQuery({
    queryKey: ["loads", "look", file.id, rested],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<LoaderProcess> => {
      const config = { ...rested, fileLocation: file.id };
      const load = await weft.loader.start({ config, dryRun: true, sampleRows, signal });
      // These are not listed as loads.
      if (mayDo(who, "delete", "loader-process")) {
        void weft.call("delete-loader-process", { params: { id: load.id } }).catch(() => {});
      }
      return load;
    },
  });
  return { look, isBehind: rested !== configuration || look.isFetching };
}
