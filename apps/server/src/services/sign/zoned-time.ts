import type { ZonedTime } from '@websign/pdf';

/** Minutes east of UTC in `zone` at that instant. */
function offsetMinutes(epochMs: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    epochMs,
  );
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const match = /^GMT([+-])(\d{2}):(\d{2})/.exec(name);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

/** The instant, in whole seconds as /M writes it, with the zone's offset. */
export const zonedTime = (epochMs: number, zone: string): ZonedTime => ({
  epochMs: Math.floor(epochMs / 1000) * 1000,
  offsetMinutes: offsetMinutes(epochMs, zone),
});

const two = (value: number) => String(value).padStart(2, '0');

/** `21/11/2026 15:40:12 +02:00`: for people, never without its zone. */
export function shownTime({ epochMs, offsetMinutes: offset }: ZonedTime): string {
  const at = new Date(epochMs + offset * 60_000);
  const date = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  const east = Math.abs(offset);
  return `${date} ${time} ${offset < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}
