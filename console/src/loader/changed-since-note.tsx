import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LoaderProcess } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { changedSince } from "./changed-since.ts";
import { pluralize } from "./format-load.ts";

/** The number of entities that an undo skips, because they were changed since. */
export function ChangedSinceNote({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: ["loads", load.id, "changed-since", load.version],
    queryFn: ({ signal }) => changedSince(weft, load, signal),
  });
  if (data === undefined) return null;
  const found =
    data.count === 0
      ? "Nothing was changed since"
      : `${pluralize(data.count, "entity change")} since. The changed entities are kept`;
  return (
    <Text size="sm" fw={data.count === 0 ? 400 : 600} role="status">
      {found}
      {data.isPart ? " (first 1,000 changes checked)." : "."}
    </Text>
  );
}
