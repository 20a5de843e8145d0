import { archiveEntries, Objects } from '@websign/pdf/archive';
import { nodePorts } from '@websign/ports';
import { matched, readPrinted } from './printed.ts';
import { addSpaces } from './spaces.ts';
import { addListBodies, markDecoration } from './tags.ts';

/** Roles of PDF 2.0 that Chromium gives, by those of PDF 1.7 (ISO 32000-1 §14.8.4). */
const ROLES = '/RoleMap <</Strong /Span>>';

/** What a PDF that the browser printed says of itself; `created` are milliseconds since 1970. */
export interface About {
  title: string;
  language: string;
  created: number;
}

/** The same pages as a file that is PDF/A-2a and PDF/UA-1. */
export function archivable(pdf: Buffer, { title, language, created }: About): Buffer {
  const printed = readPrinted(pdf);
  const written = new Objects();
  for (const _ of printed.objects) written.allocate();
  addSpaces(printed);
  const free = markDecoration(printed);
  addListBodies(printed, () => free.shift() ?? written.allocate());
  for (const number of free) printed.objects.set(number, 'null');
  const [, producer = ''] = matched(printed.objects.get(printed.info) ?? '', /\/Producer \(([^()\\]*)\)/);
  const entries = archiveEntries(
    { title, language, languages: [language], producer, created: { epochMs: created, offsetMinutes: 0 } },
    (body) => written.add(body),
  );
  for (const [number, body] of printed.objects) {
    if (number === printed.root) written.put(number, `${body.slice(0, -2)}\n${entries}>>`);
    else if (body.startsWith('<</Type /StructTreeRoot'))
      written.put(number, `${body.slice(0, -2)}\n${ROLES}>>`);
    else written.put(number, body);
  }
  return Buffer.from(written.file(`/Root ${printed.root} 0 R/Info ${printed.info} 0 R`, nodePorts()));
}
