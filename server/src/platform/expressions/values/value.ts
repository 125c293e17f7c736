/**
 * Every value that can exist during an evaluation. Objects are maps, so that no prototype can be reached, and no value
 * contains a function, so that conversions never run a tenant's code.
 */
export type Value = string | number | boolean | null | undefined | Date | Value[] | Map<string, Value>;
