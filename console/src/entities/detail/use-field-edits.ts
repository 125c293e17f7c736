import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@weft/client";
import { useEffect, useRef, useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { describeError } from "../../ui/describe-error.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import type { ReadEntity } from "../entity-queries.ts";
import { validateFields } from "../form/draft.ts";
import type { FieldValue } from "../form/field-value.ts";
import { findConflict } from "../form/merge-conflict.ts";
import { newChangeSetId, useUndoChange } from "../undo-change.tsx";

type Fields = Readonly<Record<string, unknown>>;

/** A value that the service rejected: it stays in its editor. */
interface Rejected {
  readonly typed: FieldValue | undefined;
  readonly error: string;
}

/** Another user changed the same field first. */
export interface Collision {
  readonly before: AnyEntity;
  readonly theirs: AnyEntity;
  readonly yours: Fields;
}

/** A field to write. */
interface FieldEdit {
  readonly property: EntityProperty;
  readonly value: unknown;
  /** The state in which the user saw it. */
  readonly before: AnyEntity;
  /** What was typed, if it was. */
  readonly typed?: FieldValue;
  /** For the message. Default: saved. */
  readonly verb?: string;
}

/** The edits of single fields of an entity. */
export interface FieldEdits {
  /** The field whose editor is open. */
  readonly openSlug: string | undefined;
  readonly open: (slug: string | undefined) => void;
  readonly rejected: Readonly<Record<string, Rejected>>;
  readonly forget: (slug: string) => void;
  readonly save: (edit: FieldEdit) => void;
  readonly collision: Collision | undefined;
  readonly decide: (saved: AnyEntity | undefined) => void;
  readonly collide: (yours: Fields) => void;
  /** Undoes the last edit on this page; false if there is none. */
  readonly undoLast: () => boolean;
}

/** Writes each field alone, only if no one else has changed it since it was read. */
export function useFieldEdits(kind: EntityKind, id: string, firstSlug: string | undefined): FieldEdits {
  const [openSlug, open] = useState(firstSlug);
  const [rejected, setRejected] = useState<Readonly<Record<string, Rejected>>>({});
  const [collision, setCollision] = useState<Collision>();
  // Moving to another colorway keeps the page, but not its editors.
  const [shownId, setShownId] = useState(id);
  if (shownId !== id) {
    setShownId(id);
    open(firstSlug);
    setRejected({});
    setCollision(undefined);
  }
  const { write, read, show, refetch } = useEntityWrites(kind, id);
  const { offer, undo } = useUndoChange();
  const acts = useRef<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: An edit of an entity that is out of sight is not undone.
  useEffect(() => {
    acts.current = [];
  }, [id]);
  const forget = (slug: string) =>
    setRejected((held) => Object.fromEntries(Object.entries(held).filter(([one]) => one !== slug)));

  const save = (edit: FieldEdit) => {
    const { property, value, before, typed, verb = "saved" } = edit;
    const { slug, label } = property;
    forget(slug);
    // Shown at once; the response has the computed values, too.
    show((entity) => ({ ...entity, [slug]: value ?? undefined }));
    write({ [slug]: value }, before)
      .then(({ saved, changeSetId, collision: found }) => {
        if (found !== undefined) setCollision(found);
        show(() => saved);
        if (changeSetId !== undefined) {
          acts.current.push(changeSetId);
          offer(`${label} ${verb}.`, changeSetId);
        }
        refetch();
      })
      .catch((error: unknown) => {
        show((entity) => ({ ...entity, [slug]: before[slug] }));
        setRejected((held) => ({ ...held, [slug]: { typed, error: messageOf(error, slug) } }));
        open((now) => now ?? slug);
      });
  };
  return {
    ...{ openSlug, open, rejected, forget, save, collision },
    decide: (saved) => {
      setCollision(undefined);
      if (saved !== undefined) show(() => saved);
      refetch();
    },
    collide: (yours) => {
      void read().then((theirs) => setCollision((held) => held && { ...held, theirs, yours }));
    },
    undoLast: () => {
      const last = acts.current.pop();
      if (last !== undefined) void undo(last);
      return last !== undefined;
    },
  };
}

interface Written {
  readonly saved: AnyEntity;
  readonly changeSetId?: string;
  readonly collision?: Collision;
}

const attemptsMax = 5;

function useEntityWrites(kind: EntityKind, id: string) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const oneKey = queryKeys.entities.one(kind.path, id, undefined);
  const read = () => weft.entities.get<AnyEntity>({ entityName: kind.name, id });
  const attempt = async (body: Fields, before: AnyEntity): Promise<Written> => {
    const changeSetId = newChangeSetId();
    let version = before.version;
    for (let attempts = 1; ; attempts += 1) {
      try {
        const options = { ifMatch: version, changeSetId };
        const saved = await weft.entities.update<AnyEntity>({ entityName: kind.name, id, body, ...options });
        return { saved, changeSetId };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412 || attempts >= attemptsMax) throw error;
        const theirs = await read();
        // A change of another field does not conflict: this one is still as it was read.
        if (findConflict(before, theirs, body, Object.keys(body)).rows.length > 0) {
          return { saved: theirs, collision: { before, theirs, yours: body } };
        }
        version = theirs.version;
      }
    }
  };
  return {
    read,
    // One after the other, because each write changes the version.
    write: (body: Fields, before: AnyEntity): Promise<Written> => {
      const written = queue.current.then(() => attempt(body, before));
      queue.current = written.catch(() => undefined);
      return written;
    },
    show: (change: (entity: AnyEntity) => AnyEntity) => {
      void queryClient.cancelQueries({ queryKey: oneKey });
      queryClient.setQueryData<ReadEntity>(oneKey, (held) => held && { ...held, entity: change(held.entity) });
    },
    refetch: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.entities.all() });
      void queryClient.invalidateQueries({ queryKey: queryKeys.changes.all() });
    },
  };
}

function messageOf(error: unknown, slug: string): string {
  const { byField, others } = validateFields(error, new Set([slug]));
  return [byField[slug], ...others].find((message) => message !== undefined) ?? describeError(error).detail;
}
