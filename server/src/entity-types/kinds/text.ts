import type { PropertyKind } from "./property-kind.ts";
import { stringKind } from "./string.ts";

/** Long text: not ordered, otherwise like a string. */
export const textKind: PropertyKind = { ...stringKind, ordering: "none" };
