import { area, areas, button, type Shape, seam, seams, symmetric } from "./shapes.ts";

const sole = area("M14 86 Q30 90 46 88 L84 88 Q87 88 87 92 L15 92 Q12 90 14 86", "trim");
const heel = area("M68 86 L86 86 L85 95 L69 95 Z", "line");

/** The side of a low shoe, with the toe on the left. */
const lowShoe = area("M14 87 Q12 80 20 77 Q34 73 44 63 Q47 58 52 60 Q66 66 80 58 Q86 60 86 72 L86 88 Q50 90 14 87");

const laces = [0, 1, 2, 3].map((index) =>
  seam(`M${37 + index * 4} ${70 - index * 3} L${44 + index * 4} ${73 - index * 2.6}`, "trim", 1),
);

function boot(shaft: number): Shape[] {
  return area(
    `M14 87 Q12 79 22 76 Q38 72 44 62 Q46 56 45 ${shaft} Q62 ${shaft + 2} 78 ${shaft} Q80 62 86 74 L86 88 Q50 90 14 87`,
  );
}

export const footwear: Readonly<Record<string, readonly Shape[]>> = {
  "Chelsea Boot": [
    ...heel,
    ...boot(34),
    ...area("M53 36 L68 36 Q66 58 61 62 Q54 58 53 36", "shade"),
    ...[56, 59, 62, 65].map((x) => seam(`M${x} 38 L${x - 1} 58`)),
    ...area("M14 87 Q50 91 86 88 L86 91 Q50 93 14 90", "line"),
  ],
  "Lace-Up Boot": [
    ...heel,
    ...boot(30),
    ...[36, 43, 50, 57].map((y) => seam(`M45 ${y} L55 ${y + 2}`, "trim", 1.1)),
    seam("M56 32 Q56 60 44 74"),
    seam("M24 76 Q30 80 28 87", "line", 0.5),
    ...area("M14 87 Q50 91 86 88 L86 92 Q50 94 14 91", "line"),
  ],
  "Derby Shoe": [
    ...heel,
    ...lowShoe,
    ...laces,
    seam("M33 74 Q42 80 52 74 Q56 66 52 60", "line", 0.5),
    seam("M24 76 Q30 80 28 87", "line", 0.5),
    ...area("M14 87 Q50 91 86 88 L86 91 Q50 93 14 90", "line"),
  ],
  Loafer: [
    ...heel,
    ...lowShoe,
    ...area("M30 74 Q38 68 46 64 L56 70 Q46 78 36 82 Q30 80 30 74", "shade"),
    ...area("M38 69 L48 76 L45 79 L34 73", "light"),
    ...area("M14 87 Q50 91 86 88 L86 91 Q50 93 14 90", "line"),
  ],
  Sneaker: [
    ...lowShoe,
    ...sole,
    ...laces,
    seam("M30 76 Q46 84 58 64", "line", 0.5),
    seam("M66 64 Q64 78 70 87", "line", 0.5),
    ...area("M54 84 Q60 72 76 68 L78 72 Q66 76 62 86", "trim"),
    seam("M15 89 L86 90", "line", 0.4),
  ],
  Sandal: [
    ...area("M12 88 Q30 92 60 88 Q76 84 88 86 L88 92 Q50 96 13 92", "trim"),
    ...area("M24 88 Q26 74 40 74 Q46 78 44 89 L36 89 Q38 80 34 80 Q28 82 30 89"),
    ...area("M60 88 L62 62 Q74 58 84 62 L86 87 L81 87 L80 66 Q74 64 67 66 L66 88"),
    ...button(64.5, 70),
  ],
  Espadrille: [
    ...area("M14 84 Q12 78 20 76 Q34 72 46 66 Q52 70 62 68 Q74 60 80 60 Q86 62 86 84 Q50 88 14 84"),
    ...area("M13 84 Q50 88 87 84 Q89 92 86 94 L16 94 Q11 92 13 84", "trim"),
    ...[86.5, 88.5, 90.5, 92.5].map((y) => seam(`M15 ${y} Q50 ${y + 3} 86 ${y}`)),
    seam("M46 66 Q44 76 48 85", "line", 0.5),
  ],
};

const wovenEnds = [0, 1, 2, 3, 4, 5].flatMap((index) => [
  seam(`M${33 + index * 2.4} 106 L${32.6 + index * 2.4} 112`, "line", 0.5),
  seam(`M${55 + index * 2.4} 112 L${55.4 + index * 2.4} 118`, "line", 0.5),
]);

export const accessories: Readonly<Record<string, readonly Shape[]>> = {
  "Leather Belt": [
    ...area("M20 40 Q50 22 80 40 Q92 62 80 84 Q50 102 20 84 Q8 62 20 40"),
    ...area("M26 46 Q50 32 74 46 Q84 62 74 78 Q50 92 26 78 Q16 62 26 46", "nothing"),
    ...area("M42 84 L58 84 L58 102 L42 102", "trim"),
    ...area("M45.5 88 L54.5 88 L54.5 98 L45.5 98"),
    seam("M45 93 L60 93", "line", 0.9),
  ],
  "Wool Scarf": [
    ...area("M32 26 Q50 10 68 26 Q72 38 62 46 Q50 52 38 46 Q28 38 32 26"),
    ...area("M54 44 L66 40 Q68 80 69 112 L54 112"),
    ...area("M34 42 L48 46 Q46 80 47 106 L32 106 Q33 70 34 42"),
    ...wovenEnds,
    ...[84, 90, 96].map((y) => seam(`M33 ${y} L47 ${y}`, "light", 1.6)),
    ...[90, 96, 102].map((y) => seam(`M54.5 ${y} L68.5 ${y}`, "light", 1.6)),
    seam("M36 30 Q50 40 64 30"),
    seam("M38 38 Q50 47 62 38"),
  ],
  Beanie: [
    ...symmetric("M50 30 Q72 30 76 62 L76 84 L50 86"),
    ...symmetric("M50 68 L77 66 L78 88 Q60 92 50 92", "shade"),
    ...[53, 58, 63, 68, 73].flatMap((x) => seams(`M${x} 70 L${x} 89`)),
    ...[54, 60, 66].flatMap((x) => seams(`M${x} 67 Q${x - 1} 46 ${50 + (x - 50) * 0.4} 34`)),
  ],
  "Tote Bag": [
    ...seams("M60 48 Q60 18 50 18", "line", 3.2),
    ...seams("M60 48 Q60 18 50 18", "shade", 2.4),
    ...symmetric("M50 44 L74 44 L78 104 Q60 107 50 107"),
    ...symmetric("M50 44 L74 44 L74.4 49 L50 49", "shade"),
    ...areas("M58 44 L62 44 L62 58 L58 58", "shade"),
  ],
  "Shoulder Bag": [
    ...seams("M76 62 Q78 16 50 14", "line", 2.2),
    ...symmetric("M50 54 L74 54 Q80 58 80 66 L80 96 Q78 102 72 102 L50 102"),
    ...symmetric("M50 54 L74 54 Q80 58 80 66 Q70 80 50 82", "shade"),
    ...area("M46 76 L54 76 L54 86 L46 86", "trim"),
    ...seams("M52 60 Q68 60 76 64", "light", 0.6),
  ],
  "Silk Scarf": [
    ...area("M50 20 L92 62 L50 104 L8 62"),
    ...area("M50 27 L85 62 L50 97 L15 62", "light"),
    ...area("M50 34 L78 62 L50 90 L22 62"),
    ...area("M50 48 L64 62 L50 76 L36 62", "shade"),
    ...button(50, 62, "trim"),
    ...seams("M57 41 L71 55", "line", 0.5),
    ...seams("M57 83 L71 69", "line", 0.5),
  ],
  "Ribbed Socks": [
    ...area("M30 22 L46 22 L46 74 Q47 86 38 94 Q24 104 16 98 Q12 92 20 86 Q30 80 30 68"),
    ...area("M58 22 L74 22 L74 74 Q75 86 66 94 Q52 104 44 98 Q40 92 48 86 Q58 80 58 68"),
    ...[0, 28].flatMap((right) => [
      ...[33, 36.2, 39.6, 43].map((x) => seam(`M${x + right} 33 L${x + right} 70`)),
      ...area(`M${29.5 + right} 21 L${46.5 + right} 21 L${46.5 + right} 32 L${29.5 + right} 32`, "shade"),
      seam(`M${17 + right} 90 Q${24 + right} 92 ${26 + right} 100`, "line", 0.5),
      seam(`M${33 + right} 80 Q${40 + right} 76 ${46 + right} 80`, "line", 0.5),
    ]),
  ],
};
