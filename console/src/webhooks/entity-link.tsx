import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { kindTable } from "@weft/client";
import { ShortId } from "../ui/short-id.tsx";

/** The subject of a message: item:AP6U…, linked where it has a page. */
export function EntityLink({ reference }: { readonly reference: string | null }) {
  if (reference === null) return null;
  const [name = "", id = ""] = reference.split(":");
  const plural = Object.entries(kindTable).find(([kind]) => kind === name)?.[1].plural;
  if (name === "loader-process") {
    return (
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/loads/$id" params={{ id }} />}>
        load
      </Anchor>
    );
  }
  if (plural === undefined || name.startsWith("event-workflow")) {
    return (
      <Text size="sm" span>
        {name} <ShortId id={id} />
      </Text>
    );
  }
  return (
    <span style={{ whiteSpace: "nowrap" }}>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={{ kind: plural, id }} />}
      >
        {name}
      </Anchor>{" "}
      <ShortId id={id} />
    </span>
  );
}
