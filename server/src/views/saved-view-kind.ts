import { builtInRoles, type SavedViewCreate, type savedViewOperations } from "@weft/contract";
import type { z } from "zod";
import type { Caller } from "../access/caller.ts";
import {
  isViewSteward,
  mayReadView,
  requireRight,
  requireViewRight,
  rightsOn,
  type ViewTarget,
} from "../access/decide.ts";
import { listRoles } from "../access/role-store.ts";
import type { TypeCatalog } from "../entities/model/type-catalog.ts";
import { entityTypeOf, isEntityKindName, type TypeTree } from "../entity-types/type-tree.ts";
import type { EntityKind, KindDocument } from "../kinds/entity-kind.ts";
import type { Transaction } from "../platform/database/database.ts";
import { conflict, forbidden, invalidField, invalidFields } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { definedNamesIn, errorsOfView, vanishedNames } from "./check-view.ts";
import {
  countSavedViewsOf,
  deleteSavedView,
  findDefaultView,
  findSavedView,
  insertSavedView,
  listSavedViews,
  lockSavedView,
  type SavedViewDraft,
  type SavedViewRow,
  saveSavedView,
  type ViewContent,
} from "./saved-view-store.ts";

type Update = z.output<typeof savedViewOperations.update.body>;

const viewsOfOwnerMax = 1_000;

/** Saved views. Who may read and change each is decided in access/decide.ts. */
export function savedViewKind({ types }: { readonly types: TypeCatalog }): EntityKind<SavedViewCreate, Update> {
  const presentTo = async (caller: Caller, row: SavedViewRow | undefined) =>
    row !== undefined && mayReadView(caller, targetOfRow(row))
      ? presentView(row, { caller, types: await types.typesOf(caller.org.id) })
      : undefined;
  return {
    name: "saved-view",
    plural: "saved-views",
    // The history is read by all who may read the kind, and most views are private.
    hasHistory: false,
    audit: "none",
    shapesWrites: false,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "saved-view" }, id),
    async list(db, caller) {
      const tree = await types.typesOf(caller.org.id);
      const rows = await listSavedViews(db, caller.org.id, caller.actor.id);
      return rows
        .filter((row) => mayReadView(caller, targetOfRow(row)))
        .map((row) => presentView(row, { caller, types: tree }));
    },
    find: async (db, caller, id) => presentTo(caller, await findSavedView(db, caller.org.id, id)),
    lock: async (tx, caller, id) => presentTo(caller, await lockSavedView(tx, caller.org.id, id)),
    async create(tx, caller, body) {
      const tree = await types.typesOf(caller.org.id);
      const row = await createView(tx, { caller, types: tree }, body);
      return { document: presentView(row, { caller, types: tree }) };
    },
    async update(tx, caller, { before, body }) {
      const tree = await types.typesOf(caller.org.id);
      const row = await updateView(tx, { caller, types: tree }, before.id, body);
      return presentView(row, { caller, types: tree });
    },
    async remove(tx, caller, { id }) {
      const row = await requireView(tx, caller, id);
      requireViewRight(caller, "delete", targetOfRow(row));
      await deleteSavedView(tx, caller.org.id, id);
    },
  };
}

interface ViewContext {
  readonly caller: Caller;
  readonly types: TypeTree;
}

async function createView(tx: Transaction, context: ViewContext, body: SavedViewCreate): Promise<SavedViewRow> {
  const { caller } = context;
  const orgId = caller.org.id;
  const draft = draftOf(context, { ...body, id: newId(), ownerId: caller.actor.id });
  requireViewRight(caller, "create", { ...targetOfRow(draft), isLocked: false });
  requireSteward(caller, { isDefault: false, isLocked: false }, draft);
  await requireValid(tx, context, draft);
  if ((await countSavedViewsOf(tx, orgId, caller.actor.id)) >= viewsOfOwnerMax) {
    throw conflict(`You have ${viewsOfOwnerMax} saved views already. Delete some first.`);
  }
  return insertSavedView(tx, orgId, draft);
}

async function updateView(tx: Transaction, context: ViewContext, id: string, body: Update): Promise<SavedViewRow> {
  const { caller } = context;
  const before = await requireView(tx, caller, id);
  const { content } = before;
  requireViewRight(caller, "update", targetOfRow(before));
  const changes = Object.entries(body).filter(([, value]) => value !== undefined);
  // Filters that describe other criteria would be shown instead of what the view lists.
  const filters = body.criteria === undefined ? content.filters : null;
  const draft = draftOf(context, {
    ...{
      ...content,
      filters,
      name: before.name,
      scope: before.scope,
      isDefault: before.is_default,
      isLocked: before.is_locked,
    },
    ...Object.fromEntries(changes),
    ...{ id, ownerId: before.owner_id, viewedType: before.viewed_type },
  });
  requireViewRight(caller, "update", { ...targetOfRow(draft), isLocked: false });
  if (draft.scope === "private" && draft.owner_id !== caller.actor.id) {
    throw forbidden("Only the owner of a view can make it private.");
  }
  requireSteward(caller, { isDefault: before.is_default, isLocked: before.is_locked }, draft);
  await requireValid(tx, context, draft);
  return saveSavedView(tx, caller.org.id, draft);
}

async function requireView(tx: Transaction, caller: Caller, id: string): Promise<SavedViewRow> {
  const row = await lockSavedView(tx, caller.org.id, id);
  if (row === undefined) {
    throw conflict(`The view ${id} was deleted by another request.`);
  }
  return row;
}

type WholeView = SavedViewCreate & { readonly id: string; readonly ownerId: string };

function draftOf(context: ViewContext, view: WholeView): SavedViewDraft {
  const { id, ownerId, name, viewedType, scope, isDefault, isLocked } = view;
  const { layout, columns, criteria, filters, q, order, group, density, boardProperty, targets, roles } = view;
  const content = { layout, columns, criteria, filters, q, order, group, density, boardProperty, targets };
  const { actor } = context.caller;
  const isPrivate = scope === "private";
  return {
    id,
    owner_id: ownerId,
    user_id: isPrivate && actor.type === "user" ? ownerId : null,
    app_id: isPrivate && actor.type === "app" ? ownerId : null,
    name,
    viewed_type: viewedType,
    scope,
    is_default: isDefault,
    is_locked: isLocked,
    content: { ...content, roles, definedNames: definedNamesOf(context, viewedType, content) },
    updated_by_id: actor.id,
  };
}

function definedNamesOf(
  context: ViewContext,
  viewedType: string,
  content: Omit<ViewContent, "definedNames" | "roles">,
) {
  return isEntityKindName(entityTypeOf(viewedType)) ? definedNamesIn({ viewedType, content }, context) : [];
}

function requireSteward(
  caller: Caller,
  before: { readonly isDefault: boolean; readonly isLocked: boolean },
  { is_default: isDefault, is_locked: isLocked }: SavedViewDraft,
): void {
  if ((isDefault !== before.isDefault || isLocked !== before.isLocked) && !isViewSteward(caller)) {
    throw forbidden("Only administrators (roles owner and admin, preset admin) can lock views and choose defaults.");
  }
}

async function requireValid(tx: Transaction, context: ViewContext, draft: SavedViewDraft): Promise<void> {
  const { caller } = context;
  const { viewed_type: viewedType, content, scope } = draft;
  const kind = entityTypeOf(viewedType);
  if (!isEntityKindName(kind)) {
    throw invalidField("#/viewedType", `${kind} is not a kind of product data. Views list product data.`);
  }
  if (rightsOn(caller, "read", kind).length === 0) {
    throw forbidden(`This credential cannot read ${kind}, so it cannot save views of it.`);
  }
  const errors = errorsOfView({ viewedType, content }, context);
  if (errors.length > 0) {
    throw invalidFields(errors);
  }
  if ((scope === "role") !== content.roles.length > 0) {
    throw invalidField("#/roles", "Name the roles of a view with the scope role, and of no other.");
  }
  if (draft.is_default && scope !== "everyone") {
    throw invalidField("#/isDefault", "Only a view for everyone can be the default.");
  }
  await requireRoles(tx, caller.org.id, content.roles);
  await requireOnlyDefault(tx, caller.org.id, draft);
}

async function requireRoles(tx: Transaction, orgId: string, names: readonly string[]): Promise<void> {
  const known = names.length === 0 ? [] : [...builtInRoles, ...(await listRoles(tx, orgId)).map(({ name }) => name)];
  const index = names.findIndex((name) => !known.includes(name));
  if (index >= 0) {
    throw invalidField(`#/roles/${index}`, `There is no role ${names[index]}.`);
  }
}

async function requireOnlyDefault(tx: Transaction, orgId: string, draft: SavedViewDraft): Promise<void> {
  const existingId = draft.is_default ? await findDefaultView(tx, orgId, draft.viewed_type) : undefined;
  if (existingId !== undefined && existingId !== draft.id) {
    throw conflict(`Another view is the default of ${draft.viewed_type}. Change that one first.`, { existingId });
  }
}

function targetOfRow(row: Omit<SavedViewDraft, "updated_by_id">): ViewTarget {
  return {
    viewedType: row.viewed_type,
    ownerId: row.owner_id,
    scope: row.scope,
    roles: row.content.roles,
    isLocked: row.is_locked,
  };
}

function presentView(row: SavedViewRow, context: ViewContext): KindDocument {
  const { viewed_type: viewedType, content } = row;
  const { definedNames: _names, ...shown } = content;
  const errors = [
    ...errorsOfView({ viewedType, content }, context),
    ...vanishedNames({ viewedType, content }, context),
  ];
  return {
    id: row.id,
    entityType: "saved-view",
    typePath: "saved-view",
    name: row.name,
    viewedType,
    ...shown,
    // Views from before filters were stored have none.
    filters: shown.filters ?? null,
    scope: row.scope,
    isDefault: row.is_default,
    isLocked: row.is_locked,
    ownerId: row.owner_id,
    problems: errors.map(({ pointer, detail }) => ({ pointer, detail })),
    createdOn: row.created_on.toISOString(),
    updatedOn: row.updated_on.toISOString(),
    createdById: row.owner_id,
    updatedById: row.updated_by_id,
    version: row.version,
  };
}
