import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { mayDo, useSession } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { CompareWith } from "./compare-with.tsx";
import { DeleteEntity } from "./delete-entity.tsx";

interface EntityActionsProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  /** A past version cannot be changed. */
  readonly isPast: boolean;
}

export function EntityActions({ kind, entity, isPast }: EntityActionsProps) {
  const { who } = useSession();
  const [isComparing, comparing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const params = { kind: kind.path, id: entity.id };
  const may = (verb: "create" | "update" | "delete") => !isPast && mayDo(who, verb, entity.typePath);
  return (
    <>
      {may("update") && (
        <Button
          leftSection={<Icon name="edit" size={16} />}
          renderRoot={(props) => <Link {...props} to="/entities/$kind/$id" params={params} search={{ edit: true }} />}
        >
          Edit
        </Button>
      )}
      <Button variant="default" leftSection={<Icon name="compare" size={16} />} onClick={comparing.open}>
        Compare with…
      </Button>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<Icon name="trash" size={16} />}
              onClick={deleting.open}
            >
              Delete this {wordOf(kind)}…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <CompareWith kind={kind} id={entity.id} opened={isComparing} onClose={comparing.close} />
      <DeleteEntity kind={kind} entity={entity} opened={isDeleting} onClose={deleting.close} />
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
