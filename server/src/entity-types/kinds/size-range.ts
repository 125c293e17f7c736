import { error, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { readTextList, splitList } from "./read-list.ts";
import { validateText } from "./validate-text.ts";

const sizesMax = 200;

/** Whether the sizes belong to a template is checked where the template is known. */
export const sizeRangeKind: PropertyKind = {
  ordering: "none",
  readJson(value) {
    const sizes = sizesOf(value);
    return sizes === undefined ? error('must be an object such as {"sizes": ["S", "M", "L"]}.') : readSizes(sizes);
  },
  readCell: (cell) => readSizes(splitList(cell)),
  validateDefinition: ({ slug, templateProperty }) =>
    templateProperty === slug ? "templateProperty must be another property, the one with the template." : undefined,
};

function sizesOf(value: unknown): readonly unknown[] | undefined {
  const isOnlySizes = typeof value === "object" && value !== null && Object.keys(value).join() === "sizes";
  return isOnlySizes && "sizes" in value && Array.isArray(value.sizes) ? value.sizes : undefined;
}

function readSizes(sizes: readonly unknown[]): Reading {
  if (sizes.length > sizesMax) {
    return error(`must have at most ${sizesMax} sizes.`);
  }
  const reading = readTextList(sizes, validateSize);
  return "error" in reading ? reading : stored({ sizes: reading.value });
}

function validateSize(size: string): string | undefined {
  return size === "" ? "contains an empty size. Remove it." : validateText(size);
}
