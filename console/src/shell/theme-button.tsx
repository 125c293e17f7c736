import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";

/** Until somebody has chosen, the machine's own choice holds. */
export function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme("light");
  const other = shown === "light" ? "dark" : "light";
  return (
    <ActionIcon variant="default" size="lg" aria-label={`Use the ${other} theme`} onClick={() => setColorScheme(other)}>
      <Icon name={other === "dark" ? "moon" : "sun"} />
    </ActionIcon>
  );
}
