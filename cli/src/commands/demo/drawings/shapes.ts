/** What a part of a drawing is painted with. The colors follow from the color of the cloth. */
export const inks = ["nothing", "cloth", "shade", "light", "line", "trim"] as const;
export type Ink = (typeof inks)[number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A filled area, or a line of a width. Shapes are painted in order, on a sheet of 100 by 125. */
export interface Shape {
  readonly ink: Ink;
  readonly points: readonly Point[];
  readonly isClosed: boolean;
  /** Undefined: the area is filled. */
  readonly width: number | undefined;
}

export const sheet = { width: 100, height: 125 } as const;
const middle = sheet.width / 2;
const outlineWidth = 0.55;
const seamWidth = 0.3;

/** A closed area with an outline. */
export function area(path: string, ink: Ink = "cloth"): Shape[] {
  return outlined(pointsOf(path), ink);
}

/** An area and its mirror image. */
export function areas(path: string, ink: Ink = "cloth"): Shape[] {
  return [...area(path, ink), ...outlined(mirrored(pointsOf(path)), ink)];
}

/** A symmetric area, by its right half from the top of the middle to the bottom. */
export function symmetric(rightHalf: string, ink: Ink = "cloth"): Shape[] {
  const right = pointsOf(rightHalf);
  return outlined([...right, ...mirrored(right).reverse()], ink);
}

export function seam(path: string, ink: Ink = "line", width: number = seamWidth): Shape {
  return { ink, points: pointsOf(path), isClosed: false, width };
}

/** A seam and its mirror image. */
export function seams(path: string, ink: Ink = "line", width: number = seamWidth): Shape[] {
  const points = pointsOf(path);
  return [points, mirrored(points)].map((line) => ({ ink, points: line, isClosed: false, width }));
}

export function button(x: number, y: number, ink: Ink = "trim"): Shape[] {
  const points = Array.from({ length: 16 }, (_, index) => {
    const angle = (index / 16) * 2 * Math.PI;
    return { x: x + 0.9 * Math.cos(angle), y: y + 0.9 * Math.sin(angle) };
  });
  return [
    { ink, points, isClosed: true, width: undefined },
    { ink: "line", points, isClosed: true, width: seamWidth },
  ];
}

export function buttons(x: number, from: number, to: number, count: number): Shape[] {
  return Array.from({ length: count }, (_, index) => from + ((to - from) * index) / Math.max(1, count - 1)).flatMap(
    (y) => button(x, y),
  );
}

function outlined(points: readonly Point[], ink: Ink): Shape[] {
  return [
    { ink, points, isClosed: true, width: undefined },
    { ink: "line", points, isClosed: true, width: outlineWidth },
  ];
}

function mirrored(points: readonly Point[]): Point[] {
  return points.map(({ x, y }) => ({ x: 2 * middle - x, y }));
}

const curveSteps = 14;

/** The points of a path with the commands M, L, Q and C of SVG, in absolute coordinates. */
export function pointsOf(path: string): Point[] {
  const points: Point[] = [];
  for (const [, command = "", numbers = ""] of path.matchAll(/([MLQC])([^MLQC]*)/g)) {
    const values = (numbers.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
    const named = Array.from({ length: values.length / 2 }, (_, index) => ({
      x: values[2 * index] ?? 0,
      y: values[2 * index + 1] ?? 0,
    }));
    const degree = command === "C" ? 3 : command === "Q" ? 2 : 1;
    for (let first = 0; first < named.length; first += degree) {
      const controls = named.slice(first, first + degree);
      const start = points.at(-1);
      if (degree === 1 || start === undefined) points.push(...controls);
      else points.push(...curveOf([start, ...controls]));
    }
  }
  return points;
}

function curveOf(controls: readonly Point[]): Point[] {
  return Array.from({ length: curveSteps }, (_, index) => pointAt(controls, (index + 1) / curveSteps));
}

/** De Casteljau's construction. */
function pointAt(controls: readonly Point[], share: number): Point {
  const [first = { x: 0, y: 0 }, ...rest] = controls;
  if (rest.length === 0) return first;
  const between = rest.map((point, index) => {
    const before = controls[index] ?? first;
    return { x: before.x + (point.x - before.x) * share, y: before.y + (point.y - before.y) * share };
  });
  return pointAt(between, share);
}
