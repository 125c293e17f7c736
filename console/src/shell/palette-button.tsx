import { Button, Kbd } from "@mantine/core";
import { spotlight } from "@mantine/spotlight";
import { Icon } from "../ui/icon.tsx";
import classes from "./palette-button.module.css";

export function PaletteButton() {
  return (
    <Button
      variant="default"
      onClick={spotlight.open}
      leftSection={<Icon name="search" size={16} />}
      className={classes["button"] ?? ""}
    >
      <span className={classes["words"]}>
        Search or go to… <Kbd size="xs">Ctrl K</Kbd>
      </span>
    </Button>
  );
}
