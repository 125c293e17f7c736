import { Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { LoaderProcess } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { LiteralMappings } from "./literal-mappings.tsx";
import type { LoadDraft } from "./use-load-draft.ts";

/** What the first rows show about the mapping, while it is edited. */
export function LookNote({ draft }: { readonly draft: LoadDraft }) {
  const { look, isBehind } = useLook(draft);
  if (look.error !== null) return <ErrorNote error={look.error} />;
  if (look.data === undefined || isBehind) {
    return (
      <Text size="sm" c="dimmed" role="status">
        Checking the first rows…
      </Text>
    );
  }
  const { errors, warnings } = look.data;
  return (
    <Stack gap="xs">
      <LiteralMappings load={look.data} />
      <Group gap="xs" role="status">
        <Icon name={errors > 0 ? "warning" : "check"} />
        <Text size="sm">
          {errors === 0 ? "The first rows can be loaded" : `The first rows have ${pluralize(errors, "error")}`}
          {warnings > 0 && `, with ${pluralize(warnings, "warning")}`}.
        </Text>
      </Group>
    </Stack>
  );
}

const sampleRows = 20;
const restMs = 500;

/** The first rows after every step, checked again once the configuration is stable. */
export function useLook({ configuration, file }: LoadDraft) {
  const weft = useWeft();
  const { who } = useSession();
  const [rested] = useDebouncedValue(configuration, restMs);
  const look = useQuery({
    queryKey: queryKeys.loads.firstRows(file.id, rested),
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
