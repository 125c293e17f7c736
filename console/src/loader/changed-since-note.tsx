import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LoaderProcess } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { changedSince } from "./changed-since.ts";
import { pluralize } from "./format-load.ts";

/** How much of a load an undo will leave, because it was changed since. */
export function ChangedSinceNote({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: ["loads", load.id, "changed-since", load.version],
    queryFn: ({ signal }) => changedSince(weft, load, signal),
  });
  if (data === undefined) return null;
  const found =
    data.count === 0
      ? "Nobody has changed any of it since"
      : `${pluralize(data.count, "entity change")} since would keep their entities as they are`;
  return (
    <Text size="sm" fw={data.count === 0 ? 400 : 600} role="status">
      {found}
      {data.isPart ? ", as far as the first 1,000 changes tell." : "."}
    </Text>
  );
}
