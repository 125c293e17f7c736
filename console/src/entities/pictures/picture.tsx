import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { type Pictured, pictureOf, picturePropertyOf, usePictureProperties } from "./entity-picture.ts";
import { useFileFacts } from "./file-facts.ts";
import classes from "./picture.module.css";

interface PictureProps {
  readonly fileId: string;
  /** For screen readers; empty where the text beside it says the same. */
  readonly label: string;
  /** Of the box, in pixels. The picture is shown whole within it. */
  readonly width: number;
  readonly height: number;
}

/** The service returns a picture only to users who may read its file; the browser's cookie authenticates them. */
export function Picture({ fileId, label, width, height }: PictureProps) {
  const facts = useFileFacts(fileId);
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  const isShown = facts?.isShown === true && failed !== fileId;
  const color = loaded === fileId ? undefined : facts?.color;
  return (
    <span className={classes["well"]} style={{ width, height, ...(color === undefined ? {} : { background: color }) }}>
      {facts !== undefined && !isShown && <NotShown label={label} size={Math.min(width, height)} />}
      {isShown && (
        <img
          src={addressOf(fileId, facts.version, Math.max(width, height))}
          srcSet={`${addressOf(fileId, facts.version, 2 * Math.max(width, height))} 2x`}
          alt={label}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded(fileId)}
          onError={() => setFailed(fileId)}
        />
      )}
    </span>
  );
}

/** Where an entity has no picture: its place stays. */
export function NoPicture({ width, height }: Pick<PictureProps, "width" | "height">) {
  return (
    <span className={classes["well"]} style={{ width, height }} aria-hidden="true">
      <Icon name="picture" size={Math.min(32, Math.round(Math.min(width, height) * 0.55))} />
    </span>
  );
}

interface EntityPictureProps extends Pick<PictureProps, "width" | "height"> {
  readonly entity: Pictured;
  /** Default: none, because the name beside it says the same. */
  readonly label?: string;
}

/** The picture of an entity; nothing if its type has no pictures. */
export function EntityPicture({ entity, label = "", width, height }: EntityPictureProps) {
  const properties = usePictureProperties();
  const fileId = pictureOf(entity, properties);
  if (fileId !== undefined) return <Picture fileId={fileId} label={label} width={width} height={height} />;
  return picturePropertyOf(entity.typePath, properties) === undefined ? null : (
    <NoPicture width={width} height={height} />
  );
}

function NotShown({ label, size }: { readonly label: string; readonly size: number }) {
  const text = `${label === "" ? "The picture" : label} cannot be shown.`;
  return (
    <span role="img" aria-label={text} title={text} className={classes["missing"]}>
      {size >= 120 ? text : <Icon name="picture" size={Math.round(size * 0.55)} />}
    </span>
  );
}

const sizes = [96, 240, 480, 960] as const;

/** Of the smallest thumbnail that has enough pixels. */
function addressOf(fileId: string, version: string, pixels: number): string {
  const size = sizes.find((one) => one >= pixels) ?? 960;
  return `/api/files/${encodeURIComponent(fileId)}/thumbnail?size=${size}&v=${version}`;
}
