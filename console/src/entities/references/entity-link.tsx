import { Anchor, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Swatch } from "../../ui/swatch.tsx";
import { EntityPicture } from "../pictures/picture.tsx";
import type { Referred } from "../use-referred.ts";

/** A link to an entity by name, with its picture; a color shows a swatch. */
export function EntityLink({ to: { id, title, kind, hex, entity } }: { readonly to: Referred }) {
  return (
    <Group gap={6} wrap="nowrap" style={{ display: "inline-flex", maxWidth: "100%" }}>
      {entity !== undefined && <EntityPicture entity={entity} width={24} height={24} />}
      {(hex !== undefined || kind.name === "color") && <Swatch hex={hex} />}
      <Anchor
        size="sm"
        style={{ overflowWrap: "anywhere" }}
        renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={{ kind: kind.path, id }} />}
      >
        {title}
      </Anchor>
    </Group>
  );
}
