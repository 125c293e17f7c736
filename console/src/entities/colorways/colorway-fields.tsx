import { Alert, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { pluralize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import {
  addColors,
  type ColorwayDraft,
  colorwaysMax,
  type ExistingColorway,
  isWanted,
  type PickedColor,
  removeColor,
  toggleCells,
  type WantedColorway,
  wantedColorways,
} from "./colorway-draft.ts";
import { ColorwayMatrix } from "./colorway-matrix.tsx";
import type { ColorwayModel } from "./colorway-model.ts";
import { PickColors } from "./pick-colors.tsx";
import { PickSizes, useSizeRanges } from "./pick-sizes.tsx";

interface ColorwayFieldsProps {
  readonly model: ColorwayModel;
  readonly picks: ColorwayPicks;
  readonly onChange: (draft: ColorwayDraft) => void;
  readonly existing?: readonly ExistingColorway[];
  readonly isFirst?: boolean;
}

/** Colors by sizes to pick from, and how many colorways that makes. */
export function ColorwayFields({ model, picks, onChange, existing = none, isFirst = false }: ColorwayFieldsProps) {
  const { draft, ranges, templateId, sizes, wanted } = picks;
  const [left, setLeft] = useState<readonly PickedColor[]>(none);
  // Names are looked up, and another one may be added meanwhile.
  const latest = useRef(draft);
  latest.current = draft;
  const pick = (colors: readonly PickedColor[]) => {
    const addition = addColors(latest.current, colors, existing);
    latest.current = addition.draft;
    setLeft(addition.left);
    onChange(addition.draft);
  };
  return (
    <Stack>
      <PickColors picked={[...existing, ...draft.colors]} onPick={pick} isFirst={isFirst} />
      {left.length > 0 && <LimitNote left={left} />}
      {model.sizesSlug !== undefined && (draft.colors.length > 0 || existing.length > 0) && (
        <PickSizes
          ranges={model.template === undefined ? none : ranges}
          templateId={templateId}
          sizes={sizes}
          onTemplate={(id) => onChange({ ...draft, templateId: id ?? "", sizes: undefined })}
          onSizes={(typed) => onChange({ ...draft, sizes: typed })}
        />
      )}
      {(draft.colors.length > 0 || existing.length > 0) && (
        <ColorwayMatrix
          existing={existing}
          colors={draft.colors}
          sizes={sizes}
          isWanted={(color, size) => isWanted(draft, color, size)}
          onToggle={(colors, of) => onChange(toggleCells(draft, colors, of))}
          onRemove={(color) => {
            setLeft(none);
            onChange(removeColor(draft, color));
          }}
        />
      )}
      <Text size="sm" role="status">
        {describeWanted(wanted)}
      </Text>
      {model.missing.length > 0 && draft.colors.length > 0 && (
        <Text size="sm" c="dimmed">
          Required on every option of this type, and not entered here: {model.missing.join(", ")}. The service refuses
          options without.
        </Text>
      )}
    </Stack>
  );
}

const none: readonly never[] = [];

function LimitNote({ left }: { readonly left: readonly PickedColor[] }) {
  const [first] = left;
  const names = left.length === 1 ? `${first?.name} was` : `${first?.name} and ${left.length - 1} more were`;
  return (
    <Alert color="yellow" variant="outline" icon={<Icon name="warning" />} role="alert" title="Limit reached">
      <Text size="sm">
        At most {colorwaysMax} colorways are created at a time: {names} not added. Create these first, then add the
        others to the style.
      </Text>
    </Alert>
  );
}

export interface ColorwayPicks {
  readonly draft: ColorwayDraft;
  readonly ranges: ReturnType<typeof useSizeRanges>;
  readonly templateId: string | undefined;
  readonly sizes: readonly string[];
  readonly wanted: readonly WantedColorway[];
}

/** What the style says already. */
interface StyleSizes {
  readonly templateId: string | undefined;
  /** Of its colorways. */
  readonly sizes: readonly string[];
}

/** What a draft stands for: until something else is picked, with the size range of the style. */
export function useColorwayPicks(draft: ColorwayDraft, model: ColorwayModel, style: StyleSizes): ColorwayPicks {
  const ranges = useSizeRanges(model.template !== undefined);
  const templateId = (draft.templateId ?? style.templateId) || undefined;
  const template = ranges.find(({ id }) => id === templateId);
  const offered = draft.sizes ?? [...new Set([...(template?.sizes ?? none), ...style.sizes])];
  const sizes = model.sizesSlug === undefined ? none : offered;
  return { draft, ranges, templateId, sizes, wanted: wantedColorways(draft, sizes) };
}

function describeWanted(wanted: readonly WantedColorway[]): string {
  if (wanted.length === 0) return "No colorways will be created.";
  const sizes = wanted.reduce((sum, one) => sum + one.sizes.length, 0);
  const inSizes = sizes === 0 ? "" : `, with ${pluralize(sizes, "size")} in all`;
  return `${pluralize(wanted.length, "colorway")} will be created${inSizes}.`;
}
