import {
  Anchor,
  Badge,
  Button,
  getTreeExpandedState,
  type RenderTreeNodePayload,
  Text,
  TextInput,
  Tree,
  type TreeNodeData,
  useTree,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { type KeyboardEvent, useMemo, useState } from "react";
import { kindOfType } from "../entities/entity-kind.ts";
import { useEntityTypes } from "../entities/entity-queries.ts";
import { branchTypes, pruneBranches, type TypeBranch } from "../entities/type-tree.ts";
import { useSession } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { NewType } from "./new-type.tsx";
import { TypeTabs } from "./type-tabs.tsx";
import classes from "./type-tree-view.module.css";

const route = getRouteApi("/shell/types");

export function TypesPage() {
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setSearch] = useState(q);
  const types = useEntityTypes();
  const { isAdministrator } = useSession().who;
  const change = (next: string) => {
    setSearch(next);
    void navigate({ search: { q: next === "" ? undefined : next }, replace: true });
  };
  return (
    <PageFrame
      title="Types"
      description="The data model. A type inherits the properties of its parents. Open types also accept undefined properties."
      actions={isAdministrator && types.data !== undefined && <NewTypeButton types={types.data} />}
    >
      <TypeTabs />
      <TextInput
        aria-label="Search types and properties"
        placeholder="Search types and properties"
        leftSection={<Icon name="search" size={16} />}
        value={words}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        maw={420}
      />
      <Loaded query={types}>
        {(found) => {
          const branches = pruneBranches(branchTypes(found), words);
          return branches.length === 0 ? (
            <EmptyState icon="search" title="No matching types">
              No label, path or property contains these words.
            </EmptyState>
          ) : (
            // Another search expands the tree again.
            <TypeTreeView key={words} branches={branches} />
          );
        }}
      </Loaded>
    </PageFrame>
  );
}

function NewTypeButton({ types }: { readonly types: readonly EntityType[] }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const all = types.filter(({ typePath }) => kindOfType(typePath) !== undefined);
  // Most types are of items.
  const parents = [...all.filter(isOfItems), ...all.filter((type) => !isOfItems(type))];
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        New type
      </Button>
      {isOpen && <NewType parents={parents} onClose={close} />}
    </>
  );
}

function isOfItems({ typePath }: EntityType): boolean {
  return kindOfType(typePath)?.name === "item";
}

/** The arrow keys move and expand, Enter opens a type. */
export function TypeTreeView({ branches }: { readonly branches: readonly TypeBranch[] }) {
  const navigate = useNavigate();
  // The tree is reset with each new list of nodes.
  const data = useMemo(() => branches.map(nodeOf), [branches]);
  const tree = useTree({ initialExpandedState: getTreeExpandedState(data, "*") });
  const types = new Map(typesOf(branches).map((type) => [type.typePath, type]));
  const open = ({ key, target }: KeyboardEvent) => {
    const id = target instanceof HTMLElement ? target.dataset["value"] : undefined;
    if (key === "Enter" && id !== undefined) void navigate({ to: "/types/$id", params: { id } });
  };
  return (
    <Tree
      data={data}
      tree={tree}
      levelOffset={24}
      aria-label="Types"
      className={classes["tree"] ?? ""}
      onKeyDown={open}
      renderNode={(payload) => <Row payload={payload} type={types.get(payload.node.value)} />}
    />
  );
}

function nodeOf({ type, children }: TypeBranch): TreeNodeData {
  return { value: type.typePath, label: type.label, children: children.map(nodeOf) };
}

function typesOf(branches: readonly TypeBranch[]): EntityType[] {
  return branches.flatMap(({ type, children }) => [type, ...typesOf(children)]);
}

interface RowProps {
  readonly payload: RenderTreeNodePayload;
  readonly type: EntityType | undefined;
}

function Row({ payload: { elementProps, hasChildren, expanded }, type }: RowProps) {
  if (type === undefined) return null;
  const { typePath, label, mode, isDescribed, properties, inheritedProperties } = type;
  return (
    <div {...elementProps} className={`${elementProps.className} ${classes["row"]}`}>
      <span className={classes["knob"]}>{hasChildren && <Icon name={expanded ? "down" : "right"} size={16} />}</span>
      <div className={classes["words"]}>
        <Anchor
          size="sm"
          fw={600}
          tabIndex={-1}
          renderRoot={(props) => <Link {...props} to="/types/$id" params={{ id: typePath }} />}
          onClick={(event) => event.stopPropagation()}
        >
          {label}
        </Anchor>
        <div className={classes["path"]}>{typePath}</div>
      </div>
      <div className={classes["facts"]}>
        {!isDescribed && (
          <Badge variant="outline" color="gray" radius="sm" tt="none" c="var(--weft-text)">
            not defined
          </Badge>
        )}
        <Text size="sm" c="dimmed" className="numbers">
          {countOf(properties.length, inheritedProperties.length)}
        </Text>
        <Badge variant="dot" color={mode === "open" ? "teal" : "weft"} radius="sm" tt="none">
          {mode}
        </Badge>
      </div>
    </div>
  );
}

function countOf(own: number, inherited: number): string {
  const words = pluralize(own, "property", "properties");
  return inherited === 0 ? words : `${words}, ${inherited} inherited`;
}
