import { ActionIcon, Anchor, Badge, Button, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ChangeRecord } from "@weft/client";
import { type EntityKind, kindOfType } from "../entities/entity-kind.ts";
import { useRestoreDeleted } from "../entities/restore-deleted.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { ShortId } from "../ui/copy-text.tsx";
import { formatTime } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { PropertyDiffs } from "../ui/property-diffs.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { actionLabels, entityLinkOf, kindWord, sourceLabels, sourceLinkOf } from "./change-labels.ts";
import classes from "./change-list.module.css";
import type { NamedChange } from "./name-changes.ts";
import { summarizeChange } from "./summarize-change.ts";

/** The name of a changed entity, also of one that can no longer be read. */
export function changeName({ record, title }: NamedChange): string {
  return title ?? `${kindWord(record.entityType)} …${record.entityId.slice(-8)}`;
}

interface ChangeRowProps {
  readonly change: NamedChange;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Omitted where all changes are of one set. */
  readonly hasSetLink: boolean;
}

/** One change in two lines; expanded, with every property. */
export function ChangeRow({ change, isOpen, onToggle, hasSetLink }: ChangeRowProps) {
  const { record } = change;
  const { word, color } = actionLabels[record.action];
  const name = changeName(change);
  return (
    <>
      <div className={classes["head"]}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          mt={1}
          aria-expanded={isOpen}
          aria-label={`All properties: ${name} ${word}`}
          onClick={onToggle}
        >
          <Icon name={isOpen ? "down" : "right"} size={16} />
        </ActionIcon>
        <div className={classes["act"]}>
          <div className={classes["line"]}>
            <EntityName record={record} name={name} />
            <Badge variant="dot" color={color} radius="sm" tt="none" fw={550} size="sm">
              {word}
            </Badge>
            <Text size="xs" c="dimmed" span>
              {kindWord(record.entityType)}
            </Text>
            {change.detail !== undefined && (
              <Text size="xs" c="dimmed" span>
                <span className="mono">{change.detail}</span>
              </Text>
            )}
            <Text size="xs" c="dimmed" ml="auto" visibleFrom="sm" span>
              <TimeAgo time={record.createdOn} />
            </Text>
          </div>
          <div className={classes["line"]}>
            <Text size="sm" c="dimmed" className={classes["summary"] ?? ""}>
              {summarizeChange(record)}
            </Text>
            <Origin record={record} />
          </div>
        </div>
        {record.action === "delete" && <RestoreButton record={record} name={name} />}
      </div>
      {isOpen && <Opened record={record} name={name} hasSetLink={hasSetLink} />}
    </>
  );
}

export function EntityName({ record, name }: { readonly record: ChangeRecord; readonly name: string }) {
  const link = entityLinkOf(record);
  // Only product data has a page that says what was deleted.
  return link === undefined || (record.action === "delete" && link.to !== "/entities/$kind/$id") ? (
    <Text size="sm" fw={550} span style={{ overflowWrap: "anywhere" }}>
      {name}
    </Text>
  ) : (
    <Anchor
      size="sm"
      fw={550}
      style={{ overflowWrap: "anywhere" }}
      renderRoot={(props) => <Link {...props} {...link} />}
    >
      {name}
    </Anchor>
  );
}

/** Brings back what a change deleted, with what was deleted with it. Only product data can be restored. */
export function RestoreButton({ record, name }: { readonly record: ChangeRecord; readonly name: string }) {
  const { who } = useSession();
  const kind = kindOfType(record.entityType);
  return kind === undefined || !mayDo(who, "create", record.typePath) ? null : (
    <RestoreDeleted kind={kind} id={record.entityId} name={name} />
  );
}

function RestoreDeleted({ kind, id, name }: { readonly kind: EntityKind; readonly id: string; readonly name: string }) {
  const restore = useRestoreDeleted(kind, id);
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Restore ${name}`}
      loading={restore.isPending}
      disabled={restore.isSuccess}
      onClick={() => restore.mutate()}
    >
      {restore.isSuccess ? "Restored" : "Restore"}
    </Button>
  );
}

/** Who made the change, and from where. */
export function Origin({ record }: { readonly record: ChangeRecord }) {
  const link = sourceLinkOf(record);
  const source = sourceLabels[record.source];
  return (
    <span className={classes["origin"]}>
      <span>{record.createdBy?.name ?? "Service"}</span>
      <span aria-hidden="true">·</span>
      {link === undefined ? (
        source
      ) : (
        <Anchor fz="xs" renderRoot={(props) => <Link {...props} {...link} />}>
          {source}
        </Anchor>
      )}
      <Text fz="xs" hiddenFrom="sm" span>
        · <TimeAgo time={record.createdOn} />
      </Text>
    </span>
  );
}

interface OpenedProps {
  readonly record: ChangeRecord;
  readonly name: string;
  readonly hasSetLink: boolean;
}

function Opened({ record, name, hasSetLink }: OpenedProps) {
  const { propertyDiffs, changeSetId, entityVersion, entityId, createdOn } = record;
  const diffs = Object.entries(propertyDiffs).map(([slug, { propertyName, oldValue, newValue }]) => ({
    ...{ slug, name: propertyName, oldValue, newValue },
  }));
  return (
    <div className={classes["more"]}>
      {diffs.length > 0 && <PropertyDiffs diffs={diffs} label={`Properties of ${name}`} />}
      <div className={classes["line"]} style={{ paddingTop: 8 }}>
        <Text size="xs" c="dimmed" span>
          {formatTime(createdOn)} · version {entityVersion} · id
        </Text>
        <ShortId id={entityId} />
        {hasSetLink && (
          <Anchor
            size="xs"
            ml="auto"
            renderRoot={(props) => <Link {...props} to="/changes/$changeSetId" params={{ changeSetId }} />}
          >
            All changes of this set
          </Anchor>
        )}
      </div>
    </div>
  );
}
