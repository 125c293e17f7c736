import { typeIconPaths } from "./type-icon.ts";

interface IconProps {
  readonly name: IconName;
  readonly size?: number;
}

/** Hidden from screen readers: the text beside it, or the label of its button, names it. */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flexShrink: 0 }}
    >
      <path d={iconPaths[name]} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Lines of 24 by 24, drawn for this console. They are 1.5 px wide at every size. */
const iconPaths = {
  ...typeIconPaths,
  overview: "M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z",
  entities: "M4 6h16v12H4zM4 11h16M10 6v12",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 8.500a1 1 0 1 0 0 .1",
  types: "M12 4v5M6 20v-5h12v5M12 9v6M4 20h4M16 20h4M10 4h4",
  assortments: "M4 8l8-4 8 4-8 4zM4 12l8 4 8-4M4 16l8 4 8-4",
  changes: "M4 12a8 8 0 1 0 3-6.2M4 4v4h4M12 8v4l3 2",
  loads: "M12 15V4M8 8l4-4 4 4M4 15v5h16v-5",
  workflows: "M4 5h6v5H4zM14 14h6v5h-6zM7 10v6h7M14 7h3v7",
  webhooks: "M4 12h6M14 6l6 6-6 6M10 6v12",
  keys: "M14 10a4 4 0 1 0-2 3.5L14 15h2v2h2v2h3v-3z",
  users:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 20c0-4 2.500-6 6-6s6 2 6 6M16 4.500a3.500 3.500 0 0 1 0 6M18 14.500c2 .7 3 2.600 3 5.500",
  signOn: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4",
  limits: "M4 18a8 8 0 1 1 16 0M12 18l4-6",
  reference: "M5 4h10l4 4v12H5zM14 4v5h5M8 13h8M8 17h5",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l5 5",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19M5 19l1.400-1.400M17.600 6.400L19 5",
  moon: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4.500 3-7 8-7s8 2.500 8 7",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4 4L19 7",
  warning: "M12 4l9 16H3zM12 10v4M12 17v.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 11v5M12 8v.01",
  copy: "M8 8h12v12H8zM16 8V4H4v12h4",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  edit: "M4 20h4L20 8l-4-4L4 16zM14 6l4 4",
  refresh: "M20 12a8 8 0 1 1-2.500-5.800M20 3v5h-5",
  filter: "M4 5h16l-6 8v6l-4-2v-4z",
  columns: "M4 5h16v14H4zM9.500 5v14M14.500 5v14",
  download: "M12 4v11M8 11l4 4 4-4M4 20h16",
  upload: "M12 20V9M8 13l4-4 4 4M4 4h16",
  play: "M7 5l12 7-12 7z",
  stop: "M6 6h12v12H6z",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  more: "M5 12v.01M12 12v.01M19 12v.01",
  right: "M9 6l6 6-6 6",
  left: "M15 6l-6 6 6 6",
  down: "M6 9l6 6 6-6",
  up: "M6 15l6-6 6 6",
  sort: "M8 4v16M4 8l4-4 4 4M16 20V4M12 16l4 4 4-4",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3 2",
  pulse: "M3 12h4l3-8 4 16 3-8h4",
  compare: "M9 4v16M15 4v16M4 8h5M15 16h5M4 16h5M15 8h5",
  send: "M4 12l16-8-6 16-3-7z",
  lock: "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3",
  signOut: "M10 4H5v16h5M15 8l4 4-4 4M19 12H9",
  project: "M4 7h6l2 2h8v10H4z",
  hanger: "M10 6a2 2 0 1 1 2 2v3l9 6v2H3v-2l9-6",
  list: "M9 6h11M9 12h11M9 18h11M4 6v.01M4 12v.01M4 18v.01",
  book: "M5 4h14v16H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12",
  peek: "M4 5h16v14H4zM14 5v14M16.500 9h1M16.500 12h1",
  keyboard: "M3 6h18v12H3zM7 10v.01M12 10v.01M17 10v.01M8 14h8",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  palette: "M12 21a9 9 0 1 1 9-9c0 2.500-2 3-4 3h-2c-2 0-2 2-1.500 3s.5 3-1.500 3M8 11v.01M12 7v.01M16 11v.01",
} as const;

export type IconName = keyof typeof iconPaths;
