import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { entityQuery, useEntityTypes } from "../entity-queries.ts";
import { creatableTypes, rowsOf } from "./creatable-types.ts";
import { NewEntityForm } from "./new-entity-form.tsx";
import { TypeChooser } from "./type-chooser.tsx";
import { useHeldValues } from "./use-held-values.tsx";

interface NewEntityProps {
  readonly kind: EntityKind;
  readonly typePath: string | undefined;
  /** The entity to copy. */
  readonly from: string | undefined;
}

/** A new entity: its type first, then its values. */
export function NewEntity({ kind, typePath, from }: NewEntityProps) {
  const weft = useWeft();
  const types = useEntityTypes();
  const source = useQuery({ ...entityQuery(weft, kind, from ?? ""), enabled: from !== undefined });
  const title = from === undefined ? `New ${wordOf(kind)}` : `Duplicate ${wordOf(kind)}`;
  const crumbs = [{ title: kind.many, link: { to: "/entities/$kind", params: { kind: kind.path } } }] as const;
  return (
    <PageFrame title={title} crumbs={crumbs}>
      <Loaded query={types}>
        {(known) =>
          from === undefined ? (
            <TypeFirst kind={kind} types={known} typePath={typePath} source={undefined} />
          ) : (
            <Loaded query={source}>
              {({ entity }) => <TypeFirst kind={kind} types={known} typePath={typePath} source={entity} />}
            </Loaded>
          )
        }
      </Loaded>
    </PageFrame>
  );
}

interface TypeFirstProps extends Omit<NewEntityProps, "from"> {
  readonly types: readonly EntityType[];
  readonly source: AnyEntity | undefined;
}

function TypeFirst({ kind, types, typePath, source }: TypeFirstProps) {
  const { who } = useSession();
  const navigate = useNavigate();
  const mayCreate = (path: string) => mayDo(who, "create", path);
  const branches = creatableTypes(types, kind, mayCreate);
  const rows = rowsOf(branches);
  const only = rows.length === 1 ? rows[0]?.type.typePath : undefined;
  const given = typePath ?? source?.typePath;
  const chosen = given !== undefined && mayCreate(given) ? given : only;
  const form = useHeldValues(kind, types, source);
  const choose = (path: string) =>
    void navigate({
      to: "/entities/$kind/$id",
      params: { kind: kind.path, id: "new" },
      search: { typePath: path, from: source?.id },
      // A type that was changed is one step back, and so is the choice.
      replace: chosen !== undefined,
    });
  if (chosen === undefined) {
    return (
      <>
        {form.question}
        <TypeChooser kind={kind} types={types} branches={branches} onChoose={choose} />
      </>
    );
  }
  return (
    <NewEntityForm
      kind={kind}
      types={types}
      branches={branches}
      typePath={chosen}
      source={source}
      form={form}
      onTypeChange={choose}
    />
  );
}
