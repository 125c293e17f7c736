import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";

/** Until the user has chosen, the system setting applies. */
export function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme("light");
  const other = shown === "light" ? "dark" : "light";
  return (
    <ActionIcon variant="default" size="lg" aria-label={`Use ${other} theme`} onClick={() => setColorScheme(other)}>
      <Icon name={other === "dark" ? "moon" : "sun"} />
    </ActionIcon>
  );
}
