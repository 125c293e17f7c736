import { Button, Text, TextInput } from "@mantine/core";
import type { EntityType } from "@weft/client";
import { type KeyboardEvent, useRef, useState } from "react";
import { mayDo, useSession } from "../../session/session.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { EntityKind } from "../entity-kind.ts";
import { pruneBranches, type TypeBranch } from "../type-tree.ts";
import { bestMatch, describeType, newTypePath, rowsOf, type TypeRow } from "./creatable-types.ts";
import classes from "./type-chooser.module.css";

interface TypeChooserProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  /** The types that are offered. */
  readonly branches: readonly TypeBranch[];
  readonly onChoose: (typePath: string) => void;
}

/** The types of a kind as a tree. The arrow keys move, Enter chooses; Enter in the search chooses the best match. */
export function TypeChooser({ kind, types, branches, onChoose }: TypeChooserProps) {
  const { who } = useSession();
  const [words, setSearch] = useState("");
  const tree = useRef<HTMLDivElement>(null);
  const rows = rowsOf(pruneBranches(branches, words));
  const newPath = words === "" ? undefined : newTypePath(words, kind, types);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      tree.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    }
    const match = words.trim() === "" ? undefined : bestMatch(rows, words);
    if (event.key === "Enter" && match !== undefined) onChoose(match.typePath);
  };
  return (
    <div className={classes["chooser"]}>
      <Text size="sm" c="dimmed">
        Choose a type. It determines the properties.
      </Text>
      <TextInput
        aria-label="Search types"
        placeholder="Search types"
        leftSection={<Icon name="search" size={16} />}
        value={words}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={onKeyDown}
        autoFocus
      />
      {rows.length > 0 && <TypeRows key={words} ref={tree} rows={rows} onChoose={onChoose} />}
      {rows.length === 0 && newPath === undefined && (
        <EmptyState icon="search" title="No matching types">
          No label, path or property contains these words.
        </EmptyState>
      )}
      {newPath !== undefined && mayDo(who, "create", newPath) && (
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => onChoose(newPath)}
          style={{ alignSelf: "flex-start" }}
        >
          New type {newPath}
        </Button>
      )}
    </div>
  );
}

interface TypeRowsProps {
  readonly ref: React.Ref<HTMLDivElement>;
  readonly rows: readonly TypeRow[];
  readonly onChoose: (typePath: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function TypeRows({ ref, rows, onChoose }: TypeRowsProps) {
  const [active, setActive] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: rows.length - 1 };
    const next = ends[event.key] ?? active + (steps[event.key] ?? 0);
    if (next === active || next < 0 || next >= rows.length) return;
    event.preventDefault();
    setActive(next);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=treeitem]")[next]?.focus();
  };
  return (
    <div ref={ref} role="tree" aria-label="Types" className={classes["tree"]} onKeyDown={onKeyDown} tabIndex={-1}>
      {rows.map(({ type, level }, index) => (
        <div
          key={type.typePath}
          role="treeitem"
          aria-level={level}
          aria-selected={false}
          tabIndex={index === active ? 0 : -1}
          className={classes["row"]}
          style={{ paddingInlineStart: `calc(var(--weft-space-12) + ${level - 1} * var(--weft-space-24))` }}
          onFocus={() => setActive(index)}
          onClick={() => onChoose(type.typePath)}
          onKeyDown={({ key }) => {
            if (key === "Enter" || key === " ") onChoose(type.typePath);
          }}
        >
          <TypeFacts type={type} />
        </div>
      ))}
    </div>
  );
}

function TypeFacts({ type }: { readonly type: EntityType }) {
  const { icon = type.typePath.startsWith("item") ? "hanger" : "box" } = type.effectivePresentation;
  return (
    <>
      <span className={classes["icon"]}>
        <Icon name={icon} />
      </span>
      <span className={classes["words"]}>
        <Text span fw={600} size="sm">
          {type.label}
        </Text>
        <Text span size="xs" c="dimmed" className={classes["about"] ?? ""}>
          {describeType(type)}
        </Text>
      </span>
      <Icon name="right" size={16} />
    </>
  );
}
