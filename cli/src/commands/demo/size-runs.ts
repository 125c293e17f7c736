export interface SizeRun {
  readonly federatedId: string;
  readonly name: string;
  readonly sizes: readonly string[];
}

const runs = {
  alpha: ["Alpha XS–XXL", "XS S M L XL XXL"],
  women: ["Women 34–46", "34 36 38 40 42 44 46"],
  men: ["Men 46–56", "46 48 50 52 54 56"],
  denim: ["Denim 26–36", "26 27 28 29 30 31 32 33 34 36"],
  shoesWomen: ["Shoes women 36–42", "36 37 38 39 40 41 42"],
  shoesMen: ["Shoes men 40–46", "40 41 42 43 44 45 46"],
  belts: ["Belts 75–105", "75 85 95 105"],
  socks: ["Socks", "36-38 39-42 43-46"],
  one: ["One size", "One"],
} as const;

export type SizeRunName = keyof typeof runs;

export const sizeRuns: Readonly<Record<SizeRunName, SizeRun>> = {
  alpha: sizeRun("alpha"),
  women: sizeRun("women"),
  men: sizeRun("men"),
  denim: sizeRun("denim"),
  shoesWomen: sizeRun("shoesWomen"),
  shoesMen: sizeRun("shoesMen"),
  belts: sizeRun("belts"),
  socks: sizeRun("socks"),
  one: sizeRun("one"),
};

function sizeRun(key: SizeRunName): SizeRun {
  const [name, sizes] = runs[key];
  return { federatedId: `WEFT-RUN-${key}`, name, sizes: sizes.split(" ") };
}
