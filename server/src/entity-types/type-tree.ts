import assert from "node:assert";
import type { EntityKindName, Presentation, PropertyDefinition } from "@weft/contract";
import type { OptionPair } from "./kinds/property-kind.ts";
import { type RootType, rootTypes } from "./root-types.ts";

/** A type as an org stores it: a node of its tree with the properties that it adds. */
export interface TypeNode {
  readonly typePath: string;
  readonly label: string;
  readonly mode: "open" | "strict";
  /** False for a type that was seen on an entity and never defined. */
  readonly isDescribed: boolean;
  readonly properties: readonly PropertyDefinition[];
  /** Undefined if the type has none of its own. */
  readonly presentation?: Presentation | undefined;
}

/** A property of a type with its dependencies, and the type that declares it. */
export interface ResolvedProperty extends PropertyDefinition {
  readonly declaredBy: string;
  readonly options: readonly OptionPair[];
  readonly isBuiltIn: boolean;
}

/** A type with everything it inherits. */
export interface ResolvedType {
  readonly root: RootType;
  readonly typePath: string;
  readonly mode: "open" | "strict";
  /** False for a path whose last segments no entity has used yet: it behaves like its nearest known ancestor. */
  readonly isKnown: boolean;
  readonly properties: ReadonlyMap<string, ResolvedProperty>;
}

/** The types of one org at one point in time. */
export class TypeTree {
  readonly version: number;
  readonly #nodes: ReadonlyMap<string, TypeNode>;
  readonly #optionSets: ReadonlyMap<string, readonly OptionPair[]>;
  readonly #resolved = new Map<string, ResolvedType>();
  readonly #propertiesOfRoots = new Map<string, ReadonlyMap<string, ResolvedProperty>>();

  constructor(version: number, nodes: readonly TypeNode[], optionSets: ReadonlyMap<string, readonly OptionPair[]>) {
    this.version = version;
    this.#nodes = new Map([...rootTypes.map(nodeOfRoot), ...nodes].map((node) => [node.typePath, node]));
    this.#optionSets = optionSets;
  }

  /** The tree with this type in place of the one at its path. */
  withNode(node: TypeNode): TypeTree {
    const others = this.nodes().filter(({ typePath }) => typePath !== node.typePath);
    return new TypeTree(this.version, [...others, node], this.#optionSets);
  }

  withOptions(optionSetId: string, options: readonly OptionPair[]): TypeTree {
    return new TypeTree(this.version, this.nodes(), new Map([...this.#optionSets, [optionSetId, options]]));
  }

  nodeAt(typePath: string): TypeNode | undefined {
    return this.#nodes.get(typePath);
  }

  nodes(): readonly TypeNode[] {
    return [...this.#nodes.values()];
  }

  optionsOf(optionSetId: string): readonly OptionPair[] | undefined {
    return this.#optionSets.get(optionSetId);
  }

  /** The type at the path; the path must begin with a root type. */
  typeAt(typePath: string): ResolvedType {
    const known = this.#resolved.get(typePath);
    if (known !== undefined) {
      return known;
    }
    const resolved = this.#resolve(typePath);
    // Unknown paths come from callers: caching them would let any caller fill the memory.
    if (resolved.isKnown) {
      this.#resolved.set(typePath, resolved);
    }
    return resolved;
  }

  /** The path itself and all known paths below it. */
  pathsBelow(typePath: string): string[] {
    const below = [...this.#nodes.keys()].filter((path) => path.startsWith(`${typePath}:`));
    return [typePath, ...below];
  }

  /** Every property that an entity of this root type may have, in any subtype; the first of a name wins. */
  propertiesBelow(entityType: string): ReadonlyMap<string, ResolvedProperty> {
    let properties = this.#propertiesOfRoots.get(entityType);
    if (properties === undefined) {
      const all = this.pathsBelow(entityType).flatMap((path) => [...this.typeAt(path).properties.values()]);
      properties = new Map(all.reverse().map((property) => [property.slug, property]));
      this.#propertiesOfRoots.set(entityType, properties);
    }
    return properties;
  }

  #resolve(typePath: string): ResolvedType {
    const root = rootTypeOf(typePath);
    assert(root !== undefined, `no root type for ${typePath}`);
    const lineage = lineageOf(typePath);
    const properties = new Map(
      root.properties.map((property) => [property.slug, this.#resolveProperty(property, root.name, true)]),
    );
    let nearest: TypeNode | undefined;
    for (const path of lineage) {
      const node = this.#nodes.get(path);
      nearest = node ?? nearest;
      for (const property of node?.properties ?? []) {
        properties.set(property.slug, this.#resolveProperty(property, path, false));
      }
    }
    return { root, typePath, mode: nearest?.mode ?? "open", isKnown: this.#nodes.has(typePath), properties };
  }

  #resolveProperty(property: PropertyDefinition, declaredBy: string, isBuiltIn: boolean): ResolvedProperty {
    const options = property.optionSetId === undefined ? [] : (this.#optionSets.get(property.optionSetId) ?? []);
    return { ...property, declaredBy, isBuiltIn, options };
  }
}

const rootsByName: ReadonlyMap<string, RootType> = new Map(rootTypes.map((root) => [root.name, root]));

export function rootTypeOf(typePath: string): RootType | undefined {
  return rootsByName.get(entityTypeOf(typePath));
}

export function isEntityKindName(name: string): name is EntityKindName {
  return rootsByName.has(name);
}

/** The first segment of a path: item in item:product:apparel. */
export function entityTypeOf(typePath: string): string {
  const end = typePath.indexOf(":");
  return end < 0 ? typePath : typePath.slice(0, end);
}

/** The path and its ancestors, the root first. */
export function lineageOf(typePath: string): string[] {
  const steps = typePath.split(":");
  return steps.map((_, index) => steps.slice(0, index + 1).join(":"));
}

function nodeOfRoot(root: RootType): TypeNode {
  return { typePath: root.name, label: root.label, mode: "open", isDescribed: true, properties: [] };
}
