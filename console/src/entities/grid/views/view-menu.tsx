import { Button, Menu, VisuallyHidden } from "@mantine/core";
import type { SavedView } from "@weft/client";
import { useState } from "react";
import { useSession } from "../../../session/session.ts";
import { ActionItem } from "../../../ui/action-menu.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { contentOf } from "./arrangement.ts";
import { SaveViewDialog, type ViewShare } from "./save-view-dialog.tsx";
import type { OpenView } from "./use-open-view.ts";
import { useViewActions, type ViewActions } from "./use-view-actions.ts";
import { ViewConflictDialog } from "./view-notes.tsx";
import { viewGroupsOf, viewRightsOf } from "./view-rights.ts";
import classes from "./views.module.css";

interface ViewMenuProps {
  readonly typePath: string;
  readonly openView: OpenView;
  /** What is saved of the list that is shown. */
  readonly content: () => ReturnType<typeof contentOf>;
}

type Dialog = "save-as" | "rename" | "delete";

/** The saved views of the type, and what can be done with the one that is open. */
export function ViewMenu({ typePath, openView, content }: ViewMenuProps) {
  const { who } = useSession();
  const { view, isChanged } = openView;
  const actions = useViewActions(openView);
  const [dialog, setDialog] = useState<Dialog>();
  const rights = viewRightsOf(who);
  const isSaved = view !== undefined && rights.mayChange(view);
  const save = () => {
    if (isSaved) void actions.save(view, content());
    else setDialog("save-as");
  };
  return (
    <>
      <Menu position="bottom-start" width={280} shadow="md">
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            rightSection={<Icon name="down" size={14} />}
            aria-label={labelOf(openView)}
            className={classes["view"] ?? ""}
          >
            <span className={classes["name"]}>{view?.name ?? "All"}</span>
            {view !== undefined && isChanged && <span className={classes["changed"]} title="Changed, not saved" />}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes["dropdown"] ?? ""}>
          <ViewItems openView={openView} />
          <Menu.Divider />
          {isSaved && isChanged && (
            <ActionItem icon="check" onClick={save}>
              Save
            </ActionItem>
          )}
          <ActionItem icon="plus" onClick={() => setDialog("save-as")}>
            Save as…
          </ActionItem>
          {isChanged && (
            <ActionItem icon="undo" onClick={openView.reset}>
              Reset
            </ActionItem>
          )}
          {view !== undefined && <OneView view={view} actions={actions} onDialog={setDialog} />}
        </Menu.Dropdown>
      </Menu>
      {isChanged && (
        <Button size="compact-sm" variant={isSaved ? "light" : "subtle"} onClick={save}>
          {isSaved ? "Save" : "Save view…"}
        </Button>
      )}
      <Dialogs {...{ typePath, openView, content, actions, dialog }} onClose={() => setDialog(undefined)} />
    </>
  );
}

function labelOf({ view, isChanged }: OpenView): string {
  return view === undefined ? "View: all" : `View: ${view.name}${isChanged ? ", changed" : ""}`;
}

function ViewItems({ openView }: { readonly openView: OpenView }) {
  const { views, view, choose } = openView;
  return (
    <>
      <ViewItem isOpen={view === undefined} onClick={() => choose(undefined)}>
        All
      </ViewItem>
      {viewGroupsOf(views).map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: A fieldset cannot be part of a menu.
        <div key={group.title} role="group" aria-label={group.title}>
          <Menu.Label>{group.title}</Menu.Label>
          {group.views.map((one) => (
            <ViewItem key={one.id} isOpen={one.id === view?.id} marks={marksOf(one)} onClick={() => choose(one)}>
              {one.name}
            </ViewItem>
          ))}
        </div>
      ))}
    </>
  );
}

function marksOf({ isDefault, isLocked, roles }: SavedView): string {
  return [...roles, ...(isDefault ? ["default"] : []), ...(isLocked ? ["locked"] : [])].join(", ");
}

interface ViewItemProps {
  readonly isOpen: boolean;
  readonly marks?: string;
  readonly onClick: () => void;
  readonly children: string;
}

function ViewItem({ isOpen, marks = "", onClick, children }: ViewItemProps) {
  return (
    <Menu.Item
      onClick={onClick}
      leftSection={isOpen ? <Icon name="check" size={16} /> : <span className={classes["room"]} />}
      rightSection={<span className={classes["marks"]}>{marks}</span>}
    >
      {children}
      {isOpen && <VisuallyHidden>, open</VisuallyHidden>}
    </Menu.Item>
  );
}

interface OneViewProps {
  readonly view: SavedView;
  readonly actions: ViewActions;
  readonly onDialog: (dialog: Dialog) => void;
}

function OneView({ view, actions, onDialog }: OneViewProps) {
  const { isSteward, mayChange, mayDelete } = viewRightsOf(useSession().who);
  const { name, isLocked, isDefault, scope } = view;
  return (
    <>
      {mayChange(view) && (
        <ActionItem icon="edit" onClick={() => onDialog("rename")}>
          Rename or share…
        </ActionItem>
      )}
      {isSteward && scope === "everyone" && !isDefault && (
        <ActionItem icon="tag" onClick={() => void actions.makeDefault(view)}>
          Make default
        </ActionItem>
      )}
      {isSteward && isDefault && (
        <ActionItem
          icon="close"
          onClick={() => void actions.update(view, { isDefault: false }, `"${name}" does not open first any more.`)}
        >
          Do not open first
        </ActionItem>
      )}
      {isSteward && scope !== "private" && (
        <ActionItem
          icon="lock"
          onClick={() =>
            void actions.update(view, { isLocked: !isLocked }, `View "${name}" ${isLocked ? "unlocked" : "locked"}.`)
          }
        >
          {isLocked ? "Unlock" : "Lock"}
        </ActionItem>
      )}
      {mayDelete(view) && (
        <ActionItem icon="trash" onClick={() => onDialog("delete")}>
          Delete…
        </ActionItem>
      )}
    </>
  );
}

interface DialogsProps extends ViewMenuProps {
  readonly actions: ViewActions;
  readonly dialog: Dialog | undefined;
  readonly onClose: () => void;
}

const newShare: ViewShare = { name: "", scope: "private", roles: [], isDefault: false };

function Dialogs({ typePath, openView: { view }, content, actions, dialog, onClose }: DialogsProps) {
  return (
    <>
      {dialog === "save-as" && (
        <SaveViewDialog
          title="Save view"
          initial={newShare}
          onClose={onClose}
          onSave={(share) => actions.create({ viewedType: typePath, ...content(), ...share })}
        />
      )}
      {dialog === "rename" && view !== undefined && (
        <SaveViewDialog
          title={`Rename or share "${view.name}"`}
          initial={view}
          onClose={onClose}
          onSave={async ({ name, scope, roles }) =>
            actions.update(
              view,
              { name, scope, roles, isDefault: view.isDefault && scope === "everyone" },
              "View saved.",
            )
          }
        />
      )}
      {view !== undefined && (
        <ConfirmDialog
          opened={dialog === "delete"}
          onClose={onClose}
          title={`Delete the view "${view.name}"`}
          confirmLabel="Delete view"
          act={() => actions.remove(view)}
          message="View deleted."
        >
          {view.scope === "private" ? "Only you use this view." : "All who use this view lose it."} No data is deleted.
        </ConfirmDialog>
      )}
      <ViewConflictDialog actions={actions} />
    </>
  );
}
