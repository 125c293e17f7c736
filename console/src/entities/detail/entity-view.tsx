import { Alert, Anchor, Group, Tabs, Text } from "@mantine/core";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { type ReactNode, useEffect } from "react";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import { placeOf, seenProperties } from "../entity-property.ts";
import { presentationAt, propertiesAt, type ReadEntity, useEntityTypes } from "../entity-queries.ts";
import { type EntitySearch, type EntityTab, entityTabs } from "../entity-search.ts";
import { ConflictPanel } from "../form/conflict-panel.tsx";
import { fieldId } from "../form/form-field.tsx";
import { commonFields } from "../form/form-fields.ts";
import { picturePropertyOf, usePictureProperties } from "../pictures/entity-picture.ts";
import { ActivityTab } from "./activity-tab.tsx";
import { arrangeSections, statePropertyOf, visibleProperties } from "./arrange-properties.ts";
import { ColorwayStrip } from "./colorway-strip.tsx";
import { CompletenessMenu } from "./completeness-menu.tsx";
import { DataTab } from "./data-tab.tsx";
import { DetailsTab } from "./details-tab.tsx";
import { EntityActions } from "./entity-actions.tsx";
import classes from "./entity-view.module.css";
import { Hero } from "./hero.tsx";
import { KeyFacts } from "./key-facts.tsx";
import { referralsTo } from "./referrals.ts";
import { StateMenu } from "./state-menu.tsx";
import { isColorways, useFamily } from "./use-family.ts";
import { type Collision, type FieldEdits, useFieldEdits } from "./use-field-edits.ts";
import { useReferralCounts, WhereUsedTab } from "./where-used-tab.tsx";

const route = getRouteApi("/shell/entities/$kind/$id");

interface EntityViewProps {
  readonly kind: EntityKind;
  readonly read: ReadEntity;
}

/** Everything about one entity. Each tab has an address. */
export function EntityView({ kind, read }: EntityViewProps) {
  const types = useEntityTypes();
  return <Loaded query={types}>{(known) => <KnownView kind={kind} read={read} types={known} />}</Loaded>;
}

interface KnownViewProps extends EntityViewProps {
  readonly types: readonly EntityType[];
}

function KnownView({ kind, read, types }: KnownViewProps) {
  const { entity } = read;
  const view = useView(kind, entity, types);
  const { isPast, mayAdd, edits, family, properties, described, presentation, pictureSlug } = view;
  const fill = useFill(entity, pictureSlug, edits);
  const state = statePropertyOf(properties);
  const options = placeOf(entity) === "family" ? (family?.options ?? []) : [];
  return (
    <PageFrame
      title={fullTitleOf(entity)}
      crumbs={[listOf(kind, entity, types)]}
      description={
        <Group gap="xs" mt={4}>
          <Key entity={entity} />
          {state !== undefined && <StateMenu entity={entity} property={state} edits={edits} />}
        </Group>
      }
      actions={
        <>
          {!isPast && <CompletenessMenu kind={kind} entity={entity} properties={properties} onFill={edits && fill} />}
          <EntityActions kind={kind} entity={entity} options={options} isPast={isPast} />
        </>
      }
    >
      {isPast && <PastNote entity={entity} />}
      {edits?.collision !== undefined && (
        <FieldConflict kind={kind} collision={edits.collision} fields={properties} edits={edits} />
      )}
      <div className={classes["top"]}>
        <Hero
          entity={entity}
          properties={properties}
          pictureSlug={pictureSlug}
          ratio={presentation.pictureRatio}
          edits={edits}
        />
        <div className={classes["facts"]}>
          <KeyFacts entity={entity} facts={presentation.keyFacts ?? []} properties={properties} />
          {family !== undefined && (
            <ColorwayStrip family={family} currentId={entity.id} properties={described} mayAdd={mayAdd} />
          )}
          <ViewTabs
            kind={kind}
            read={read}
            types={types}
            details={
              <DetailsTab
                entity={entity}
                family={family?.style}
                sections={arrangeSections(properties, presentation, pictureSlug)}
                edits={edits}
              />
            }
            activity={
              <ActivityTab
                kind={kind}
                entity={entity}
                properties={[...commonFields(kind), ...described]}
                edits={edits}
                isColorways={isColorways(family?.options ?? [])}
              />
            }
          />
        </div>
      </div>
    </PageFrame>
  );
}

/** What the parts of the page share. */
function useView(kind: EntityKind, entity: AnyEntity, types: readonly EntityType[]) {
  const { who } = useSession();
  const { asOf, field } = route.useSearch();
  const isPast = asOf !== undefined;
  const fieldEdits = useFieldEdits(kind, entity.id, field);
  const edits = isPast || !mayDo(who, "update", entity.typePath) ? undefined : fieldEdits;
  useUndoKey(edits);
  const described = propertiesAt(types, entity.typePath);
  const all = [...commonFields(kind), ...described, ...seenProperties(entity, described)];
  return {
    ...{ isPast, edits, described },
    mayAdd: !isPast && mayDo(who, "create", entity.typePath),
    family: useFamily(kind, entity, isPast),
    presentation: presentationAt(types, entity.typePath),
    properties: visibleProperties(entity, all),
    pictureSlug: picturePropertyOf(entity.typePath, usePictureProperties()),
  };
}

/** The list of the type, by its plural. */
function listOf(kind: EntityKind, { typePath }: AnyEntity, types: readonly EntityType[]) {
  const type = types.find((one) => one.typePath === typePath);
  const isKind = typePath === kind.name || type === undefined;
  const title = isKind ? kind.many : (type.effectivePresentation.pluralLabel ?? type.label);
  const search = isKind ? {} : { type: typePath };
  return { title, link: { to: "/entities/$kind", params: { kind: kind.path }, search } } as const;
}

/** The key by which people know the entity. */
function Key({ entity }: { readonly entity: AnyEntity }) {
  const { identifier, federatedId } = entity;
  const key = typeof identifier === "string" && identifier !== "" ? identifier : federatedId;
  return key === undefined ? null : <span style={{ overflowWrap: "anywhere" }}>{key}</span>;
}

/** Opens what is missing: its editor, the picture, or the style that stores it. */
function useFill(entity: AnyEntity, pictureSlug: string | undefined, edits: FieldEdits | undefined) {
  const navigate = useNavigate();
  return (slug: string) => {
    if (slug === pictureSlug) {
      document.getElementById(fieldId(slug))?.querySelector<HTMLElement>("button")?.focus();
      return;
    }
    void navigate({
      to: "/entities/$kind/$id",
      params: (params) => ({ kind: params.kind ?? "", id: entity.id }),
      search: {},
      replace: true,
    }).then(() => edits?.open(slug));
  };
}

/** Ctrl+Z undoes the last edit, except in a field, where it belongs to the text. */
function useUndoKey(edits: FieldEdits | undefined): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isInField =
        event.target instanceof Element && event.target.closest("input, textarea, [contenteditable=true]") !== null;
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
      if (isUndo && !isInField && edits?.undoLast() === true) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

interface ViewTabsProps extends KnownViewProps {
  readonly details: ReactNode;
  readonly activity: ReactNode;
}

function ViewTabs({ kind, read, types, details, activity }: ViewTabsProps) {
  const { tab = "details", asOf } = route.useSearch();
  const navigate = route.useNavigate();
  const { entity } = read;
  const { who } = useSession();
  const referrals = referralsTo(types, entity).filter((referral) => mayDo(who, "read", referral.kind.name));
  const { total } = useReferralCounts(referrals, entity.id);
  const titles: Readonly<Record<EntityTab, string>> = {
    details: "Details",
    used: total === undefined ? "Where used" : `Where used ${formatNumber(total)}`,
    activity: "Activity",
    data: "Data",
  };
  return (
    <Tabs
      value={tab}
      onChange={(next) => {
        const chosen = entityTabs.find((one) => one === next);
        void navigate({
          search: (search) => ({ ...search, field: undefined, tab: chosen === "details" ? undefined : chosen }),
          resetScroll: false,
        });
      }}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {entityTabs.map((one) => (
          <Tabs.Tab key={one} value={one} px={{ base: 10, sm: "md" }}>
            {titles[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="details">{details}</Tabs.Panel>
      <Tabs.Panel value="used">
        <WhereUsedTab kind={kind} entity={entity} types={types} referrals={referrals} isUnused={total === 0} />
      </Tabs.Panel>
      <Tabs.Panel value="activity">{activity}</Tabs.Panel>
      <Tabs.Panel value="data">
        <DataTab kind={kind} read={read} asOf={asOf} />
      </Tabs.Panel>
    </Tabs>
  );
}

function PastNote({ entity }: { readonly entity: AnyEntity }) {
  return (
    <Alert variant="outline" icon={<Icon name="clock" />} title={`Past version ${entity.version}`}>
      <Text size="sm" c="var(--weft-text)">
        The state after a change <TimeAgo time={entity.updatedOn} />. Past versions are read-only.{" "}
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              {...props}
              from="/entities/$kind/$id"
              to="."
              search={(search: EntitySearch) => ({ ...search, asOf: undefined })}
            />
          )}
        >
          View current version
        </Anchor>
      </Text>
    </Alert>
  );
}

interface FieldConflictProps {
  readonly kind: EntityKind;
  readonly collision: Collision;
  readonly fields: readonly EntityProperty[];
  readonly edits: FieldEdits;
}

/** Another user changed the same field first: both values, to choose from. */
function FieldConflict({ kind, collision, fields, edits }: FieldConflictProps) {
  const weft = useWeft();
  const { theirs } = collision;
  const write = { entityName: kind.name, id: theirs.id, ifMatch: theirs.version };
  return (
    <ConflictPanel
      {...collision}
      fields={fields}
      save={(body) => weft.entities.update<AnyEntity>({ ...write, body })}
      onSaved={edits.decide}
      onAgain={edits.collide}
      onGiveUp={() => edits.decide(undefined)}
    />
  );
}
