import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { notifyDone, notifyError } from "../../ui/notify.ts";
import { PageFrame } from "../../ui/page-frame.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type EntityProperty, seenProperties } from "../entity-property.ts";
import { propertiesAt, useEntityTypes } from "../entity-queries.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { EntityForm } from "./entity-form.tsx";
import { asInForm, commonFields } from "./form-fields.ts";

interface EditEntityProps {
  readonly kind: EntityKind;
  readonly stored: AnyEntity;
}

/** The form of an entity. It keeps the state that was read first, even if the entity is refetched. */
export function EditEntity({ kind, stored }: EditEntityProps) {
  const [first] = useState(stored);
  const types = useEntityTypes();
  return (
    <PageFrame
      title={`Edit ${titleOf(first)}`}
      crumbs={[
        { title: kind.many, link: { to: "/entities/$kind", params: { kind: kind.path } } },
        { title: titleOf(first), link: { to: "/entities/$kind/$id", params: { kind: kind.path, id: first.id } } },
      ]}
    >
      <Loaded query={types}>
        {(known) => {
          const described = propertiesAt(known, first.typePath);
          const fields = [...commonFields(kind), ...described, ...seenProperties(first, described)];
          return <EditForm kind={kind} stored={asInForm(first)} fields={fields} />;
        }}
      </Loaded>
    </PageFrame>
  );
}

interface EditFormProps extends EditEntityProps {
  readonly fields: readonly EntityProperty[];
}

interface Collision {
  readonly theirs: AnyEntity;
  readonly yours: Readonly<Record<string, unknown>>;
}

function EditForm({ kind, stored, fields }: EditFormProps) {
  const weft = useWeft();
  const navigate = useNavigate();
  const [collision, setCollision] = useState<Collision>();
  const showSaved = useShowSaved(kind, stored.id);
  const meet = useMutation({
    mutationFn: async (yours: Collision["yours"]) => {
      const theirs = await weft.entities.get<AnyEntity>({ entityName: kind.name, id: stored.id });
      return { theirs: asInForm(theirs), yours };
    },
    onSuccess: setCollision,
    onError: notifyError,
  });
  const save = (body: Readonly<Record<string, unknown>>, ifMatch: number) =>
    weft.entities.update<AnyEntity>({ entityName: kind.name, id: stored.id, body, ifMatch });
  if (collision !== undefined) {
    return (
      <ConflictPanel
        before={stored}
        {...collision}
        fields={fields}
        save={(body) => save(body, collision.theirs.version)}
        onSaved={showSaved}
        onAgain={(yours) => meet.mutate(yours)}
        onGiveUp={showSaved}
      />
    );
  }
  return (
    <EntityForm
      kind={kind}
      fields={fields}
      stored={stored}
      saveLabel="Save changes"
      save={(body) => save(body, stored.version)}
      onSaved={showSaved}
      onCancel={() => void navigate({ to: "/entities/$kind/$id", params: { kind: kind.path, id: stored.id } })}
      onConflict={(yours) => meet.mutate(yours)}
    />
  );
}

/** Back to the page of the entity, in its current state. */
function useShowSaved(kind: EntityKind, id: string): (saved?: AnyEntity) => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (saved) => {
    if (saved !== undefined) notifyDone(`${titleOf(saved)} saved.`);
    void queryClient.invalidateQueries({ queryKey: queryKeys.entities.all() });
    void queryClient.invalidateQueries({ queryKey: queryKeys.changes.all() });
    void navigate({ to: "/entities/$kind/$id", params: { kind: kind.path, id } });
  };
}
