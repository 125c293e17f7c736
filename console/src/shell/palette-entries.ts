import type { IconName } from "../ui/icon.tsx";

/** Something that the palette opens or does. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon: IconName;
  /** Of its picture. */
  readonly fileId?: string | undefined;
  /** Of a color. */
  readonly hex?: string | undefined;
  /** Other search terms for it. */
  readonly words?: string | undefined;
  readonly act: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** The entries that contain every typed word; those whose name begins with the text come first. */
export function matchEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const typed = text.trim().toLowerCase();
  if (typed === "") return entries;
  const words = typed.split(/\s+/);
  const begins = ({ label }: PaletteEntry) => label.toLowerCase().startsWith(typed);
  const found = entries.filter((entry) => {
    const where = `${entry.label} ${entry.description ?? ""} ${entry.words ?? ""}`.toLowerCase();
    return words.every((word) => where.includes(word));
  });
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** Whether a text may be the id of an entity. */
export function isIdLike(text: string): boolean {
  return /^[A-Za-z0-9_-]{16}$/.test(text.trim());
}

/** The position after a step up or down, wrapping around. */
export function stepTo(place: number, step: 1 | -1, count: number): number {
  return count === 0 ? 0 : (place + step + count) % count;
}
