import { ColorSwatch } from "@mantine/core";

/** A color swatch; its name or hex is shown beside it. */
export function Swatch({ hex, size = 16 }: { readonly hex: string; readonly size?: number }) {
  return <ColorSwatch color={`#${hex}`} size={size} radius="sm" withShadow aria-hidden="true" />;
}
