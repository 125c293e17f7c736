import { area, areas, button, type Shape, seam, seams, symmetric } from "./shapes.ts";

/** The cut of trousers, in units of the sheet; widths from the middle of the leg. */
interface Cut {
  readonly hip: number;
  readonly knee: number;
  readonly hem: number;
  readonly bottom: number;
}

const top = 14;
const crotch = 45;

function trousers({ hip, knee, hem, bottom }: Cut): Shape[] {
  const kneeY = crotch + (bottom - crotch) * 0.45;
  return [
    ...symmetric(
      `M50 ${top + 1} L64 ${top} C66 ${top + 10} ${50 + hip} ${crotch - 14} ${50 + hip} ${crotch - 2} C${50 + hip} ${crotch + 8} ${60 + knee} ${kneeY - 6} ${60 + knee} ${kneeY} ` +
        `L${61 + hem} ${bottom} Q61 ${bottom + 1.5} ${61 - hem} ${bottom} L${60 - knee + 1} ${kneeY} Q52 ${crotch + 12} 50 ${crotch}`,
    ),
    ...seams(
      `M${50 + hip - 1.8} ${crotch - 4} C${50 + hip - 1.8} ${crotch + 8} ${58.2 + knee} ${kneeY - 6} ${58.2 + knee} ${kneeY} L${59.2 + hem} ${bottom - 1}`,
      "shade",
      1.6,
    ),
    ...symmetric(`M50 ${top + 1} L64 ${top} L64.6 ${top + 4.5} L50 ${top + 5.5}`, "shade"),
    seam(`M50 ${top + 5.5} L50 ${crotch}`),
    ...button(50, top + 3.2),
  ];
}

function slantedPockets(): Shape[] {
  return seams(`M60 ${top + 5} L67 ${top + 18}`, "line", 0.6);
}

function creases(bottom: number): Shape[] {
  return seams(`M59 ${top + 6} L61 ${bottom}`, "shade", 0.7);
}

function jeansDetails(hem: number, bottom: number): Shape[] {
  return [
    ...seams(`M57 ${top + 5} Q58 ${top + 13} 67 ${top + 13}`, "trim", 0.5),
    ...seams(`M57 ${top + 5.6} Q58 ${top + 14} 67 ${top + 14}`, "line"),
    seam(`M53.5 ${top + 5.5} Q54 ${top + 19} 50 ${top + 22}`, "trim", 0.5),
    ...[55, 45, 62, 38].flatMap((x) =>
      area(`M${x - 0.8} ${top - 0.4} L${x + 0.8} ${top - 0.4} L${x + 0.8} ${top + 5.6} L${x - 0.8} ${top + 5.6}`),
    ),
    ...seams(`M${61 - hem} ${bottom - 2.5} L${61 + hem} ${bottom - 2.5}`, "trim", 0.5),
  ];
}

function skirt(hem: number, bottom: number): Shape[] {
  return [
    ...symmetric(
      `M50 24 L63 23 C67 34 ${48 + hem} ${bottom - 30} ${50 + hem} ${bottom} Q${50 + hem / 2} ${bottom + 3} 50 ${bottom + 3}`,
    ),
    ...symmetric("M50 24 L63 23 L64 28 L50 29", "shade"),
  ];
}

const pleats = [0, 1, 2, 3, 4].flatMap((index) => [
  ...seams(`M${51 + index * 2.6} 29 L${52.5 + index * 5.6} 106`, "line", 0.45),
  ...seams(`M${52 + index * 2.6} 29 L${54.2 + index * 5.6} 105.5`, "shade", 1.3),
]);

const shorts = { hip: 17, knee: 7, hem: 7.4, bottom: 74 } as const;

/** Drawings of trousers, shorts and skirts. */
export const bottoms: Readonly<Record<string, readonly Shape[]>> = {
  "Suit Trousers": [...trousers({ hip: 16, knee: 6.5, hem: 5.4, bottom: 116 }), ...creases(116), ...slantedPockets()],
  Chino: [...trousers({ hip: 16.5, knee: 6.6, hem: 5.2, bottom: 114 }), ...slantedPockets()],
  "Pleated Trousers": [
    ...trousers({ hip: 18, knee: 8.2, hem: 6.6, bottom: 116 }),
    ...creases(116),
    ...seams("M56 19 L57 32", "line", 0.5),
    ...slantedPockets(),
  ],
  "Corduroy Trousers": [
    ...trousers({ hip: 17, knee: 7.6, hem: 7, bottom: 115 }),
    ...[53, 56, 59, 62, 65].flatMap((x) => seams(`M${x} 22 Q${x + 0.5} 50 ${57 + (x - 53) * 0.75} 113`, "shade", 0.8)),
    ...slantedPockets(),
  ],
  "Linen Trousers": [
    ...trousers({ hip: 18, knee: 9, hem: 9, bottom: 113 }),
    ...seams("M51 27 Q53 33 52 39", "trim", 0.9),
  ],
  "Bermuda Shorts": [...trousers(shorts), ...slantedPockets(), ...seams("M53.6 70 L68.2 70")],
  "Straight Jeans": [...trousers({ hip: 16.5, knee: 7, hem: 6.6, bottom: 115 }), ...jeansDetails(6.6, 115)],
  "Slim Jeans": [...trousers({ hip: 16, knee: 5.8, hem: 4.4, bottom: 115 }), ...jeansDetails(4.4, 115)],
  "Wide-Leg Jeans": [...trousers({ hip: 17, knee: 9.5, hem: 11, bottom: 115 }), ...jeansDetails(11, 115)],
  "Denim Shorts": [...trousers({ ...shorts, bottom: 60 }), ...jeansDetails(7.4, 60)],
  "Pleated Skirt": [...skirt(28, 105), ...pleats, ...symmetric("M50 24 L63 23 L64 28 L50 29", "shade")],
  "Midi Skirt": [
    ...skirt(21, 108),
    seam("M50 29 L50 110"),
    ...[36, 46, 56, 66].flatMap((y) => button(51.8, y)),
    ...areas("M56 40 L64 38.5 L65 41 L56.5 42.5"),
  ],
};
