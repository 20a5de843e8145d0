import { bodyOf, signedDocument, streamBody, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

const MULTILINE = 4096;
const VALUE = 'The fee is 1000 euros\\nin two parts';

/** A field of several lines that is filled in after the signature and shows `shown`. */
async function filled(shown: string): Promise<string[]> {
  const document = signedDocument();
  const field = bodyOf(document, 100).replace(/>>$/, `/Ff ${MULTILINE}>>`);
  const signed = await sign(updated(document, [{ number: 100, body: field }]));
  const look = '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 3 0 R>>>>';
  const file = updated(signed, [
    { number: 100, body: bodyOf(signed, 100).replace(/>>$/, `/V(${VALUE})/AP<</N 301 0 R>>>>`) },
    { number: 301, body: streamBody(`BT /F1 9 Tf 2 4 Td ${shown} ET`, look) },
  ]);
  return (changesOf(file)?.changes ?? []).map(({ rule, reason }) => reason ?? rule);
}

describe('a field of several lines that is filled in', () => {
  it.each([
    ['all of its value', '(The fee is 1000 euros) Tj 0 -10 Td (in two parts) Tj'],
    ['the lines that have room', '(The fee is) Tj 0 -10 Td (1000 euros) Tj'],
  ])('MAP-8 shows %s', async (_, shown) => {
    expect(await filled(shown)).toEqual(['form_value']);
  });

  it.each([
    ['a part of a number', '(The fee is 10) Tj'],
    ['another number', '(The fee is 2000 euros) Tj'],
    ['more than its value', '(The fee is 1000 euros in two parts of 900) Tj'],
  ])('MAP-8 does not show %s', async (_, shown) => {
    expect(await filled(shown)).toContain('appearance');
  });
});
