/** A number as PDF writes it: four decimals at most, never an exponent (ISO 32000-2 §7.3.3). */
export function format(value: number): string {
  return String(Math.round(value * 1e4) / 1e4 + 0);
}
