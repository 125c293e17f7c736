import { Button, Group, Menu, Modal, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { mayDo, useSession } from "../../session/session.ts";
import { ActionItem, ActionMenu } from "../../ui/action-menu.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { EntitiesPicker } from "../references/entity-picker.tsx";
import { DeleteEntity } from "./delete-entity.tsx";

const AddToAssortment = lazy(async () => ({ default: (await import("./add-to-assortment.tsx")).AddToAssortment }));

interface EntityActionsProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  /** Of a style. */
  readonly options: readonly AnyEntity[];
  /** A past version cannot be changed. */
  readonly isPast: boolean;
}

export function EntityActions({ kind, entity, options, isPast }: EntityActionsProps) {
  const { who } = useSession();
  const [isComparing, comparing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const [isAdding, adding] = useDisclosure(false);
  const may = (verb: "create" | "update" | "delete") => !isPast && mayDo(who, verb, entity.typePath);
  return (
    <>
      {kind.name === "item" && !isPast && mayDo(who, "create", "assortment-item") && (
        <Button variant="default" onClick={adding.open}>
          Add to assortment
        </Button>
      )}
      <ActionMenu label="More actions">
        <ActionItem icon="compare" onClick={comparing.open}>
          Compare with…
        </ActionItem>
        {may("create") && (
          <Menu.Item
            leftSection={<Icon name="copy" size={16} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/entities/$kind/$id"
                params={{ kind: kind.path, id: "new" }}
                search={{ from: entity.id }}
              />
            )}
          >
            Duplicate
          </Menu.Item>
        )}
        <OwnPageItem kind={kind} id={entity.id} />
        <Menu.Item
          leftSection={<Icon name="types" size={16} />}
          renderRoot={(props) => <Link {...props} to="/types/$id" params={{ id: entity.typePath }} />}
        >
          View type
        </Menu.Item>
        {may("delete") && (
          <Menu.Item color="var(--weft-bad)" leftSection={<Icon name="trash" size={16} />} onClick={deleting.open}>
            Delete this {wordOf(kind)}…
          </Menu.Item>
        )}
      </ActionMenu>
      <CompareWith kind={kind} id={entity.id} opened={isComparing} onClose={comparing.close} />
      <DeleteEntity kind={kind} entity={entity} opened={isDeleting} onClose={deleting.close} />
      {isAdding && (
        <Suspense>
          <AddToAssortment entity={entity} options={options} onClose={adding.close} />
        </Suspense>
      )}
    </>
  );
}

/** Projects and assortments have pages of their own. */
function OwnPageItem({ kind, id }: { readonly kind: EntityKind; readonly id: string }) {
  if (kind.name === "project") {
    return (
      <Menu.Item
        leftSection={<Icon name="project" size={16} />}
        renderRoot={(props) => <Link {...props} to="/projects/$id" params={{ id }} />}
      >
        Open project page
      </Menu.Item>
    );
  }
  return kind.name === "assortment" ? (
    <Menu.Item
      leftSection={<Icon name="assortments" size={16} />}
      renderRoot={(props) => <Link {...props} to="/assortments/$id" params={{ id }} />}
    >
      Open assortment page
    </Menu.Item>
  ) : null;
}

interface CompareWithProps {
  readonly kind: EntityKind;
  readonly id: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const othersMax = 4;

function CompareWith({ kind, id, opened, onClose }: CompareWithProps) {
  const [others, setOthers] = useState<readonly string[]>([]);
  const navigate = useNavigate();
  const compare = () => {
    onClose();
    const ids = [id, ...others.filter((other) => other !== id)];
    void navigate({ to: "/compare/$kind", params: { kind: kind.path }, search: { ids } });
  };
  return (
    <Modal opened={opened} onClose={onClose} title={`Compare with other ${wordOf(kind, 2)}`} centered>
      <Stack>
        <EntitiesPicker
          kind={kind}
          label={`Up to ${othersMax} others`}
          value={others}
          onChange={(ids) => setOthers(ids.slice(0, othersMax))}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={compare} disabled={others.length === 0}>
            Compare
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
