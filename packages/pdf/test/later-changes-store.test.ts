import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesBy, instead } from './later-changes-objects.ts';

const KEY = 'A1'.repeat(20);
const signed: TestObject[] = [
  { number: 8, body: '<</Note(no stream)>>' },
  { number: 30, body: streamBody('a certificate') },
];

/** What is told where a store comes, with its rule. */
const told = async (store: string): Promise<string[]> => {
  const changes = await changesBy(signed, (file) => [
    instead(1, { '/MarkInfo': `/DSS${store}/MarkInfo` }, file),
  ]);
  return changes.map(({ rule, reason, what }) =>
    [rule, ...(reason === undefined ? [] : [reason]), what].join(' '),
  );
};
const vri = (data: string, key = KEY): string => `<</VRI<</${key} ${data}>>>>`;

describe('a store of validation data that comes after a signature', () => {
  it.each([
    '<<>>',
    '<</Type/DSS/Certs[30 0 R]/CRLs[]/OCSPs[30 0 R 30 0 R]>>',
    '<</Certs[99 0 R]>>',
    '<</Certs 99 0 R>>',
    '<</VRI 99 0 R>>',
    '<</VRI<<>>>>',
    '<</VRI<</Type/VRI>>>>',
    vri('<<>>'),
    vri('<<>>', 'a1'.repeat(32)),
    vri('<<>>', '0f'.repeat(64)),
    vri('<</Type/VRI/Cert[30 0 R]/CRL[]/OCSP[30 0 R]/TU(D:20261121120000Z)/TS 30 0 R>>'),
  ])('MAP-8 holds lists of streams: %s', async (store) => {
    expect(await told(store)).toEqual(['validation_data /DSS']);
  });

  it.each([
    '[]',
    ' 5',
    ' 30 0 R',
    '<</Certs 5>>',
    '<</CRLs<<>>>>',
    '<</OCSPs(none)>>',
    '<</Certs[5]>>',
    '<</Certs[30 0 R 5]>>',
    '<</Certs[null]>>',
    '<</Certs null>>',
    '<</CRLs[8 0 R]>>',
    '<</OCSPs[<<>>]>>',
    '<</Cert[]>>',
    '<</TU(D:20261121120000Z)>>',
    '<</OpenAction[4 0 R/Fit]>>',
  ])('MAP-8 and nothing else: %s', async (store) => {
    expect(await told(store)).toEqual(['validation_data validation_data /DSS']);
  });

  it.each([
    '<</VRI[]>>',
    '<</VRI 30 0 R>>',
    vri('5'),
    vri('[]'),
    vri('8 0 R'),
    vri('<<>>', 'A1'.repeat(20).slice(1)),
    vri('<<>>', 'A1'.repeat(65)),
    vri('<<>>', 'XY'.repeat(20)),
    vri('<<>>', `${KEY}G`),
    vri('<</Certs[30 0 R]>>'),
    vri('<</Cert[5]>>'),
    vri('<</CRL 5>>'),
    vri('<</OCSP[8 0 R]>>'),
    vri('<</Odd 1>>'),
  ])('MAP-8 nor by signature: %s', async (store) => {
    expect(await told(store)).toEqual(['validation_data validation_data /VRI']);
  });

  it('MAP-8 and says nothing twice', async () => {
    expect(await told('<</Certs[]/Certs[30 0 R]>>')).toContain('validation_data validation_data /DSS');
    expect(await told(vri('<</Cert[]/Cert[30 0 R]>>'))).toContain('validation_data validation_data /VRI');
  });

  it('MAP-8 is told with the object that it is', async () => {
    const at = async (store: string): Promise<(number | undefined)[]> => {
      const changes = await changesBy(signed, (file) => [
        instead(1, { '/MarkInfo': `/DSS${store}/MarkInfo` }, file),
        { number: 300, body: '<</Certs[30 0 R]>>' },
      ]);
      return changes.filter(({ rule }) => rule === 'validation_data').map(({ object }) => object);
    };
    expect(await at(' 300 0 R')).toEqual([300]);
    expect(await at('<<>>')).toEqual([1]);
    expect(await at('<</Certs 5>>')).toEqual([1]);
  });

  it('MAP-8 may go again', async () => {
    const had = [...signed, instead(1, { '/MarkInfo': '/DSS<</Certs[30 0 R]>>/MarkInfo' })];
    const changes = await changesBy(had, (file) => [instead(1, { '/DSS<</Certs[30 0 R]>>': '' }, file)]);
    expect(changes.map(({ rule, reason }) => reason ?? rule)).toEqual(['validation_data']);
  });
});
