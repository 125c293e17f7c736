import { Autocomplete, Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { notifyDone } from "../../ui/notify.ts";
import { PageFrame } from "../../ui/page-frame.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { seenProperties } from "../entity-property.ts";
import { entityQuery, propertiesAt, useEntityTypes } from "../entity-queries.ts";
import { EntityForm } from "./entity-form.tsx";
import { commonFields, copyOf } from "./form-fields.ts";

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
        void queryClient.invalidateQueries({ queryKey: queryKeys.entities.ofKind(kind.path) });
        void queryClient.invalidateQueries({ queryKey: queryKeys.types.all() });
        void navigate({ to: "/entities/$kind/$id", params: { kind: kind.path, id: created.id } });
      }}
      onCancel={() => void navigate({ to: "/entities/$kind", params: { kind: kind.path } })}
    />
  );
}

interface TypeChooserProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly value: string;
  readonly onChange: (typePath: string) => void;
}

/** The types of a kind, as a tree. An open type accepts a new segment as well. */
function TypeChooser({ kind, types, value, onChange }: TypeChooserProps) {
  const below = types.filter(({ typePath }) => typePath === kind.name || typePath.startsWith(`${kind.name}:`));
  const byPath = new Map(below.map((type) => [type.typePath, type]));
  return (
    <Autocomplete
      label="Type"
      maw={520}
      description={
        kind.name === "custom-entity"
          ? "Select a type below custom-entity, or enter a new one: custom-entity:fabric."
          : "Determines the available properties."
      }
      data={[...byPath.keys()].sort()}
      // The whole tree, whatever is selected now.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => {
        const depth = option.value.split(":").length - 1;
        return (
          <Group gap={8} pl={depth * 16}>
            <Text size="sm">{byPath.get(option.value)?.label ?? option.value}</Text>
            <Text size="xs" c="dimmed" className="mono">
              {option.value}
            </Text>
          </Group>
        );
      }}
    />
  );
}
