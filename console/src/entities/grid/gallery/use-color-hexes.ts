import { useEffect, useState, useSyncExternalStore } from "react";
import { mayDoSome, useSession } from "../../../session/session.ts";
import { ReferenceNames } from "../reference-names.ts";

const pageMax = 1000;

/** The hex digits of colors, loaded when they are wanted; undefined until then, and for colors without them. */
export function useColorHexes(ids: readonly string[]): (id: string) => string | undefined {
  const { weft, who } = useSession();
  const isReadable = mayDoSome(who, "read", "color");
  const [hexes] = useState(
    () =>
      new ReferenceNames(async (_kind, wanted) => {
        const criteria = { id: { in: wanted } };
        const listing = { entityName: "color", criteria, fields: ["hex"], limit: pageMax } as const;
        const { results } = await weft.entities.list<{ readonly id: string; readonly hex?: string }>(listing);
        return new Map(results.flatMap(({ id, hex }) => (hex === undefined ? [] : [[id, hex] as const])));
      }),
  );
  useSyncExternalStore(hexes.subscribe, hexes.revision);
  useEffect(() => {
    if (isReadable) hexes.want("color", ids);
  }, [hexes, ids, isReadable]);
  return hexes.nameOf;
}
