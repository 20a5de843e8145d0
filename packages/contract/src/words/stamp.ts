/**
 * The words of a visible signature. They are written into documents by the server and shown beforehand by the
 * browser: the same lines from one place, so that neither can say what the other does not.
 */
const labels = {
  el: { reason: 'Λόγος υπογραφής', title: 'Ιδιότητα', date: 'Ημερομηνία' },
  en: { reason: 'Reason', title: 'Title', date: 'Date' },
} as const;

/** The labelled lines under the name; an empty reason or title has none. `time` is written out already. */
export function stampLines(
  locale: keyof typeof labels,
  { reason, title, time }: { reason: string; title: string; time: string },
): { label: string; value: string }[] {
  const words = labels[locale];
  return [
    { label: words.reason, value: reason.trim() },
    { label: words.title, value: title.trim() },
    { label: words.date, value: time },
  ].filter(({ value }) => value !== '');
}
