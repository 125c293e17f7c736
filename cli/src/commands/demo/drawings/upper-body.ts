import { area, areas, buttons, type Shape, seam, seams, symmetric } from "./shapes.ts";

/** The cut of a garment for the upper body, in units of the sheet. */
export interface Cut {
  readonly neck: number;
  readonly neckDepth: number;
  readonly shoulder: number;
  readonly waist: number;
  readonly hem: number;
  readonly bottom: number;
  /** Where the sleeve ends; 0 without sleeves. */
  readonly sleeve: number;
  readonly sleeveWidth: number;
}

const top = 20;
const armpit = top + 23;
const regular: Cut = {
  ...{ neck: 8.5, neckDepth: 5, shoulder: 20, waist: 19, hem: 19.5, bottom: 96, sleeve: 86, sleeveWidth: 8.5 },
};

export function cutOf(change: Partial<Cut>): Cut {
  return { ...regular, ...change };
}

/** Sleeves, the back of the neck, and the body over them. */
export function body(cut: Cut): Shape[] {
  const { neck, neckDepth, shoulder, waist, hem, bottom } = cut;
  const chest = shoulder - 1;
  const backOfNeck = symmetric(
    `M50 ${top - 0.5} Q${50 + neck * 0.6} ${top - 0.5} ${50 + neck} ${top - 1.5} L${50 + neck} ${top + 3} Q50 ${top + neckDepth + 6} 50 ${top + neckDepth + 4}`,
    "shade",
  );
  const front = symmetric(
    `M50 ${top + neckDepth} Q${50 + neck * 0.75} ${top + neckDepth} ${50 + neck} ${top - 1.5} L${50 + shoulder} ${top + 4.5} ` +
      `Q${50 + shoulder - 3.5} ${top + 14} ${50 + chest} ${armpit} C${50 + chest - 0.5} ${armpit + 12} ${50 + waist} ${armpit + 16} ${50 + waist} ${armpit + 24} ` +
      `C${50 + waist} ${armpit + 34} ${50 + hem} ${bottom - 12} ${50 + hem} ${bottom} Q${50 + hem / 2} ${bottom + 1} 50 ${bottom + 1}`,
  );
  return [...(cut.sleeve === 0 ? [] : sleeves(cut)), ...backOfNeck, ...front, ...folds(cut)];
}

function sleeves({ shoulder, sleeve, sleeveWidth }: Cut): Shape[] {
  const outer = 50 + shoulder + 3 + (sleeve - top) * 0.13;
  return areas(
    `M${50 + shoulder - 1} ${top + 3.8} C${50 + shoulder + 4} ${top + 5} ${outer - 1.5} ${top + 16} ${outer} ${sleeve - 1} ` +
      `Q${outer - sleeveWidth / 2} ${sleeve + 1.5} ${outer - sleeveWidth} ${sleeve} Q${50 + shoulder - 2} ${armpit + 14} ${50 + shoulder - 2} ${armpit + 2} L${50 + shoulder - 4} ${top + 12}`,
  );
}

/** Shaded sides, so that the body stands out from the sleeves. */
function folds({ shoulder, waist, hem, bottom }: Cut): Shape[] {
  return seams(
    `M${50 + shoulder - 2.2} ${armpit + 3} C${50 + shoulder - 2.2} ${armpit + 14} ${50 + waist - 1.8} ${armpit + 18} ${50 + waist - 1.8} ${armpit + 25} C${50 + waist - 1.8} ${armpit + 34} ${50 + hem - 1.8} ${bottom - 12} ${50 + hem - 1.8} ${bottom - 1}`,
    "shade",
    1.6,
  );
}

export function cuffs({ shoulder, sleeve, sleeveWidth }: Cut, height = 4): Shape[] {
  const outer = 50 + shoulder + 3 + (sleeve - top) * 0.13;
  return areas(
    `M${outer + 0.2} ${sleeve - height} L${outer} ${sleeve + 0.5} Q${outer - sleeveWidth / 2} ${sleeve + 3} ${outer - sleeveWidth} ${sleeve + 1} L${outer - sleeveWidth - 0.2} ${sleeve - height + 1} Q${outer - sleeveWidth / 2} ${sleeve - height + 2} ${outer + 0.2} ${sleeve - height}`,
    "shade",
  );
}

export function ribbedHem({ hem, bottom }: Cut, height = 5): Shape[] {
  const ribs = Array.from({ length: 13 }, (_, index) => 50 - hem + 2 + (index * (2 * hem - 4)) / 12);
  return [
    ...symmetric(
      `M50 ${bottom - height} L${50 + hem - 0.2} ${bottom - height - 0.5} L${50 + hem - 1} ${bottom} Q${50 + hem / 2} ${bottom + 1} 50 ${bottom + 1}`,
      "shade",
    ),
    ...ribs.map((x) => seam(`M${x} ${bottom - height + 0.8} L${x} ${bottom}`)),
  ];
}

export function roundNeck({ neck, neckDepth }: Cut): Shape[] {
  return symmetric(
    `M50 ${top + neckDepth} Q${50 + neck * 0.75} ${top + neckDepth} ${50 + neck} ${top - 1.5} L${50 + neck + 2.2} ${top - 0.8} Q${50 + neck * 0.95} ${top + neckDepth + 3} 50 ${top + neckDepth + 3}`,
    "shade",
  );
}

export function rollNeck({ neck }: Cut): Shape[] {
  return [
    ...symmetric(
      `M50 ${top - 8} L${50 + neck - 1} ${top - 8} Q${50 + neck} ${top - 3} ${50 + neck + 1.5} ${top + 1} Q50 ${top + 8} 50 ${top + 5}`,
    ),
    seam(`M${50 - neck} ${top - 3} Q50 ${top} ${50 + neck} ${top - 3}`),
  ];
}

export function vNeck(depth: number, width = 8.5): Shape[] {
  return [
    ...symmetric(`M50 ${top - 1} L${50 + width} ${top - 1.5} L50 ${top + depth}`, "shade"),
    ...seams(`M${50 + width + 1} ${top - 1} L50 ${top + depth + 1.5}`, "shade", 1.8),
    ...seams(`M${50 + width + 2} ${top - 0.6} L50 ${top + depth + 3}`),
  ];
}

export function collar(spread = 6): Shape[] {
  return [
    ...symmetric(
      `M50 ${top - 4} Q54 ${top - 4} 57.5 ${top - 5} L58.5 ${top - 1} Q54 ${top + 4} 50 ${top + 5}`,
      "shade",
    ),
    ...areas(
      `M57.5 ${top - 5} L60 ${top - 0.5} L${53 + spread} ${top + 9} L50 ${top + 5} Q56 ${top + 1} 57.5 ${top - 5}`,
    ),
  ];
}

export function placket(from: number, to: number, count: number): Shape[] {
  return [
    seam(`M48.6 ${from} L48.6 ${to}`),
    seam(`M51.6 ${from} L51.6 ${to}`),
    ...buttons(50.1, from + 4, to - 6, count),
  ];
}

export function zip(from: number, to: number): Shape[] {
  return [seam(`M50 ${from} L50 ${to}`, "line", 1.1), seam(`M50 ${from} L50 ${to}`, "trim", 0.45)];
}

/** Lapels that meet where the front closes. */
export function lapels(close: number): Shape[] {
  return [
    ...symmetric(`M50 ${top - 2} Q55 ${top - 2} 58 ${top - 3} L50 ${close}`, "shade"),
    ...areas(
      `M57.5 ${top - 4} L60.5 ${top - 0.5} L62.5 ${top + 9} L59 ${top + 10.5} L61 ${top + 13} Q57 ${close - 8} 50 ${close} L57 ${top}`,
    ),
    ...seams(`M59 ${top + 10.5} L56 ${top + 6}`),
  ];
}

export function flapPockets(y: number, width = 9): Shape[] {
  return areas(`M56 ${y} L${56 + width} ${y} L${56 + width} ${y + 3.5} L56 ${y + 3.5}`);
}

export function slantPockets(y: number): Shape[] {
  return seams(`M58 ${y} L62 ${y + 12}`, "line", 0.7);
}

export function patchPocket(y: number): Shape[] {
  return area(`M55 ${y} L63 ${y} L63 ${y + 8} L59 ${y + 10} L55 ${y + 8}`);
}

export function hood(): Shape[] {
  return [
    ...symmetric(
      `M50 ${top - 10} Q60 ${top - 10} 63 ${top - 1} Q63 ${top + 5} 58 ${top + 8} Q54 ${top + 10} 50 ${top + 10}`,
    ),
    ...symmetric(`M50 ${top - 5} Q56 ${top - 5} 58 ${top} Q57 ${top + 5} 50 ${top + 8}`, "shade"),
  ];
}

export function belt(y: number, width: number): Shape[] {
  return [
    ...symmetric(`M50 ${y} L${50 + width} ${y} L${50 + width} ${y + 4} L50 ${y + 4}`, "shade"),
    ...area(`M47 ${y - 0.7} L53 ${y - 0.7} L53 ${y + 4.7} L47 ${y + 4.7}`, "trim"),
    ...area(`M52 ${y + 4} L55 ${y + 4} L57 ${y + 17} L54 ${y + 17}`, "shade"),
  ];
}
