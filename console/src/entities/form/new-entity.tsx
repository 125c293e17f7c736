import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWeft } from "../../session/session.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { notifyDone } from "../../ui/notify.ts";
import { PageFrame } from "../../ui/page-frame.tsx";
import { SkeletonRows } from "../../ui/skeleton-rows.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { seenProperties } from "../property-groups.ts";
import { entityQuery } from "../use-entity.ts";
import { propertiesAt, useEntityTypes } from "../use-entity-types.ts";
import { EntityForm } from "./entity-form.tsx";
import { commonFields, copyOf } from "./form-fields.ts";
import { TypeChooser } from "./type-chooser.tsx";

interface NewEntityProps {
  readonly kind: EntityKind;
  readonly typePath: string | undefined;
  /** The entity to copy. */
  readonly from: string | undefined;
}

export function NewEntity({ kind, typePath, from }: NewEntityProps) {
  const weft = useWeft();
  const source = useQuery({ ...entityQuery(weft, kind, from ?? ""), enabled: from !== undefined });
  const title = from === undefined ? `New ${wordOf(kind)}` : `Duplicate ${wordOf(kind)}`;
  return (
    <PageFrame
      title={title}
      crumbs={[{ title: kind.many, link: { to: "/entities/$kind", params: { kind: kind.path } } }]}
    >
      {from === undefined ? (
        <NewForm kind={kind} typePath={typePath ?? kind.name} source={undefined} />
      ) : (
        <Loaded query={source}>
          {({ entity }) => <NewForm kind={kind} typePath={entity.typePath} source={entity} />}
        </Loaded>
      )}
    </PageFrame>
  );
}

interface NewFormProps {
  readonly kind: EntityKind;
  readonly typePath: string;
  readonly source: AnyEntity | undefined;
}

function NewForm({ kind, typePath: given, source }: NewFormProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const types = useEntityTypes();
  const [typePath, setTypePath] = useState(given);
  if (types.data === undefined) return <Loaded query={types}>{() => <SkeletonRows />}</Loaded>;
  const described = propertiesAt(types.data, typePath);
  const seen = source === undefined ? [] : seenProperties(source, described);
  const fields = [...commonFields(kind), ...described, ...seen];
  return (
    <EntityForm
      kind={kind}
      fields={fields}
      stored={{}}
      {...(source === undefined ? {} : { begin: copyOf(source, fields) })}
      saveLabel={`Create ${wordOf(kind)}`}
      head={<TypeChooser kind={kind} types={types.data} value={typePath} onChange={setTypePath} />}
      save={(body) => weft.entities.create<AnyEntity>({ entityName: kind.name, object: { ...body, typePath } })}
      onSaved={(created) => {
        notifyDone(`${titleOf(created)} created.`);
        void queryClient.invalidateQueries({ queryKey: ["entities", kind.path] });
        void queryClient.invalidateQueries({ queryKey: ["types"] });
        void navigate({ to: "/entities/$kind/$id", params: { kind: kind.path, id: created.id } });
      }}
      onCancel={() => void navigate({ to: "/entities/$kind", params: { kind: kind.path } })}
    />
  );
}
