import { ActionIcon, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, lazy, Suspense, useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import type { AnyEntity } from "../any-entity.ts";
import { kindOfType } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import { EntityPicture } from "../pictures/picture.tsx";
import { useReferred } from "../use-referred.ts";
import classes from "./colorway-strip.module.css";
import { type Family, isColorways } from "./use-family.ts";

const AddColorways = lazy(async () => ({ default: (await import("../colorways/add-colorways.tsx")).AddColorways }));

const route = getRouteApi("/shell/entities/$kind/$id");

interface ColorwayStripProps {
  readonly family: Family;
  readonly currentId: string;
  readonly properties: readonly EntityProperty[];
  readonly mayAdd: boolean;
}

/** The style and its options as small pictures. The arrow keys move between them; one of them is in the order of Tab. */
export function ColorwayStrip({ family, currentId, properties, mayAdd }: ColorwayStripProps) {
  const { tab } = route.useSearch();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, { open, close }] = useDisclosure(false);
  const { style, options } = family;
  const colors = properties.filter(isColor);
  const referred = useReferred(options, colors);
  const members = [style, ...options];
  const noun = isColorways(options) ? "Colorways" : "Options";
  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighborOf(members, currentId, event.key);
    if (next === undefined) return;
    event.preventDefault();
    void navigate({
      to: "/entities/$kind/$id",
      params: { kind: "items", id: next.id },
      search: { tab },
      replace: true,
      resetScroll: false,
    });
    list.current?.querySelector<HTMLElement>(`[data-id="${next.id}"]`)?.focus();
  };
  return (
    <nav aria-label={noun} className={classes["strip"]}>
      <Text size="xs" c="dimmed" className={classes["noun"] ?? ""}>
        {noun} {options.length}
      </Text>
      <ul ref={list} className={classes["list"]} onKeyDown={onKeyDown}>
        {members.map((member) => (
          <li key={member.id}>
            <Link
              to="/entities/$kind/$id"
              params={{ kind: "items", id: member.id }}
              search={{ tab }}
              resetScroll={false}
              className={classes["tile"] ?? ""}
              data-id={member.id}
              tabIndex={member.id === currentId ? 0 : -1}
              {...(member.id === currentId ? { "aria-current": "page" } : {})}
            >
              <EntityPicture entity={member} width={48} height={60} />
              <span className={classes["name"]}>
                {member.id !== style.id && <Swatch hex={hexOf(member, colors, referred)} size={12} />}
                <span className={classes["text"]}>{member.id === style.id ? "Style" : nameOf(member)}</span>
              </span>
            </Link>
          </li>
        ))}
        {mayAdd && isColorways(options) && (
          <li>
            <ActionIcon variant="default" className={classes["add"] ?? ""} aria-label="Add colorways" onClick={open}>
              <Icon name="plus" />
            </ActionIcon>
          </li>
        )}
      </ul>
      {isOpen && (
        <Suspense>
          <AddColorways style={style} options={options} properties={properties} onClose={close} />
        </Suspense>
      )}
    </nav>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The member that a key moves to. */
export function neighborOf<Member extends { readonly id: string }>(
  members: readonly Member[],
  currentId: string,
  key: string,
): Member | undefined {
  const place = members.findIndex(({ id }) => id === currentId);
  if (key === "Home") return place === 0 ? undefined : members[0];
  if (key === "End") return place === members.length - 1 ? undefined : members.at(-1);
  const step = steps[key];
  return step === undefined || place < 0 ? undefined : members[place + step];
}

function nameOf({ optionName, name, federatedId }: AnyEntity): string {
  return typeof optionName === "string" && optionName !== "" ? optionName : (name ?? federatedId ?? "Unnamed");
}

function hexOf(
  option: AnyEntity,
  colors: readonly EntityProperty[],
  referred: ReturnType<typeof useReferred>,
): string | undefined {
  return colors.map(({ slug }) => referred.get(String(option[slug]))?.hex).find((hex) => hex !== undefined);
}

function isColor({ referenceType, propertyType }: EntityProperty): boolean {
  return propertyType === "object_reference" && kindOfType(referenceType ?? "")?.name === "color";
}
