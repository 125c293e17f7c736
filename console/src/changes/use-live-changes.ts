import type { Weft } from "@weft/client";
import { useEffect, useState } from "react";
import { useWeft } from "../session/session.ts";
import { type NamedChange, nameChanges } from "./name-changes.ts";
import { type ChangeQuery, pickSource } from "./read-change-page.ts";

interface LiveChanges {
  /** What has arrived since, newest first. */
  readonly arrived: readonly NamedChange[];
  readonly error: unknown;
}

/** Follows the log from a position, without a gap; undefined follows nothing. */
export function useLiveChanges(after: string | undefined, query: ChangeQuery): LiveChanges {
  const weft = useWeft();
  const [live, setLive] = useState<LiveChanges>(nothing);
  // Compared by value, because each render creates new ones.
  const wanted = JSON.stringify(query);
  useEffect(() => {
    setLive(nothing);
    if (after === undefined) return;
    const leaving = new AbortController();
    const add = (changes: readonly NamedChange[]) =>
      setLive(({ arrived }) => ({ arrived: [...changes.toReversed(), ...arrived], error: undefined }));
    follow(weft, after, JSON.parse(wanted), { signal: leaving.signal, add }).catch((error: unknown) => {
      if (!leaving.signal.aborted) setLive(({ arrived }) => ({ arrived, error }));
    });
    return () => leaving.abort();
  }, [weft, after, wanted]);
  return live;
}

const nothing: LiveChanges = { arrived: [], error: undefined };

interface Following {
  readonly signal: AbortSignal;
  readonly add: (changes: readonly NamedChange[]) => void;
}

async function follow(weft: Weft, after: string, query: ChangeQuery, { signal, add }: Following): Promise<void> {
  for await (const { records } of weft.changes.pages({ after, criteria: query.criteria, signal })) {
    const changes = await nameChanges(weft, pickSource(records, query.source), signal);
    if (changes.length > 0 && !signal.aborted) add(changes);
  }
}
