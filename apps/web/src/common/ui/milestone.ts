/** The last of 0, 25, 50, 75 and 100 that was reached: screen readers hear five words, not a hundred. */
export function milestone(percent: number): number {
  return Math.floor(Math.min(100, Math.max(0, percent)) / 25) * 25;
}
