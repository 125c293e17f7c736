import { ColorSwatch } from "@mantine/core";

/** A color to look at; its name or its hex stands beside it. */
export function Swatch({ hex, size = 16 }: { readonly hex: string; readonly size?: number }) {
  return <ColorSwatch color={`#${hex}`} size={size} radius="sm" withShadow aria-hidden="true" />;
}
