/** The duration of one point. */
export type Bucket = "minute" | "hour" | "day" | "week" | "month";

const hourMs = 3_600_000;
const locale = "en-GB";
const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const dayMonth = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
const monthYear = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric" });
const fullTime = new Intl.DateTimeFormat(locale, {
  ...{ weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
});
const fullDay = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", year: "numeric" });

/** For points without a bucket: the smallest distance between two. */
export function guessBucket(times: readonly number[]): Bucket {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const smallest = gaps.length === 0 ? 24 * hourMs : Math.min(...gaps);
  if (smallest < hourMs) return "minute";
  if (smallest < 23 * hourMs) return "hour";
  if (smallest < 6 * 24 * hourMs) return "day";
  return smallest < 27 * 24 * hourMs ? "week" : "month";
}

/** The full name of a point, for the tooltip and the table. */
export function nameBucket(time: number, bucket: Bucket): string {
  const at = new Date(time);
  switch (bucket) {
    case "minute":
    case "hour":
      return fullTime.format(at);
    case "day":
      return fullDay.format(at);
    case "week":
      return `Week of ${fullDay.format(at)}`;
    case "month":
      return monthYear.format(at);
  }
}

/** The short name of a point, for the axis: midnight is named by its day. */
export function labelBucket(time: number, bucket: Bucket): string {
  const at = new Date(time);
  if (bucket === "month") return monthYear.format(at);
  const isClock = bucket === "minute" || bucket === "hour";
  return isClock && !isMidnight(at) ? clock.format(at) : dayMonth.format(at);
}

function isMidnight(at: Date): boolean {
  return at.getHours() === 0 && at.getMinutes() === 0;
}

export interface AxisLabel {
  readonly index: number;
  readonly text: string;
}

const letterPx = 6.4;
const gapPx = 14;

/** As many labels as fit, at even distances; hours at round ones. */
export function fitLabels(
  times: readonly number[],
  positions: readonly number[],
  bucket: Bucket,
): readonly AxisLabel[] {
  const labels = times.map((time, index) => ({ index, text: labelBucket(time, bucket) }));
  const roomPx = Math.max(0, ...labels.map(({ text }) => text.length)) * letterPx + gapPx;
  for (const stride of [1, 2, 3, 6, 12, 24]) {
    const kept = labels.filter(({ index }) => isOnStride(times[index] ?? 0, index, { bucket, stride }));
    if (kept.length > 0 && fits(kept, positions, roomPx)) return kept;
  }
  const coarse = labels.filter(({ index }) => isOnStride(times[index] ?? 0, index, { bucket, stride: 24 }));
  return thin(coarse.length > 0 && bucket === "hour" ? coarse : labels, positions, roomPx);
}

function isOnStride(time: number, index: number, { bucket, stride }: { bucket: Bucket; stride: number }): boolean {
  return (bucket === "hour" ? new Date(time).getHours() : index) % stride === 0;
}

function fits(labels: readonly AxisLabel[], positions: readonly number[], roomPx: number): boolean {
  return labels.every((label, place) => {
    const before = labels[place - 1];
    return before === undefined || distance(before, label, positions) >= roomPx;
  });
}

function thin(labels: readonly AxisLabel[], positions: readonly number[], roomPx: number): readonly AxisLabel[] {
  const kept: AxisLabel[] = [];
  for (const label of labels) {
    const before = kept.at(-1);
    if (before === undefined || distance(before, label, positions) >= roomPx) kept.push(label);
  }
  return kept;
}

function distance(before: AxisLabel, label: AxisLabel, positions: readonly number[]): number {
  return (positions[label.index] ?? 0) - (positions[before.index] ?? 0);
}
