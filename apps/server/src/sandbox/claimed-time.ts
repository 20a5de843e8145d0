const pattern =
  /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z|[+-])(?:(\d{2})'?(?:(\d{2})'?)?)?)?$/;

/** A date of a PDF (ISO 32000-2 §7.9.4) in ISO 8601, UTC; null where it is none. Without a zone it is UTC. */
export function isoTime(date: string | undefined): string | null {
  const match = pattern.exec(date?.trim() ?? '');
  if (!match) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match;
  const [sign, hours = '00', minutes = '00'] = match.slice(7);
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : sign === '+' ? 1 : 0);
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(local) ? null : new Date(local - offset * 60_000).toISOString();
}
