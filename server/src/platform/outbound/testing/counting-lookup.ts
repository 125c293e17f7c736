import type { LookupAddresses } from "../address-rules.ts";

/** A resolver that returns the given lists of addresses one after the other, and then repeats the last one. */
export function countingLookup(...answers: string[][]): { readonly lookup: LookupAddresses; readonly asked: string[] } {
  const asked: string[] = [];
  const lookup = async (hostname: string) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    return answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return { lookup, asked };
}
