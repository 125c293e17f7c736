import { useQuery } from "@tanstack/react-query";
import { kindOfPath } from "../entities/entity-kind.ts";
import { useWeft } from "../session/session.ts";

interface EntityCountProps {
  readonly kindPath: string;
  readonly typePath: string;
}

/** The number of entities of a type and its subtypes. */
export function EntityCount({ kindPath, typePath }: EntityCountProps) {
  const weft = useWeft();
  const entityName = kindOfPath(kindPath)?.name ?? "item";
  const { data } = useQuery({
    queryKey: ["entities", kindPath, "count", typePath],
    queryFn: async ({ signal }) => {
      const query = { entityName, criteria: { typePath }, limit: 1, includeTotal: true, signal };
      return (await weft.entities.list(query)).total ?? 0;
    },
  });
  if (data === undefined) return "entities";
  return data === 1 ? "1 entity" : `${new Intl.NumberFormat("en").format(data)} entities`;
}
