import { Anchor, Text } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { JsonObject } from "@weft/client";
import { type Subject, subjectOf, textAt } from "./event-subject.ts";

/** The subject of an event, by name, with a link. */
export function SubjectLink({ event }: { readonly event: JsonObject }) {
  const subject = subjectOf(event);
  if (subject === undefined) {
    const assortmentId = textAt(event, "assortmentId");
    return assortmentId === undefined || assortmentId === "" ? null : (
      <LinkTo link={{ to: "/assortments/$id", params: { id: assortmentId } }} name="Assortment" />
    );
  }
  const link = linkOf(subject);
  return link === undefined ? (
    <Text span size="sm">
      {subject.name}
    </Text>
  ) : (
    <LinkTo link={link} name={subject.name} />
  );
}

function linkOf({ kind, id, plural }: Subject): LinkProps | undefined {
  if (plural !== undefined) return { to: "/entities/$kind/$id", params: { kind: plural, id } };
  if (kind === "loader-process") return { to: "/loads/$id", params: { id } };
  return kind === "event-workflow-process" ? { to: "/processes/$id", params: { id } } : undefined;
}

function LinkTo({ link, name }: { readonly link: LinkProps; readonly name: string }) {
  return (
    <Anchor
      size="sm"
      truncate
      display="inline-block"
      maw={240}
      style={{ verticalAlign: "bottom" }}
      renderRoot={(props) => <Link {...props} {...link} />}
    >
      {name}
    </Anchor>
  );
}
