import { bodyOf, signedDocument, streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { FIELD, listed, OTHER, packed, signed, told } from './later-changes-packed.ts';
import { latin1, open, refuses, sign } from './support.ts';

describe('members of object streams that readers may take for another', () => {
  it.each([0, 1])('MAP-8 a number that stands twice in one stream is told, entry %i', (index) => {
    const members = [FIELD, OTHER].map((body) => [103, body] as const);
    expect(told(packed(index === 0 ? members : members.toReversed(), [103, index]))).toContain('ambiguous');
  });

  it('a number that stands twice with the same value has changed nothing', () => {
    expect(
      told(
        packed(
          [
            [103, FIELD],
            [103, FIELD],
          ],
          [103, 1],
        ),
      ),
    ).toEqual([]);
  });

  it('MAP-8 a member that no entry names is told where it says something else', () => {
    const page = bodyOf(signed, 4);
    const file = (other: string): Uint8Array =>
      packed(
        [
          [4, other],
          [103, FIELD],
        ],
        [103, 1],
      );
    expect(told(file(page.replace('/Contents 5 0 R', '/Contents 104 0 R')))).toEqual(['unlisted_object']);
    expect(told(file(page))).toEqual([]);
  });

  it('MAP-8 a member of a number that means nothing is told', () => {
    expect(
      told(
        packed(
          [
            [400, '(thumb)'],
            [103, FIELD],
          ],
          [103, 1],
        ),
      ),
    ).toEqual(['unlisted_object']);
  });

  it('a member that ends where the next begins has changed nothing', () => {
    const members = [
      [103, FIELD],
      [4, bodyOf(signed, 4)],
    ] as const;
    expect(told(packed(members, [103, 0]))).toEqual([]);
    expect(told(packed(members, [103, 0], [0, FIELD.length]))).toEqual([]);
  });

  it('MAP-8 a member that does not end before the next begins is told', () => {
    const at = FIELD.indexOf('/V(Eleni)');
    expect(
      told(
        packed(
          [
            [103, FIELD],
            [982, '0'],
          ],
          [103, 0],
          [0, at],
        ),
      ),
    ).toContain('ambiguous');
  });

  it('MAP-8 an object stream that cannot be read is told', () => {
    const broken = streamBody('103', '/Type/ObjStm/N 9/First 4');
    const file = listed([[980, broken]], ([place = 0]) => [[980, place]]);
    expect(told(file)).toEqual(['unlisted_object']);
  });

  it('MAP-8 a number past what is kept is no other, shorter one', () => {
    refuses('broken_stream', () => open(packed([[2 ** 32 + 170, FIELD]], [170, 0])).object(170));
  });

  it.each([')', '>>', '(', '5 0 R', '', 'null null'])(
    'MAP-8 a member that cannot be read is told, though no entry names it: %j',
    (body) => {
      const other = [982, body] as const;
      const read = body === 'null null';
      for (const members of [
        [other, [103, FIELD] as const],
        [[103, FIELD] as const, other],
      ]) {
        const found = told(packed(members, [103, members.indexOf(other) === 0 ? 1 : 0]));
        expect(found.length > 0).toBe(!read);
      }
    },
  );

  it.each<[string, number, number[]]>([
    ['whose places descend', 982, [FIELD.length + 1, 0]],
    ['whose places are one', 982, [0, 0]],
    ['of number 0', 0, [0, 5]],
    ['of a number past all bounds', 8_388_608, [0, 5]],
    ['of a number that wraps', 4_294_967_295, [0, 5]],
  ])('MAP-8 members %s are told: some readers take no other of their stream', (_, number, offsets) => {
    const bodies = offsets[0] === 0 ? ['null', FIELD] : [FIELD, 'null'];
    const file = (at: number, places: number[]): Uint8Array =>
      packed(
        [
          [at, bodies[0] ?? ''],
          [103, bodies[1] ?? ''],
        ],
        [103, 1],
        places,
      );
    refuses('broken_stream', () => open(file(number, offsets)).objectStream(980));
    expect(open(file(982, [0, (bodies[0]?.length ?? 0) + 1])).objectStream(980).numbers).toHaveLength(2);
  });
});

const inObjectStream = await sign(signedDocument('objstm'));
const last = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(inObjectStream))?.[1];

/** An update of one entry of an object stream, and of one for that stream: 9 octets each. */
function leading(member: readonly number[], container: readonly number[]): Uint8Array {
  const rows = [member, container].map(([, kind = 0, place = 0, detail = 0]) => {
    const row = Buffer.alloc(9);
    row[0] = kind;
    row.writeUInt32BE(place, 1);
    row.writeUInt32BE(detail, 5);
    return row;
  });
  const entries = `/Type/XRef/W[1 4 4]/Index[${member[0]} 1 ${container[0]} 1]/Size 990/Root 1 0 R/Info 160 0 R/Prev ${last}`;
  const section = latin1(streamBody(Buffer.concat(rows), entries));
  const text = `${latin1(inObjectStream)}981 0 obj\n${section}\nendobj\nstartxref\n${inObjectStream.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

describe('a member of an object stream whose entry comes to lead elsewhere', () => {
  const pdf = open(inObjectStream);
  const entryOf = (number: number) => pdf.store.entry(pdf.index.get(number) ?? -1);
  /** The remark that hides a figure, and the stream that holds it. */
  const remark = entryOf(150);
  const container = entryOf(remark.place);

  it('MAP-8 is gone where it leads to a free number, be its place that of the stream', () => {
    const gone = leading([150, 2, 700, remark.detail], [700, 0, container.place]);
    expect(told(gone)).toContain('freed');
  });

  it('MAP-8 is gone where it counts on into another stream', () => {
    // The place of the line feed before the stream, and as many members more as a place counts for.
    const beyond = leading([150, 2, 171, remark.detail + 2 ** 24], [171, 1, container.place - 1]);
    expect(told(beyond)).toContain('freed');
  });

  it('has not changed where it leads where it led', () => {
    const same = leading([150, 2, 171, remark.detail], [700, 0, container.place]);
    expect(told(same)).toEqual([]);
  });
});
