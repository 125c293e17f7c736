import { Tooltip, UnstyledButton } from "@mantine/core";
import { useCopy } from "./use-copy.ts";

const shownLetters = 8;

/** The end of an id, because ids begin alike; a click copies the whole id. */
export function ShortId({ id }: { readonly id: string }) {
  const { copied, copy } = useCopy(id);
  const shown = id.length <= shownLetters + 2 ? id : `…${id.slice(-shownLetters)}`;
  return (
    <Tooltip label={copied ? "Copied" : `Copy ${id}`}>
      <UnstyledButton className="mono" onClick={copy} aria-label={`${shown}, copy ${id}`} fz="sm" c="dimmed">
        {shown}
      </UnstyledButton>
    </Tooltip>
  );
}
