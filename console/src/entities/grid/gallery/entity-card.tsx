import { FileButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { notifyError } from "../../../ui/notify.ts";
import { Swatch } from "../../../ui/swatch.tsx";
import { type AnyEntity, fullTitleOf, titleOf } from "../../any-entity.ts";
import { Picture } from "../../pictures/picture.tsx";
import { CellContent } from "../cell-content.tsx";
import type { GridColumn } from "../grid-column.ts";
import { useGridTools } from "../grid-tools.ts";
import type { CardParts } from "./card-parts.ts";
import classes from "./gallery.module.css";

interface EntityCardProps {
  readonly row: AnyEntity;
  readonly parts: CardParts;
  /** Of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The colors of the options of a style. */
  readonly options?: ReactNode;
  /** Stores a picture that was added here; undefined where it may not be. */
  readonly onPicture: ((row: AnyEntity, fileId: string) => void) | undefined;
  readonly isReachable: boolean;
  /** The facts that are not repeated, such as the column of a board. */
  readonly without?: string | undefined;
  readonly children?: ReactNode;
}

/** An entity as a card: picture, name, facts, and the colors of its options. */
export function EntityCard(props: EntityCardProps) {
  const { row, parts, width, height, options, onPicture, isReachable, without, children } = props;
  const { kind } = useGridTools();
  const facts = parts.factsOf(row).filter(({ field }) => field !== without);
  const { optionName } = row;
  return (
    <>
      <div className={classes["picture"]} style={{ width, height }}>
        <CardPicture {...{ row, width, height, onPicture, isReachable }} />
      </div>
      <div className={classes["text"]}>
        <a
          href={`/entities/${kind.path}/${encodeURIComponent(row.id)}`}
          className={classes["name"]}
          tabIndex={isReachable ? 0 : -1}
          title={fullTitleOf(row)}
          draggable={false}
        >
          {titleOf(row)}
        </a>
        {typeof optionName === "string" && <span className={classes["fact"]}>{optionName}</span>}
        <Facts row={row} columns={facts} />
        {options}
        {children}
      </div>
    </>
  );
}

function Facts({ row, columns }: { readonly row: AnyEntity; readonly columns: readonly GridColumn[] }) {
  return (
    <dl className={classes["facts"]}>
      {columns.map((column) => (
        <div key={column.field} className={classes["fact"]} title={column.label}>
          <dt>{column.label}</dt>
          <dd>
            <CellContent column={column} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface CardPictureProps extends Pick<EntityCardProps, "row" | "width" | "height" | "onPicture" | "isReachable"> {}

function CardPicture({ row, width, height, onPicture, isReachable }: CardPictureProps) {
  const { pictureOf, kind } = useGridTools();
  const fileId = pictureOf?.(row);
  if (fileId !== undefined) return <Picture fileId={fileId} label="" width={width} height={height} />;
  const { hex } = row;
  return (
    <span className={classes["none"]}>
      {typeof hex === "string" ? <Swatch hex={hex} size={96} /> : <Icon name={icons[kind.name] ?? "box"} size={32} />}
      {onPicture !== undefined && <AddPicture row={row} onPicture={onPicture} isReachable={isReachable} />}
    </span>
  );
}

const icons: Readonly<Record<string, IconName>> = { item: "hanger", color: "palette", project: "calendar" };

interface AddPictureProps {
  readonly row: AnyEntity;
  readonly onPicture: (row: AnyEntity, fileId: string) => void;
  readonly isReachable: boolean;
}

function AddPicture({ row, onPicture, isReachable }: AddPictureProps) {
  const { weft } = useGridTools();
  const upload = useMutation({
    mutationFn: (file: File) => weft.files.upload({ file }),
    onSuccess: ({ id }) => onPicture(row, id),
    onError: notifyError,
  });
  return (
    <FileButton accept="image/*" onChange={(file) => file !== null && upload.mutate(file)}>
      {(button) => (
        <button
          type="button"
          {...button}
          className={classes["add"]}
          aria-label={`Add picture to ${fullTitleOf(row)}`}
          tabIndex={isReachable ? 0 : -1}
          disabled={upload.isPending}
          data-still
        >
          Add picture
        </button>
      )}
    </FileButton>
  );
}
