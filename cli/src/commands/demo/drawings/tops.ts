import { area, areas, button, buttons, type Shape, seam, seams, symmetric } from "./shapes.ts";
import {
  belt,
  body,
  type Cut,
  collar,
  cuffs,
  cutOf,
  flapPockets,
  hood,
  lapels,
  patchPocket,
  placket,
  ribbedHem,
  rollNeck,
  roundNeck,
  slantPockets,
  vNeck,
  zip,
} from "./upper-body.ts";

const coat = cutOf({ hem: 23, waist: 19.5, bottom: 112, shoulder: 21, sleeve: 88, sleeveWidth: 9.5 });
const jacket = cutOf({ bottom: 88, hem: 20.5, waist: 20, shoulder: 21, sleeve: 85, sleeveWidth: 9.5 });
const blazer = cutOf({ bottom: 93, hem: 21, waist: 18, shoulder: 20.5, sleeve: 87 });
const knit = cutOf({ bottom: 91, hem: 19, waist: 19.5, sleeve: 85, sleeveWidth: 8 });
const shirt = cutOf({ bottom: 97, hem: 20, waist: 18.5, neck: 8 });
const tee = cutOf({ bottom: 90, sleeve: 50, sleeveWidth: 12.5, hem: 19 });
const dress = cutOf({ waist: 15, hem: 27, bottom: 114, shoulder: 18, sleeve: 58, sleeveWidth: 9 });

const cables = [
  seams("M57 30 Q60 36 57 42 Q54 48 57 54 Q60 60 57 66 Q54 72 57 78 Q59 82 57 85"),
  seams("M59 30 Q56 36 59 42 Q62 48 59 54 Q56 60 59 66 Q62 72 59 78 Q57 82 59 85"),
].flat();

const quilting = [34, 43, 52, 61, 70, 79].flatMap((y) => [
  seam(`M30.5 ${y} Q50 ${y + 2.5} 69.5 ${y}`),
  ...seams(`M68.5 ${y} Q73 ${y + 3} 76 ${y + 1.5}`),
]);

function withoutSleeves(bottom: number): Cut {
  return cutOf({ shoulder: 17, waist: 17.5, hem: 18, bottom, sleeve: 0 });
}

/** Drawings of garments for the upper body, and of dresses. */
export const tops: Readonly<Record<string, readonly Shape[]>> = {
  "Wool Coat": [...body(coat), ...lapels(52), seam("M50 52 L50 113"), ...buttons(52.5, 56, 80, 3), ...flapPockets(76)],
  Overcoat: [
    ...body(coat),
    ...lapels(56),
    seam("M50 56 L50 113"),
    ...buttons(52.5, 59, 78, 3),
    ...flapPockets(74),
    ...seams("M60 42 L66 41", "line", 1),
  ],
  Parka: [
    ...body(cutOf({ ...coat, bottom: 100 })),
    ...hood(),
    ...zip(30, 100),
    ...flapPockets(72, 10),
    ...flapPockets(46, 8),
    seam("M30.5 64 Q50 66 69.5 64"),
  ],
  "Down Jacket": [
    ...body(jacket),
    ...quilting,
    ...symmetric(`M50 11 L58 11 Q60 17 60 21 Q54 25 50 25`),
    ...zip(12, 89),
  ],
  "Trench Coat": [
    ...body(coat),
    ...lapels(46),
    seam("M50 46 L50 113"),
    ...buttons(45, 50, 60, 2),
    ...buttons(55, 50, 60, 2),
    ...belt(64, 19.8),
    ...slantPockets(74),
    ...seams("M70 24 L76 23", "line", 0.8),
  ],
  "Bomber Jacket": [
    ...body(jacket),
    ...ribbedHem(jacket, 6),
    ...cuffs(jacket, 5),
    ...roundNeck(jacket),
    ...zip(25, 89),
    ...slantPockets(60),
  ],
  "Denim Jacket": [
    ...body(jacket),
    ...collar(7),
    ...placket(25, 88, 6),
    ...seams("M51.6 44 L68.5 42", "trim"),
    ...areas("M55 44 L63 44 L63 47 L59 49 L55 47"),
    ...seams("M56 50 L58 88", "trim"),
    ...seams("M65 46 L62 88", "trim"),
    ...cuffs(jacket, 4),
  ],
  "Linen Blazer": [...body(blazer), ...lapels(56), seam("M50 56 L50 94"), ...button(52, 59), ...patchPocket(70)],
  "Suit Jacket": [
    ...body(blazer),
    ...lapels(54),
    seam("M50 54 L50 94"),
    ...buttons(52, 57, 65, 2),
    ...flapPockets(72),
    ...area("M57 44 L63.5 43 L63.5 45 L57 46", "trim"),
  ],
  "Double-Breasted Blazer": [
    ...body(blazer),
    ...lapels(58),
    seam("M54 58 L54 94"),
    ...buttons(45, 60, 76, 3),
    ...buttons(56, 60, 76, 3),
    ...flapPockets(78, 9),
  ],
  Waistcoat: [
    ...body(withoutSleeves(80)),
    ...vNeck(26),
    seam("M50 47 L50 81"),
    ...buttons(51.8, 51, 76, 5),
    ...seams("M57 66 L64 65", "line", 0.9),
  ],
  "Crew-Neck Jumper": [...body(knit), ...ribbedHem(knit), ...cuffs(knit), ...roundNeck(knit)],
  "Roll-Neck Jumper": [...body(knit), ...ribbedHem(knit), ...cuffs(knit), ...rollNeck(knit)],
  "Cable Cardigan": [...body(knit), ...ribbedHem(knit), ...cuffs(knit), ...vNeck(20), ...cables, ...placket(41, 91, 5)],
  "V-Neck Pullover": [...body(knit), ...ribbedHem(knit), ...cuffs(knit), ...vNeck(16)],
  "Knitted Vest": [...body(withoutSleeves(86)), ...ribbedHem(withoutSleeves(86)), ...vNeck(15), ...cables],
  "Cotton Cardigan": [...body(knit), ...cuffs(knit, 3), ...vNeck(24), ...placket(45, 92, 6)],
  "Oxford Shirt": [...body(shirt), ...collar(), ...placket(25, 97, 7), ...patchPocket(42), ...cuffs(shirt, 5)],
  "Poplin Shirt": [...body(shirt), ...collar(8), ...placket(25, 97, 7), ...cuffs(shirt, 5)],
  "Flannel Shirt": [
    ...body(shirt),
    ...[36, 50, 64, 78].map((y) => seam(`M31.5 ${y} L68.5 ${y}`, "shade", 2)),
    ...[36, 43, 57, 64].map((x) => seam(`M${x} 30 L${x} 95`, "light", 1)),
    ...collar(),
    ...placket(25, 97, 7),
    ...patchPocket(42),
    ...cuffs(shirt, 5),
  ],
  "Linen Shirt": [
    ...body(shirt),
    ...symmetric("M50 15 L57 15 L58.5 20 Q54 25 50 25"),
    ...placket(25, 60, 4),
    ...cuffs(shirt, 4),
  ],
  "Silk Blouse": [
    ...body(cutOf({ ...shirt, sleeveWidth: 10 })),
    ...collar(4),
    seam("M50 25 L50 97"),
    ...cuffs(cutOf({ ...shirt, sleeveWidth: 10 }), 3),
  ],
  "Tie-Neck Blouse": [
    ...body(cutOf({ ...shirt, sleeveWidth: 10 })),
    ...rollNeck(cutOf({ neck: 7 })),
    ...area("M49 25 L55 27 L60 50 L54 51", "light"),
    ...area("M51 25 L46 27 L42 46 L48 47", "light"),
    ...button(50, 25.5, "shade"),
  ],
  "T-Shirt": [...body(tee), ...roundNeck(tee)],
  "Long-Sleeve Top": [...body(cutOf({ ...tee, sleeve: 86, sleeveWidth: 7.5 })), ...roundNeck(tee)],
  "Polo Shirt": [...body(tee), ...collar(5), ...placket(25, 45, 3)],
  "Tank Top": [
    ...body(cutOf({ ...withoutSleeves(88), shoulder: 14, neck: 9, neckDepth: 13, hem: 18 })),
    ...roundNeck(cutOf({ neck: 9, neckDepth: 13 })),
  ],
  Sweatshirt: [...body(knit), ...ribbedHem(knit, 6), ...cuffs(knit, 5), ...roundNeck(knit), ...seams("M50 33 L53 28")],
  Hoodie: [
    ...body(knit),
    ...hood(),
    ...ribbedHem(knit, 6),
    ...cuffs(knit, 5),
    ...symmetric("M50 66 L58 66 L64 80 L64 85 L50 85"),
    ...seams("M53 29 Q54 40 53.5 46", "trim", 0.9),
  ],
  "Wrap Dress": [
    ...body(dress),
    ...vNeck(24),
    seam("M59 24 L46 62", "line", 0.6),
    ...symmetric("M50 62 L65 61.5 L65 66 L50 66.5", "shade"),
    seam("M44 66 Q54 92 60 114", "line", 0.6),
    ...area("M43 65 L46 65 L44 84 L40 83", "shade"),
  ],
  "Shirt Dress": [
    ...body(cutOf({ ...dress, waist: 16, hem: 23, sleeve: 54 })),
    ...collar(),
    ...placket(25, 114, 9),
    ...symmetric("M50 64 L66 63.5 L66 67 L50 67.5", "shade"),
  ],
  "Knitted Dress": [
    ...body(cutOf({ ...dress, waist: 16.5, hem: 19, bottom: 110, sleeve: 84, sleeveWidth: 7.5 })),
    ...rollNeck(cutOf({ neck: 7.5 })),
    ...ribbedHem(cutOf({ hem: 19, bottom: 110 })),
  ],
  "Slip Dress": [
    ...seams("M61 10 L61 30", "line", 0.9),
    ...symmetric("M50 37 Q56 35 61 28 L64 34 C66 44 63 54 64 62 Q67 90 72 114 Q60 117 50 117"),
    ...seams("M62 40 Q60 66 67 113", "shade", 1.6),
    seam("M40 60 Q46 88 42 114", "light", 1.2),
    ...seams("M50 41 Q56 39 61 32"),
  ],
};
