import { documentObjects, signedDocument, streamBody, updated, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect, revisions, signatureFields } from '../src/index.ts';
import { changesOf } from './later-changes-support.ts';
import { latin1, open, sign } from './support.ts';

/** A linearized file by its shape: the first section leads to the main one, behind which `between` stands. */
function linearized(between: string): Uint8Array {
  const first = latin1(writePdf({ kind: 'stream', objects: documentObjects() }));
  const at = Number(/startxref\s+(\d+)/.exec(first)?.[1]);
  const [stream = ''] = /\d+ 0 obj[\s\S]*?endobj/.exec(first.slice(at)) ?? [];
  return Buffer.from(first.slice(0, at) + stream + between + first.slice(at + stream.length), 'latin1');
}

describe('the end of a revision', () => {
  it.each([
    ['white space in proportion to the objects, as qpdf pads', ' '.repeat(40_000)],
    ['a trailer that was left behind', '\ntrailer\n<</Size 9/ID[(a)(b)]>>'],
    ['both, and white space again', `${' '.repeat(3000)}\ntrailer\r<</Size 9>>${'\n'.repeat(3000)}`],
  ])('MAP-8 is found behind %s', async (_, between) => {
    const file = linearized(between);
    const [only] = revisions(open(file));
    expect(only?.end).toBe(file.length);
    expect((await inspect(open(file))).findings.filter(({ kind }) => kind === 'xref_conflict')).toEqual([]);
    const twice = await sign(await sign(file));
    const fields = signatureFields(open(twice));
    expect(fields.map(({ signature }) => signature?.problems)).toEqual([[], []]);
    expect(changesOf(twice)?.level).toBe('form-filling');
  });

  it('a trailer that cannot be read is no trailer', () => {
    expect(() => revisions(open(linearized('\ntrailer <</Size')))).not.toThrow();
  });
});

/** An update whose table is extended by a stream that names another object of the same number. */
function hybrid(signed: Uint8Array, other: string): Uint8Array {
  const content = 'BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET';
  const file = latin1(updated(signed, [{ number: 5, body: streamBody(content) }]));
  const second = file.length;
  const body = latin1(streamBody(other));
  const hidden = `5 0 obj\n${body}\nendobj\n`;
  const entry = Buffer.alloc(7);
  entry[0] = 1;
  entry.writeUInt32BE(second, 1);
  const at = second + hidden.length;
  const xref = `900 0 obj\n${latin1(streamBody(entry, '/Type/XRef/W[1 4 2]/Index[5 1]/Size 901'))}\nendobj\n`;
  const text = file + hidden + xref;
  const trailer = file.lastIndexOf('trailer');
  const table = file.slice(file.lastIndexOf('\nxref') + 1, trailer);
  const dictionary = file.slice(trailer, file.lastIndexOf('startxref')).replace('<<', `<</XRefStm ${at}`);
  return Buffer.from(`${text}${table}${dictionary}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

describe('two readings of one update', () => {
  it('MAP-8 the table and the stream of a hybrid file that name two objects are told', async () => {
    const signed = await sign(signedDocument());
    const found = changesOf(hybrid(signed, 'BT /F1 24 Tf 72 700 Td (Pay 9000 euros) Tj ET'));
    expect(found?.changes.map(({ reason }) => reason)).toContain('ambiguous');
  });

  it('MAP-8 the same object in both is no conflict: Word writes so', async () => {
    const signed = await sign(signedDocument());
    const file = hybrid(signed, 'BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET');
    expect(changesOf(file)?.changes.map(({ reason }) => reason)).not.toContain('ambiguous');
    const plain = hybrid(writePdf({ kind: 'table', objects: documentObjects() }), 'x');
    const kinds = (await inspect(open(plain))).findings.map(({ kind }) => kind);
    expect(kinds).toContain('xref_conflict');
    expect((await inspect(open(file))).findings.map(({ kind }) => kind)).not.toContain('xref_conflict');
  });

  it('VAL-2 a signature dictionary with an entry twice is not in order', async () => {
    const text = latin1(await sign(signedDocument()));
    // As long as it was: the date becomes a second /Filter.
    const twice = text.replace(/\/M ?\([^)]*\)/, (date) => `/Filter/${'x'.repeat(date.length - 8)}`);
    const fields = signatureFields(open(Buffer.from(twice, 'latin1')));
    const field = fields.find(({ signature }) => signature !== undefined);
    expect(field?.signature?.problems).toContain('duplicate_entry');
  });
});
