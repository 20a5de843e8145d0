/**
 * What each row is called where it is named apart from its line. Rows of which the same would be said, such as a file
 * that was uploaded twice within a minute, are numbered.
 */
export function labelsOf<Row extends { id: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Map<string, string> {
  const times = new Map<string, number>();
  const labels = new Map<string, string>();
  for (const row of rows) {
    const name = nameOf(row);
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    labels.set(row.id, time === 1 ? name : `${name} (${time})`);
  }
  return labels;
}
