import { Anchor, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Swatch } from "../ui/swatch.tsx";
import type { Referred } from "./use-referred.ts";

/** A link to an entity by name; a color shows a swatch. */
export function EntityLink({ to: { id, title, kind, hex } }: { readonly to: Referred }) {
  return (
    <Group gap={6} wrap="nowrap" style={{ display: "inline-flex", maxWidth: "100%" }}>
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
