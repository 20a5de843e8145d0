import { bodyOf } from '@websign/testkit';
import { document } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';
import { latin1, sign } from './support.ts';

export const signed = latin1(await sign(document));
export const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(signed)?.[1];
export const FIELD = bodyOf(Buffer.from(signed, 'latin1'), 103);

/** What is told of an update that writes the field as it was, with other bytes before it, behind it and at its end. */
export function told({ before = '', after = '', end = '', body = FIELD }): string[] {
  let text = `${signed}${before}`;
  const at = text.length;
  text += `103 0 obj\n${body}\nendobj\n${after}`;
  const table = text.length;
  text += `xref\n103 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 990/Root 1 0 R/Info 160 0 R/Prev ${previous}>>\n`;
  text += `${end}startxref\n${table}\n%%EOF\n`;
  return (changesOf(Buffer.from(text, 'latin1'))?.changes ?? []).map(
    ({ reason, rule, what }) =>
      `${reason ?? rule} ${reason === 'unlisted_object' ? Number(what.slice(5)) - signed.length : what}`,
  );
}
