import type { EntityType, Presentation } from "@weft/client";

/** A presentation while it is edited. Empty parts are inherited from the types above. */
export interface LookDraft {
  readonly pluralLabel: string;
  readonly icon: Presentation["icon"] | "";
  readonly pictureProperty: string;
  readonly pictureRatio: NonNullable<Presentation["pictureRatio"]> | "";
  readonly keyFacts: readonly string[];
  readonly sections: readonly SectionDraft[];
}

export interface SectionDraft {
  /** Identifies it while it is moved and renamed. */
  readonly key: number;
  readonly title: string;
  readonly properties: readonly string[];
}

/** The order in which they are offered. */
export const pictureRatios = ["1:1", "4:5", "3:4", "4:3"] as const satisfies readonly Presentation["pictureRatio"][];

export function lookDraftOf({ presentation }: Pick<EntityType, "presentation">): LookDraft {
  const { pluralLabel, icon, pictureProperty, pictureRatio, keyFacts, sections } = presentation ?? {};
  return {
    pluralLabel: pluralLabel ?? "",
    icon: icon ?? "",
    pictureProperty: pictureProperty ?? "",
    pictureRatio: pictureRatio ?? "",
    keyFacts: keyFacts ?? [],
    sections: (sections ?? []).map((section, key) => ({ ...section, key })),
  };
}

/** What is sent: only what the type says itself; null if it says nothing. */
export function presentationOf(draft: LookDraft): Presentation | null {
  const { icon, pictureProperty, pictureRatio, keyFacts } = draft;
  const pluralLabel = draft.pluralLabel.trim();
  const sections = draft.sections
    .map(({ title, properties }) => ({ title: title.trim(), properties: [...properties] }))
    .filter(({ title, properties }) => title !== "" || properties.length > 0);
  const presentation: Presentation = {
    ...(pluralLabel === "" ? {} : { pluralLabel }),
    ...(icon === "" || icon === undefined ? {} : { icon }),
    ...(pictureProperty === "" ? {} : { pictureProperty }),
    ...(pictureRatio === "" ? {} : { pictureRatio }),
    ...(keyFacts.length === 0 ? {} : { keyFacts: [...keyFacts] }),
    ...(sections.length === 0 ? {} : { sections }),
  };
  return Object.keys(presentation).length === 0 ? null : presentation;
}

/** The first error of the sections, as a sentence. */
export function validateSections(sections: readonly SectionDraft[]): string | null {
  if (sections.some(({ title, properties }) => title.trim() === "" && properties.length > 0)) {
    return "Every section needs a title.";
  }
  const seen = new Set<string>();
  const twice = sections.flatMap(({ properties }) => properties).find((slug) => seen.size === seen.add(slug).size);
  return twice === undefined ? null : `The property ${twice} is in two sections.`;
}

/** The properties of a type by slug, with their label; its own first. */
export function propertyChoices({ properties, inheritedProperties }: EntityType) {
  const all = [...properties, ...inheritedProperties.filter(({ isBuiltIn }) => isBuiltIn !== true)];
  return all.map(({ slug, label, propertyType }) => ({ slug, label, propertyType }));
}
