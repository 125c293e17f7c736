import { Box } from "@mantine/core";
import type { ReactNode } from "react";

/** A field that an error can link to. */
export function FieldPlace({ pointer, children }: { readonly pointer: string; readonly children: ReactNode }) {
  return (
    <Box data-pointer={pointer} style={{ scrollMarginTop: 80 }}>
      {children}
    </Box>
  );
}

/** Focuses the field of an error, or the nearest element around it. */
export function focusPointer(pointer: string): void {
  const place = nearestPlace(pointer);
  if (place === null) return;
  place.scrollIntoView({ block: "center" });
  place.querySelector<HTMLElement>("input, textarea, [contenteditable=true], button, select")?.focus();
}

function nearestPlace(pointer: string): Element | null {
  const steps = pointer.split("/");
  for (let length = steps.length; length > 0; length -= 1) {
    const place = document.querySelector(`[data-pointer="${CSS.escape(steps.slice(0, length).join("/"))}"]`);
    if (place !== null) return place;
  }
  return null;
}
