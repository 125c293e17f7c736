import { Anchor, Button, Collapse, Group, Menu, Paper, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { ChangeSet } from "@weft/client";
import { ActionItem, ActionMenu } from "../../ui/action-menu.tsx";
import { Icon } from "../../ui/icon.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type EntityProperty, placeOf, seenProperty, whyReadOnly } from "../entity-property.ts";
import { isSameJson } from "../same-json.ts";
import { showValue, type ValueLabels } from "../show-value.ts";
import { UndoChangeDialog } from "../undo-change-dialog.tsx";
import classes from "./act-card.module.css";
import { type ActDiff, describeScope, mergeDiffs, verbOf } from "./describe-act.ts";
import { RestoreAll } from "./restore-all.tsx";
import type { Act } from "./use-activity.ts";
import type { FieldEdits } from "./use-field-edits.ts";

interface ActCardProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  readonly act: Act;
  readonly properties: readonly EntityProperty[];
  readonly meanings: ValueLabels;
  readonly edits: FieldEdits | undefined;
  readonly isColorways: boolean;
}

/** Further ones are shown on request. */
const diffsShown = 8;

/** One act: who, what, how much else, from where and when. */
export function ActCard({ kind, entity, act, properties, meanings, edits, isColorways }: ActCardProps) {
  const { set, changes } = act;
  const verb = verbOf(changes);
  const diffs = mergeDiffs(changes);
  const [isOpen, { toggle }] = useDisclosure(verb === "changed" && diffs.length <= diffsShown);
  const scope = describeScope(entity, set, isColorways);
  const who = set.createdBy?.name ?? "The service";
  const [first] = diffs;
  const label = `${who} ${verb} ${verb === "changed" && first !== undefined ? labelOf(first, properties) : "it"}`;
  return (
    <Paper withBorder p="xs" pl="sm" component="article" aria-label={label}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm">
          <strong>{who}</strong> {isReversal(set) ? "undid a change:" : ""} {verb}{" "}
          {verb === "changed" ? pieceOf(diffs, properties) : "it"}
          {scope !== "" && `, ${scope}`}
          <Text span size="sm" c="dimmed">
            {" · "}
            <Source set={set} /> · <TimeAgo time={set.lastChangedOn} />
          </Text>
        </Text>
        <Group gap={4} wrap="nowrap">
          {(verb !== "changed" || diffs.length > diffsShown) && diffs.length > 0 && (
            <Button size="compact-xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
              {isOpen ? "Hide values" : `${diffs.length} values`}
            </Button>
          )}
          <ActActions kind={kind} entity={entity} act={act} mayWrite={edits !== undefined} />
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        <ul className={classes["diffs"]} aria-label={`Changes: ${label}`}>
          {diffs.map((diff) => (
            <DiffLine
              key={diff.slug}
              diff={diff}
              property={properties.find(({ slug }) => slug === diff.slug) ?? seenProperty(diff.slug, diff.newValue)}
              entity={entity}
              meanings={meanings}
              edits={verb === "changed" ? edits : undefined}
            />
          ))}
        </ul>
      </Collapse>
    </Paper>
  );
}

const namedMax = 3;

/** Price; Price, Fit and 2 more. */
function pieceOf(diffs: readonly ActDiff[], properties: readonly EntityProperty[]): string {
  const names = diffs.slice(0, namedMax).map((diff) => labelOf(diff, properties));
  const more = diffs.length - names.length;
  if (names.length === 0) return "properties that you may not read";
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

function labelOf({ slug, name }: ActDiff, properties: readonly EntityProperty[]): string {
  return properties.find((property) => property.slug === slug)?.label ?? name;
}

function isReversal({ sourceId }: ChangeSet): boolean {
  return sourceId?.startsWith("revert:") === true;
}

interface DiffLineProps {
  readonly diff: ActDiff;
  readonly property: EntityProperty;
  readonly entity: AnyEntity;
  readonly meanings: ValueLabels;
  readonly edits: FieldEdits | undefined;
}

/** Price 198.95 → 189.00, with a button that sets it back. */
function DiffLine({ diff, property, entity, meanings, edits }: DiffLineProps) {
  const textOf = (value: unknown) => showValue(property, value, meanings) || "empty";
  const label = property.declaredBy === undefined ? diff.name : property.label;
  const mayRestore =
    edits !== undefined &&
    whyReadOnly(property, entity.entityType, placeOf(entity)) === undefined &&
    !isSameJson(entity[diff.slug], diff.oldValue);
  return (
    <li className={classes["diff"]}>
      <span className={classes["name"]}>{label}</span>
      <span className={classes["values"]}>
        <del>{textOf(diff.oldValue)}</del>
        <span aria-hidden="true"> → </span>
        <ins>{textOf(diff.newValue)}</ins>
      </span>
      {mayRestore && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Restore ${label} to ${textOf(diff.oldValue)}`}
          onClick={() =>
            edits.save({
              property: { ...property, label },
              value: diff.oldValue ?? null,
              before: entity,
              verb: "restored",
            })
          }
        >
          Restore
        </Button>
      )}
    </li>
  );
}

interface ActActionsProps extends Pick<ActCardProps, "kind" | "entity" | "act"> {
  readonly mayWrite: boolean;
}

function ActActions({ kind, entity, act: { set, changes }, mayWrite }: ActActionsProps) {
  const [isUndoing, undoing] = useDisclosure(false);
  const [isRestoring, restoring] = useDisclosure(false);
  const [newest] = changes;
  return (
    <>
      <ActionMenu label="Actions of the change">
        {mayWrite && (
          <ActionItem icon="undo" onClick={undoing.open}>
            Undo change…
          </ActionItem>
        )}
        {mayWrite && newest !== undefined && newest.action !== "delete" && (
          <ActionItem icon="changes" onClick={restoring.open}>
            Restore all as of then…
          </ActionItem>
        )}
        {newest !== undefined && newest.action !== "delete" && (
          <Menu.Item
            leftSection={<Icon name="clock" size={16} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/entities/$kind/$id"
                params={{ kind: kind.path, id: entity.id }}
                search={{ asOf: newest.id }}
              />
            )}
          >
            View this version
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="list" size={16} />}
          renderRoot={(props) => <Link {...props} to="/changes/$changeSetId" params={{ changeSetId: set.id }} />}
        >
          View change set
        </Menu.Item>
      </ActionMenu>
      <UndoChangeDialog changeSetId={set.id} opened={isUndoing} onClose={undoing.close} />
      {newest !== undefined && (
        <RestoreAll kind={kind} entity={entity} asOf={newest.id} opened={isRestoring} onClose={restoring.close} />
      )}
    </>
  );
}

/** Where the act came from, with the load or the run behind it. */
function Source({ set: { source, sourceId } }: { readonly set: ChangeSet }) {
  const isLinked = sourceId !== undefined && !sourceId.startsWith("revert:");
  switch (source) {
    case "loader":
      return isLinked ? (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/loads/$id" params={{ id: sourceId }} />}
        >
          by a load
        </Anchor>
      ) : (
        "by a load"
      );
    case "workflow":
      return isLinked ? (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/processes/$id" params={{ id: sourceId }} />}
        >
          by a workflow
        </Anchor>
      ) : (
        "by a workflow"
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
