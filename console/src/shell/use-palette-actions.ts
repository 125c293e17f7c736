import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { mayDo, useSession } from "../session/session.ts";
import { useSignOut } from "../session/use-sign-out.ts";
import { navGroups } from "./nav-groups.ts";
import type { PaletteEntry } from "./palette-entries.ts";

/** Every page of the menu. */
export function usePalettePages(): PaletteEntry[] {
  const { isAdministrator } = useSession().who;
  const navigate = useNavigate();
  return navGroups
    .filter((group) => isAdministrator || group.isForAdministrators !== true)
    .flatMap(({ pages }) => pages)
    .map(({ title, icon, link, words }) => ({
      id: `page ${title}`,
      label: title,
      icon,
      words,
      act: () => void navigate(link),
    }));
}

/** Actions that are available everywhere. */
export function usePaletteActions(): PaletteEntry[] {
  const { who } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme("light") === "light" ? "dark" : "light";
  const newItem: PaletteEntry = {
    id: "new item",
    label: "New item",
    icon: "plus",
    words: "create add product style",
    act: () => void navigate({ to: "/entities/$kind/$id", params: { kind: "items", id: "new" } }),
  };
  return [
    {
      id: "load",
      label: "Load a CSV",
      icon: "upload",
      words: "import upload file new",
      act: () => void navigate({ to: "/loads/new" }),
    },
    ...(mayDo(who, "create", "item") ? [newItem] : []),
    {
      id: "new webhook",
      label: "New webhook",
      icon: "plus",
      words: "create add",
      act: () => void navigate({ to: "/webhooks" }),
    },
    {
      id: "new workflow",
      label: "New workflow",
      icon: "plus",
      words: "create add",
      act: () => void navigate({ to: "/workflows/new" }),
    },
    {
      id: "theme",
      label: "Switch theme",
      description: `Use ${other} theme`,
      icon: other === "dark" ? "moon" : "sun",
      words: "dark light color scheme",
      act: () => setColorScheme(other),
    },
    { id: "sign out", label: "Sign out", icon: "signOut", words: "log out leave", act: signOut },
  ];
}
