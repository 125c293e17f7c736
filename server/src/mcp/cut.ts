export interface CutLimits {
  readonly textMax: number;
  readonly listMax: number;
}

/** Truncates long texts and lists, each with a marker. */
export function cut(value: unknown, limits: CutLimits): unknown {
  if (typeof value === "string") {
    return value.length > limits.textMax
      ? `${value.slice(0, limits.textMax)}…[cut: ${value.length} characters]`
      : value;
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, limits.listMax).map((entry) => cut(entry, limits));
    return value.length > limits.listMax ? [...shown, `…[cut: ${value.length} entries]`] : shown;
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cut(entry, limits)]));
  }
  return value;
}
