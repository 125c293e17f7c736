import { useNavigate } from "@tanstack/react-router";
import type { KeyboardEvent, MouseEvent } from "react";
import type { AnyEntity } from "../../any-entity.ts";
import type { picturePropertiesOf } from "../../pictures/entity-picture.ts";
import type { GridColumn } from "../grid-column.ts";
import { useGridTools } from "../grid-tools.ts";
import { useGridSearch } from "../use-grid-search.ts";

export type CardActions = ReturnType<typeof useCardActions>;

interface CardActionsInput {
  readonly all: readonly GridColumn[];
  readonly pictures: ReturnType<typeof picturePropertiesOf>;
  readonly onWrite: (row: AnyEntity, column: GridColumn, value: unknown) => void;
}

/** What is done with a card: open, peek, select, add a picture. */
export function useCardActions({ all, pictures, onWrite }: CardActionsInput) {
  const { kind, whyLocked } = useGridTools();
  const { search, change } = useGridSearch();
  const navigate = useNavigate();
  const open = (row: AnyEntity | undefined) => {
    if (row !== undefined) void navigate({ to: "/entities/$kind/$id", params: { kind: kind.path, id: row.id } });
  };
  return {
    peek: search.peek,
    /** A click opens the entity, except on a control, and with a modifier, which the browser handles for the link. */
    onClick: (event: MouseEvent, row: AnyEntity | undefined) => {
      const isControl = event.target instanceof Element && event.target.closest("[data-still],button,input") !== null;
      if (isControl || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(row);
    },
    onKey: (event: KeyboardEvent, row: AnyEntity | undefined, onSelect: () => void) => {
      if (event.key === "Enter") open(row);
      else if (event.key === " " && event.shiftKey) onSelect();
      else if (event.key === " ") change({ peek: search.peek === row?.id ? undefined : row?.id });
      else if (event.key === "Escape" && search.peek !== undefined) change({ peek: undefined });
      else return;
      event.preventDefault();
    },
    /** Another card is shown beside the others, if one was. */
    follow: (row: AnyEntity | undefined) => {
      if (search.peek !== undefined && row !== undefined) change({ peek: row.id });
    },
    /** How to add a picture; undefined where it is not possible, or not allowed. */
    onPictureOf: (row: AnyEntity) => {
      const field = pictures.get(row.typePath);
      const column = all.find((one) => one.field === field);
      if (column === undefined || whyLocked(column, row) !== undefined) return undefined;
      const isList = column.property.propertyType === "image_list";
      return (one: AnyEntity, fileId: string) => onWrite(one, column, isList ? [fileId] : fileId);
    },
  };
}
