import type { ZonedTime } from '@websign/pdf';

/** The last zone's: there is one a server, and making a formatter takes longer than using it a hundred times. */
let last: { zone: string; formatter: Intl.DateTimeFormat } | undefined;

function formatterOf(zone: string): Intl.DateTimeFormat {
  if (last?.zone !== zone) {
    const formatter = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    last = { zone, formatter };
  }
  return last.formatter;
}

/** Minutes east of UTC in `zone` at that instant. */
function offsetMinutes(epochMs: number, zone: string): number {
  const parts = formatterOf(zone).formatToParts(epochMs);
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

const shownOffset = (minutes: number) => {
  const east = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
};

/** `21/11/2026 15:40:12 +02:00`: for people, never without its zone. */
export function shownTime({ epochMs, offsetMinutes: offset }: ZonedTime): string {
  const at = new Date(epochMs + offset * 60_000);
  const date = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`;
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${date} ${time} ${shownOffset(offset)}`;
}

/** `2026-11-21T15:40:12+02:00` (ISO 8601): the instant as the clocks of that zone show it. */
export function isoTime(epochMs: number, zone: string): string {
  const { offsetMinutes: offset } = zonedTime(epochMs, zone);
  const local = new Date(epochMs + offset * 60_000).toISOString().slice(0, 19);
  return `${local}${shownOffset(offset)}`;
}

/** `2026-11-21`: the day on which that instant is in that zone. */
export const dayIn = (epochMs: number, zone: string): string => isoTime(epochMs, zone).slice(0, 10);
