import type { Fuel } from "../fuel.ts";

const comparedPerCharacter = 256;

/**
 * Charges for one pass of a plain search. V8 may compare the whole search text at every position: one lastIndexOf of
 * 30,000 in 60,000 characters takes a second.
 */
export function chargeSearch(text: string, searched: string, fuel: Fuel): void {
  const places = Math.max(1, text.length - searched.length + 1);
  fuel.scanLong(places + Math.floor((places * searched.length) / comparedPerCharacter));
}
