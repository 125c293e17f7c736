import { type Ink, inks, type Point, type Shape, sheet } from "./shapes.ts";

/** The pixels of a drawing, without colors: each is one ink, or a mix of two. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** An index into mixes for each pixel, row by row. */
  readonly pixels: Uint8Array;
  readonly mixes: readonly Mix[];
}

interface Mix {
  readonly first: Ink;
  readonly second: Ink;
  /** Of the first ink, from 0.5 to 1. */
  readonly share: number;
}

export const pictureSize = { width: 320, height: 400 } as const;
/** Samples of a pixel in each direction. */
const samples = 3;
const grid = { width: pictureSize.width * samples, height: pictureSize.height * samples } as const;
const scale = grid.width / sheet.width;

export function rasterize(shapes: readonly Shape[]): Raster {
  const canvas = new Uint8Array(grid.width * grid.height);
  for (const { ink, points, isClosed, width } of shapes) {
    const scaled = points.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
    const value = inks.indexOf(ink);
    if (width === undefined) fill(canvas, scaled, value);
    else for (const piece of strokeOf(scaled, isClosed, (width * scale) / 2)) fill(canvas, piece, value);
  }
  return mixSamples(canvas);
}

/** The even-odd rule, row by row. */
function fill(canvas: Uint8Array, points: readonly Point[], value: number): void {
  const ys = points.map(({ y }) => y);
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const bottom = Math.min(grid.height - 1, Math.ceil(Math.max(...ys)));
  for (let row = top; row <= bottom; row += 1) {
    const crossings = crossingsOf(points, row + 0.5);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const from = Math.max(0, Math.ceil((crossings[index] ?? 0) - 0.5));
      const to = Math.min(grid.width - 1, Math.floor((crossings[index + 1] ?? 0) - 0.5));
      if (to >= from) canvas.fill(value, row * grid.width + from, row * grid.width + to + 1);
    }
  }
}

function crossingsOf(points: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  let before = points.at(-1);
  for (const point of points) {
    if (before !== undefined && before.y <= y !== point.y <= y) {
      crossings.push(before.x + ((y - before.y) / (point.y - before.y)) * (point.x - before.x));
    }
    before = point;
  }
  return crossings.sort((left, right) => left - right);
}

/** A line as areas: a rectangle for each segment, and a disc at each point for round joints. */
function strokeOf(points: readonly Point[], isClosed: boolean, radius: number): Point[][] {
  const [first] = points;
  const line = isClosed && first !== undefined ? [...points, first] : points;
  const rectangles = line.slice(1).flatMap((to, index) => {
    const from = line[index] ?? to;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length === 0) return [];
    const across = { x: (-(to.y - from.y) / length) * radius, y: ((to.x - from.x) / length) * radius };
    return [[plus(from, across), plus(to, across), minus(to, across), minus(from, across)]];
  });
  return [...rectangles, ...line.map((point) => discOf(point, radius))];
}

function discOf(center: Point, radius: number): Point[] {
  return Array.from({ length: 10 }, (_, index) => {
    const angle = (index / 10) * 2 * Math.PI;
    return plus(center, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
  });
}

function plus(left: Point, right: Point): Point {
  return { x: left.x + right.x, y: left.y + right.y };
}

function minus(left: Point, right: Point): Point {
  return { x: left.x - right.x, y: left.y - right.y };
}

/** The two most frequent inks of the samples of a pixel: fewer mixes than an indexed picture can hold. */
function mixSamples(canvas: Uint8Array): Raster {
  const { width, height } = pictureSize;
  const pixels = new Uint8Array(width * height);
  const mixes: Mix[] = inks.map((ink) => ({ first: ink, second: ink, share: 1 }));
  const known = new Map<number, number>();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const start = y * samples * grid.width + x * samples;
      const ink = canvas[start] ?? 0;
      if (isPure(canvas, start, ink)) {
        pixels[y * width + x] = ink;
        continue;
      }
      const key = keyOf(countSamples(canvas, start));
      const index = known.get(key) ?? mixes.push(mixOf(key)) - 1;
      known.set(key, index);
      pixels[y * width + x] = index;
    }
  }
  return { width, height, pixels, mixes };
}

function isPure(canvas: Uint8Array, start: number, ink: number): boolean {
  for (let row = start; row < start + samples * grid.width; row += grid.width) {
    for (let place = row; place < row + samples; place += 1) if (canvas[place] !== ink) return false;
  }
  return true;
}

function countSamples(canvas: Uint8Array, start: number): number[] {
  const counts = inks.map(() => 0);
  for (let row = start; row < start + samples * grid.width; row += grid.width) {
    for (const ink of canvas.subarray(row, row + samples)) counts[ink] = (counts[ink] ?? 0) + 1;
  }
  return counts;
}

const shareSteps = 16;

/** Both inks and the share of the first, as one number. */
function keyOf(counts: readonly number[]): number {
  const byCount = inks.map((_, ink) => ink).sort((left, right) => (counts[right] ?? 0) - (counts[left] ?? 0));
  const [first = 0, second = 0] = byCount;
  const most = counts[first] ?? 0;
  const share = Math.round((most / (most + (counts[second] ?? 0))) * shareSteps);
  return (first * inks.length + second) * shareSteps + share;
}

function mixOf(key: number): Mix {
  const pair = Math.floor(key / shareSteps);
  return {
    first: inks[Math.floor(pair / inks.length)] ?? "nothing",
    second: inks[pair % inks.length] ?? "nothing",
    share: (key % shareSteps) / shareSteps,
  };
}
