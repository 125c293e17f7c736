import { Button, Kbd, Text, TextInput, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent as PressedKey, useCallback, useEffect, useId, useRef, useState } from "react";
import { mayDoSome, useSession } from "../session/session.ts";
import { useSignOut } from "../session/session-gate.tsx";
import { Icon } from "../ui/icon.tsx";
import type { MenuPage } from "./menu.ts";
import classes from "./palette-button.module.css";
import { matchEntries, type PaletteEntry, type PaletteGroup, stepTo } from "./palette-entries.ts";
import { PaletteList } from "./palette-list.tsx";
import { useMenu, useOpenShortcuts } from "./use-menu.ts";
import { usePaletteSearch } from "./use-palette-search.ts";

const [store, spotlight] = createSpotlight();

/** Ctrl K, from anywhere: pages, actions and search results, usable with the keyboard alone. */
export function CommandPalette() {
  const takeTyped = useTypedAhead(useSpotlight(store).opened);
  return (
    <Spotlight.Root
      store={store}
      tagsToIgnore={[]}
      triggerOnContentEditable
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { "aria-label": "Search or go to" } }}
    >
      <Palette takeTyped={takeTyped} />
    </Spotlight.Root>
  );
}

/** Keeps what is typed between Ctrl K and the moment at which the search has the focus. Returns a function that takes it. */
function useTypedAhead(isOpen: boolean): () => string {
  const typed = useRef("");
  useEffect(() => {
    typed.current = "";
    if (!isOpen) return;
    const keep = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const hasFocus = target instanceof Element && target.closest("[role=dialog]") !== null;
      if (hasFocus || key === "Escape" || key === "Tab" || ctrlKey || metaKey || altKey) return;
      if (key.length === 1) typed.current += key;
      // The page below must not act on it.
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", keep, { capture: true });
    return () => removeEventListener("keydown", keep, { capture: true });
  }, [isOpen]);
  return useCallback(() => {
    const taken = typed.current;
    typed.current = "";
    return taken;
  }, []);
}

/** Created each time it is opened, so it starts empty. */
function Palette({ takeTyped }: { readonly takeTyped: () => string }) {
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const listId = useId();
  const { groups, isSearching } = usePaletteGroups(text);
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries[Math.min(place, entries.length - 1)];
  const act = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    spotlight.close();
    entry.act();
  };
  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        px="sm"
        leftSection={<Icon name="search" />}
        placeholder="Search or go to…"
        aria-label="Search or go to"
        data-autofocus
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? "" : optionId(listId, chosen)}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onFocus={() => setText(text + takeTyped())}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={(event) =>
          onKey(event, {
            move: (step) => setPlace((now) => stepTo(Math.min(now, entries.length - 1), step, entries.length)),
            choose: () => act(chosen),
          })
        }
      />
      <PaletteList
        id={listId}
        groups={groups}
        chosen={chosen}
        optionId={(entry) => optionId(listId, entry)}
        onAct={act}
      />
      <Text size="sm" c="dimmed" p="sm" role="status" hidden={entries.length > 0 && !isSearching}>
        {isSearching ? "Searching…" : "No results."}
      </Text>
    </>
  );
}

/** Results that arrive later are added below, so that nothing moves while the user chooses. */
function usePaletteGroups(text: string): { readonly groups: PaletteGroup[]; readonly isSearching: boolean } {
  const pages = usePalettePages();
  const actions = usePaletteActions();
  const found = usePaletteSearch(text);
  const groups = [
    { title: "Pages", entries: matchEntries(pages, text) },
    { title: "Actions", entries: matchEntries(actions, text) },
    ...found.groups,
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching: found.isSearching };
}

interface Keys {
  readonly move: (step: 1 | -1) => void;
  readonly choose: () => void;
}

function onKey(event: PressedKey, { move, choose }: Keys): void {
  // While a character is being composed, Enter and the arrows belong to the composition.
  if (event.nativeEvent.isComposing) return;
  switch (event.key) {
    case "ArrowDown":
      move(1);
      break;
    case "ArrowUp":
      move(-1);
      break;
    case "Enter":
      choose();
      break;
    default:
      return;
  }
  event.preventDefault();
}

function optionId(listId: string, { id }: PaletteEntry): string {
  return `${listId}-${id.replaceAll(" ", "-")}`;
}

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

/** Every page of the menu. */
function usePalettePages(): PaletteEntry[] {
  const navigate = useNavigate();
  const openShortcuts = useOpenShortcuts();
  const open = ({ target }: MenuPage) => {
    if ("link" in target) void navigate(target.link);
    else if ("href" in target) location.assign(target.href);
    else openShortcuts();
  };
  return useMenu()
    .flatMap(({ pages }) => pages)
    .map((page) => ({
      id: `page ${page.title}`,
      label: page.title,
      icon: page.icon,
      words: page.words,
      act: () => open(page),
    }));
}

/** Actions that are available everywhere. */
function usePaletteActions(): PaletteEntry[] {
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
    ...(mayDoSome(who, "create", "item") ? [newItem] : []),
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
