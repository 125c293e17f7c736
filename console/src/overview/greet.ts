/** A greeting for the time of day. */
export function greet(name: string, hour: number): string {
  const part = hour < 5 ? "night" : hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return part === "night" ? `Hello, ${name}.` : `Good ${part}, ${name}.`;
}
