import { type IconName, iconPaths } from "./icon-paths.ts";

interface IconProps {
  readonly name: IconName;
  readonly size?: number;
}

/** Hidden from screen readers: the text beside it, or the label of its button, names it. */
export function Icon({ name, size = 18 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flexShrink: 0 }}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
