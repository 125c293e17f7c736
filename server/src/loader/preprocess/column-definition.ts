import type { LoadConfiguration } from "@weft/contract";

/** An entry of conditionalColumns. */
export type ColumnDefinition = NonNullable<LoadConfiguration["conditionalColumns"]>[number];
