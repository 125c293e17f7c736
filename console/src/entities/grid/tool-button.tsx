import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";
import classes from "./grid-page.module.css";

interface ToolButtonProps
  extends Pick<ButtonProps, "disabled">,
    Omit<ComponentPropsWithRef<"button">, "color" | "style" | "children"> {
  readonly icon: IconName;
  /** How many there are, beside the label. */
  readonly count?: number;
  /** Whether only the icon is visible on every screen; otherwise only on a narrow one. */
  readonly isShort?: boolean;
  readonly children: string;
}

/** A button of the toolbar. Its label is its name also where only the icon has room. */
export function ToolButton({ icon, count = 0, isShort = false, children, ...button }: ToolButtonProps) {
  return (
    <Button
      variant="default"
      size="xs"
      title={children}
      {...button}
      className={classes["tool"] ?? ""}
      data-short={isShort || undefined}
    >
      <Icon name={icon} size={16} />
      <span className={classes["word"]}>{children}</span>
      {count > 0 && (
        <span className={classes["count"]} aria-hidden="true">
          {count}
        </span>
      )}
    </Button>
  );
}
