import type { LoadConfiguration } from "@weft/contract";
import { rootTypes } from "../../entity-types/root-types.ts";
import { closestName } from "../../platform/closest-name.ts";

/** The columns that rows will have, according to headers and configuration. */
export class AvailableColumns {
  readonly #headers: ReadonlySet<string>;
  readonly #columns: ReadonlySet<string>;
  readonly #labels: ReadonlySet<string>;

  constructor(configuration: LoadConfiguration, headers: readonly string[]) {
    const { federatedMappings = {}, conditionalColumns = [], propertiesToRemove = [] } = configuration;
    const removed = new Set(propertiesToRemove);
    const kept = [...headers, ...Object.keys(federatedMappings)].filter((name) => !removed.has(name));
    this.#headers = new Set(headers);
    // Conditional columns are added after the removal.
    this.#columns = new Set([...kept, ...conditionalColumns.map(({ toProperty }) => toProperty)]);
    this.#labels = new Set(kept.map((name) => name.toLowerCase()));
  }

  /** For a required field. Step 4 also finds a built-in property by its label. */
  has(field: string): boolean {
    return this.#columns.has(field) || labelsOf(field).some((label) => this.#labels.has(label));
  }

  /** For a field that reads the original cell, or the computed column if the file has none. */
  hasMark(column: string): boolean {
    return this.#headers.has(column) || this.#columns.has(column);
  }

  nearestTo(column: string): string | undefined {
    return closestName(column, new Set([...this.#headers, ...this.#columns]));
  }
}

function labelsOf(slug: string): string[] {
  const properties = rootTypes.flatMap((root) => root.properties).filter((property) => property.slug === slug);
  return properties.map(({ label }) => label.toLowerCase());
}
