import type { Presentation } from "@weft/client";

type TypeIcon = NonNullable<Presentation["icon"]>;

/** The pictograms of types: lines of 24 by 24, drawn for this console. */
export const typeIconPaths = {
  shirt: "M9 4L4 6.500 3 11h3.500v9h11v-9H21l-1-4.500L15 4a3 3 0 0 1-6 0",
  knitwear: "M9 4L5 6 3 16h3.500v4h11v-4H21L19 6l-4-2a3 3 0 0 1-6 0M6.500 16V11M17.500 16V11M6.500 17.500h11",
  dress: "M9 3v4l1 4-4 10h12l-4-10 1-4V3M9 7c2 1.500 4 1.500 6 0M10 11h4",
  skirt: "M8 5h8v3l4 12H4L8 8zM8 8h8M10 11l-2 9M14 11l2 9",
  trousers: "M7 4h10l2 16h-5l-2-11-2 11H5zM7 7h10",
  coat: "M9 3L5 5 3 15h3v6h12v-6h3L19 5l-4-2-3 5zM12 8v13M14.500 12v.01M14.500 15v.01M6 15V9M18 15V9",
  underwear: "M4 7h16v4c-4 0-6 2.500-7 7h-2c-1-4.500-3-7-7-7zM4 9.500h16",
  swimwear: "M8 3v4c0 3 2 3 2 6l-3 2c1 3 3 5 5 6 2-1 4-3 5-6l-3-2c0-3 2-3 2-6V3M8 7c2.500 2 5.500 2 8 0",
  shoe: "M3 8v9h18v-2c0-2-2-2.500-4-3l-5-4-2 2c-2 1-5 0-7-2M3 14h18M12 10l2-1.500M14 11.500l2-1.500",
  boot: "M7 3h7v9c2 1 7 1.500 7 5v4H7zM7 18h14M7 7h7",
  bag: "M5 9h14l1.500 11h-17zM8.500 12V7a3.500 3.500 0 0 1 7 0v5",
  hat: "M7 15V9a5 5 0 0 1 10 0v6M7 12.500h10M7 15c-2.500 0-4 .5-5 1.500C5 19 19 19 22 16.500c-1-1-2.500-1.500-5-1.500",
  belt: "M2 9h20v6H2zM9 7h6v10H9zM12 12h3M18 12v.01M20 12v.01",
  glasses:
    "M3 13a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0M14 13a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0M10 12c1-1 3-1 4 0M3 12l2-6M21 12l-2-6",
  watch: "M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10M9 7.500L10 3h4l1 4.500M9 16.500l1 4.500h4l1-4.500M12 10v2l1.500 1",
  jewelry: "M12 21a6 6 0 1 0 0-12 6 6 0 0 0 0 12M9 3h6l2 3-5 4-5-4zM7 6h10",
  textile:
    "M4 7c0-1.700 3.600-3 8-3s8 1.300 8 3-3.600 3-8 3-8-1.300-8-3M4 7v10c0 1.700 3.600 3 8 3s8-1.300 8-3V7M12 10v10M12 20h9",
  color: "M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11M9 14a3 3 0 0 0 3 3",
  ruler: "M3 8h18v8H3zM7 8v3M11 8v4M15 8v3M19 8v4",
  factory: "M3 20V9l6 4V9l6 4V4h4l2 16zM7 16v.01M11 16v.01M15 16v.01",
  truck:
    "M2 6h12v11H2zM14 10h4l4 4v3h-8M6.500 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17.500 19.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4",
  store:
    "M4 10v10h16V10M3 9l2-5h14l2 5c0 1.500-1 2.500-2.500 2.500S16 10.500 16 9c0 1.500-1.500 2.500-4 2.500S8 10.500 8 9c0 1.500-1 2.500-2.500 2.500S3 10.500 3 9M10 20v-5h4v5",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  folder: "M3 6h7l2 2h9v11H3zM3 11h18",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  tag: "M4 4h8l8 8-8 8-8-8zM8.500 8.500v.01",
  star: "M12 3.500l2.600 5.500 6 .8-4.400 4.200 1.100 6-5.300-3-5.300 3 1.100-6L3.400 9.800l6-.8z",
  box: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
} satisfies Readonly<Record<TypeIcon, string>>;

export const typeIconNames: readonly TypeIcon[] = Object.keys(typeIconPaths).filter(isTypeIcon);

function isTypeIcon(name: string): name is TypeIcon {
  return name in typeIconPaths;
}
