import { useEffect } from "react";
import { Picture } from "../entities/pictures/picture.tsx";
import { Icon } from "../ui/icon.tsx";
import { Swatch } from "../ui/swatch.tsx";
import type { PaletteEntry, PaletteGroup } from "./palette-entries.ts";
import classes from "./palette-list.module.css";

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly chosen: PaletteEntry | undefined;
  readonly optionId: (entry: PaletteEntry) => string;
  readonly onAct: (entry: PaletteEntry) => void;
}

/** The results, in groups. The focus stays in the search; the selected one is scrolled into view. */
export function PaletteList({ id, groups, chosen, optionId, onAct }: PaletteListProps) {
  const chosenId = chosen === undefined ? undefined : optionId(chosen);
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);
  return (
    <div id={id} role="listbox" aria-label="Results" className={classes["list"]}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: A group of options is not a fieldset.
        <div key={group.title} role="group" aria-label={group.title}>
          <div className={classes["title"]} aria-hidden="true">
            {group.title}
          </div>
          {group.entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: The keys are those of the search.
            <div
              key={entry.id}
              id={optionId(entry)}
              role="option"
              aria-selected={entry === chosen}
              className={classes["option"]}
              onClick={() => onAct(entry)}
            >
              <Mark entry={entry} />
              <span className={classes["words"]}>
                <span className={classes["label"]}>{entry.label}</span>
                {entry.description !== undefined && <span className={classes["description"]}>{entry.description}</span>}
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Mark({ entry: { fileId, hex, icon } }: { readonly entry: PaletteEntry }) {
  if (fileId !== undefined) return <Picture fileId={fileId} label="" width={36} height={36} />;
  return hex === undefined ? <Icon name={icon} /> : <Swatch hex={hex} />;
}
