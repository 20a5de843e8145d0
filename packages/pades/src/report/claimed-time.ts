const PATTERN =
  /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z|[+-])(?:(\d{2})'?(?:(\d{2})'?)?)?)?$/;

/** Milliseconds since 1970 of a PDF's date (ISO 32000-2 §7.9.4); without a zone it is UTC. Undefined for no date. */
export function dateTime(date: string | undefined): number | undefined {
  const match = PATTERN.exec(date?.trim() ?? '');
  if (match === null) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match;
  const [sign, hours = '00', minutes = '00'] = match.slice(7);
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : sign === '+' ? 1 : 0);
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(local) ? undefined : local - offset * 60_000;
}
