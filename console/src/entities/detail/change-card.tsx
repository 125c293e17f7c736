import { Anchor, Button, Collapse, Group, Paper, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { ChangeRecord } from "@weft/client";
import { PropertyDiffs } from "../../ui/property-diffs.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import type { ValueLabels } from "../show-value.ts";
import { diffsOfChange } from "./diffs-of-change.ts";

interface ChangeCardProps {
  readonly kind: EntityKind;
  readonly change: ChangeRecord;
  readonly properties: readonly EntityProperty[];
  readonly meanings: ValueLabels;
}

const verbs = { create: "Created", update: "Changed", delete: "Deleted" } as const;
/** Further ones are shown on request. */
const diffsShown = 8;

/** One change: who, from where, when, and what changed. */
export function ChangeCard({ kind, change, properties, meanings }: ChangeCardProps) {
  const diffs = diffsOfChange(change, properties, meanings);
  const [isOpen, { toggle }] = useDisclosure(diffs.length <= diffsShown);
  const who = change.createdBy?.name ?? "somebody";
  const label = `Changes of version ${change.entityVersion}`;
  return (
    <Paper withBorder p="sm" component="article" aria-label={`Version ${change.entityVersion}`}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <strong>{verbs[change.action]}</strong> by {who} <Source change={change} />{" "}
          <TimeAgo time={change.createdOn} />
          <Text span size="sm" c="dimmed" className="numbers">
            {` · version ${change.entityVersion}`}
          </Text>
        </Text>
        <Group gap="md">
          {diffs.length > diffsShown && (
            <Button size="compact-xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
              {isOpen ? "Hide properties" : `Show ${diffs.length} properties`}
            </Button>
          )}
          {change.action !== "delete" && <AsItWas kind={kind} change={change} />}
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/changes/$changeSetId" params={{ changeSetId: change.changeSetId }} />
            )}
          >
            View change set
          </Anchor>
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        <PropertyDiffs diffs={diffs} label={label} />
      </Collapse>
    </Paper>
  );
}

function AsItWas({ kind, change }: { readonly kind: EntityKind; readonly change: ChangeRecord }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/entities/$kind/$id"
          params={{ kind: kind.path, id: change.entityId }}
          search={{ asOf: change.id }}
        />
      )}
    >
      View this version
    </Anchor>
  );
}

/** The source of the change, with the load or the run behind it. */
function Source({ change: { source, sourceId } }: { readonly change: ChangeRecord }) {
  switch (source) {
    case "loader":
      return sourceId === undefined ? (
        "by a load"
      ) : (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/loads/$id" params={{ id: sourceId }} />}
        >
          by a load
        </Anchor>
      );
    case "workflow":
      return sourceId === undefined ? (
        "by a workflow"
      ) : (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/processes/$id" params={{ id: sourceId }} />}
        >
          by a workflow
        </Anchor>
      );
    case "console":
      return "in the console";
    case "cli":
      return "from the command line";
    case "mcp":
      return "by an assistant";
    case "api":
      return "through the API";
  }
}
