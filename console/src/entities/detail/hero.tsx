import { ActionIcon, Button, FileButton, Menu, UnstyledButton } from "@mantine/core";
import type { Presentation } from "@weft/client";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import type { EntityProperty } from "../entity-property.ts";
import { fieldId } from "../form/form-field.tsx";
import { usePictureUpload } from "../form/picture-field.tsx";
import { NoPicture, Picture } from "../pictures/picture.tsx";
import { idsIn } from "../use-referred.ts";
import { furtherPictures } from "./arrange-properties.ts";
import classes from "./hero.module.css";
import type { FieldEdits } from "./use-field-edits.ts";

const frames: Readonly<Record<NonNullable<Presentation["pictureRatio"]>, { width: number; height: number }>> = {
  "1:1": { width: 256, height: 256 },
  "4:5": { width: 240, height: 300 },
  "3:4": { width: 228, height: 304 },
  "4:3": { width: 288, height: 216 },
};

interface HeroProps {
  readonly entity: AnyEntity;
  readonly properties: readonly EntityProperty[];
  /** The property with the main picture. */
  readonly pictureSlug: string | undefined;
  readonly ratio: Presentation["pictureRatio"];
  readonly edits: FieldEdits | undefined;
}

/** The picture large, the further ones small, and where to add some. A color shows itself. */
export function Hero({ entity, properties, pictureSlug, ratio = "4:5", edits }: HeroProps) {
  const property = properties.find(({ slug }) => slug === pictureSlug);
  const { hex } = entity;
  if (property !== undefined) {
    return (
      <Pictures
        key={entity.id}
        entity={entity}
        properties={properties}
        property={property}
        size={frames[ratio]}
        edits={edits}
      />
    );
  }
  return typeof hex === "string" ? <Swatch hex={hex} size={96} name={`#${hex}`} /> : null;
}

interface PicturesProps extends Pick<HeroProps, "entity" | "properties" | "edits"> {
  readonly property: EntityProperty;
  readonly size: { readonly width: number; readonly height: number };
}

function Pictures({ entity, properties, property, size, edits }: PicturesProps) {
  const [shownId, setShownId] = useState<string>();
  const isList = property.propertyType === "image_list";
  const files = idsIn(entity[property.slug]);
  const [mainId] = files;
  const further = furtherPictures(entity, properties, property.slug);
  const fileId = shownId !== undefined && further.includes(shownId) ? shownId : mainId;
  const write = (fileIds: readonly string[]) => {
    const [first = null] = fileIds;
    const list = fileIds.length === 0 ? null : fileIds;
    edits?.save({ property, value: isList ? list : first, before: entity });
  };
  const upload = usePictureUpload(isList, (added) => write(isList ? [...files, ...added] : added));
  // Pictures are pasted anywhere on the page.
  const { onPaste: _, ...dropPlace } = upload.place;
  usePastedFiles(edits === undefined ? undefined : upload.take);
  const label = `Picture of ${fullTitleOf(entity)}`;
  return (
    <div id={fieldId(property.slug)} className={classes["hero"]} {...(edits === undefined ? {} : dropPlace)}>
      <div className={classes["main"]}>
        {fileId === undefined ? (
          <NoPicture {...size} />
        ) : (
          <Picture key={fileId} fileId={fileId} label={label} {...size} />
        )}
        {edits !== undefined && fileId !== undefined && (
          <PictureMenu
            isMain={fileId === mainId}
            onMain={isList && files.includes(fileId) ? () => write(moveToFront(files, fileId)) : undefined}
            onRemove={files.includes(fileId) ? () => write(files.filter((one) => one !== fileId)) : undefined}
          />
        )}
      </div>
      <div className={classes["further"]} style={{ maxWidth: size.width }}>
        {further.length > 0 &&
          [mainId, ...further].map((one, place) =>
            one === undefined ? null : (
              <UnstyledButton
                key={one}
                className={classes["small"] ?? ""}
                aria-label={`Show picture ${place + 1}`}
                aria-pressed={one === fileId}
                onClick={() => setShownId(one)}
              >
                <Picture fileId={one} label="" width={40} height={50} />
              </UnstyledButton>
            ),
          )}
        {edits !== undefined && (
          <AddButton
            verb={mainId === undefined || isList ? "Add picture" : "Replace picture"}
            isSmall={mainId !== undefined && isList}
            isPending={upload.isPending}
            onFiles={upload.take}
          />
        )}
      </div>
    </div>
  );
}

function moveToFront(files: readonly string[], fileId: string): string[] {
  return [fileId, ...files.filter((one) => one !== fileId)];
}

interface PictureMenuProps {
  readonly isMain: boolean;
  readonly onMain: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function PictureMenu({ isMain, onMain, onRemove }: PictureMenuProps) {
  if (onRemove === undefined) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="sm" className={classes["menu"] ?? ""} aria-label="Actions of the picture">
          <Icon name="more" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isMain && onMain !== undefined && <Menu.Item onClick={onMain}>Make it the main picture</Menu.Item>}
        <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={onRemove}>
          Remove picture
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface AddButtonProps {
  readonly verb: string;
  readonly isSmall: boolean;
  readonly isPending: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function AddButton({ verb, isSmall, isPending, onFiles }: AddButtonProps) {
  const resetChooser = useRef<() => void>(null);
  return (
    <FileButton
      resetRef={resetChooser}
      accept="image/*"
      multiple
      onChange={(files) => {
        onFiles(files);
        // Otherwise a corrected picture could not be chosen again: its name has not changed.
        resetChooser.current?.();
      }}
    >
      {(props) =>
        isSmall ? (
          <ActionIcon {...props} variant="default" w={40} h={50} loading={isPending} aria-label={verb}>
            <Icon name="plus" />
          </ActionIcon>
        ) : (
          <Button
            {...props}
            size="compact-sm"
            variant="default"
            loading={isPending}
            leftSection={<Icon name="upload" size={14} />}
          >
            {verb}
          </Button>
        )
      }
    </FileButton>
  );
}

/** Pictures that are pasted anywhere on the page, except into a field. */
function usePastedFiles(take: ((files: readonly File[]) => void) | undefined): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const paste = (event: globalThis.ClipboardEvent) => {
      const isInField =
        event.target instanceof Element && event.target.closest("input, textarea, [role=dialog]") !== null;
      const files = [...(event.clipboardData?.files ?? [])];
      if (!isInField && !event.defaultPrevented && files.length > 0) latest.current?.(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
}
