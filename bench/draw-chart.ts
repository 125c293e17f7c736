export interface Bar {
  readonly name: string;
  /** The factor by which the bar is exceeded. */
  readonly ofBar: number;
}

const rowHeight = 22;
const namesWidth = 470;
const scaleWidth = 420;
const margin = 16;
const headHeight = 58;
// On a scale on which twice as good and half as good are equally far from the bar.
const [lowest, highest] = [0.125, 8];

/** Draws how far each measured line is above or below its bar, for light and dark pages. */
export function drawChart(bars: readonly Bar[]): string {
  const width = namesWidth + scaleWidth + 2 * margin + 50;
  const height = headHeight + bars.length * rowHeight + margin;
  const marks = [0.125, 0.25, 0.5, 1, 2, 4, 8].map((mark) => drawMark(mark, height));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Each measured line against its bar" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${margin}" y="24" font-size="15" font-weight="600" fill="#1f2933">Each measured line against its bar: right of 1 is better than asked for</text>`,
    ...marks,
    ...bars.map(drawBar),
    "</svg>",
    "",
  ].join("\n");
}

function drawMark(mark: number, height: number): string {
  const x = placeOf(mark);
  const color = mark === 1 ? "#1f2933" : "#d5dae0";
  return (
    `<line x1="${x}" x2="${x}" y1="${headHeight - 8}" y2="${height - margin}" stroke="${color}"/>` +
    `<text x="${x}" y="${headHeight - 13}" text-anchor="middle" fill="#52606d" font-size="11">${mark} ×</text>`
  );
}

function drawBar({ name, ofBar }: Bar, index: number): string {
  const y = headHeight + index * rowHeight;
  const [from, to] = [placeOf(1), placeOf(ofBar)];
  const color = ofBar >= 1 ? "#2a7f62" : "#b3541e";
  const isRight = to >= from;
  return (
    `<text x="${namesWidth}" y="${y + 14}" text-anchor="end" fill="#1f2933">${escapeText(name)}</text>` +
    `<rect x="${Math.min(from, to)}" y="${y + 3}" width="${Math.max(1, Math.abs(to - from))}" height="14" rx="2" fill="${color}"/>` +
    `<text x="${isRight ? to + 5 : to - 5}" y="${y + 14}" text-anchor="${isRight ? "start" : "end"}" fill="#52606d" font-size="11">${ofBar}</text>`
  );
}

function placeOf(ofBar: number): number {
  const within = Math.min(highest, Math.max(lowest, ofBar));
  const share = Math.log2(within / lowest) / Math.log2(highest / lowest);
  return Math.round(namesWidth + margin + share * scaleWidth);
}

function escapeText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
