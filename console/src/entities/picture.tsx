import { Image } from "@mantine/core";

interface PictureProps {
  readonly fileId: string;
  readonly label: string;
  readonly heightMax: number;
}

/** The service returns a file only to users who may read it; the browser's cookie authenticates them. */
export function Picture({ fileId, label, heightMax }: PictureProps) {
  const address = `/api/files/${encodeURIComponent(fileId)}/content`;
  return (
    <Image
      src={address}
      alt={label}
      fit="contain"
      mah={heightMax}
      maw="100%"
      w="auto"
      radius="sm"
      style={{ alignSelf: "flex-start", background: "var(--weft-well)" }}
    />
  );
}
