import { bodyOf, signedDocument, streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { latin1, open, refuses, sign } from './support.ts';

const signed = await sign(signedDocument());
const FIELD = bodyOf(signed, 103);
const OTHER = FIELD.replace('(Eleni)', '(Nikos)');

/** Builds an update whose objects stand where its entries say. */
class Tail {
  text = latin1(signed);
  /** Puts an object there and gives its place. */
  put(number: number, body: string | Uint8Array): number {
    const at = this.text.length;
    this.text += `${number} 0 obj\n${typeof body === 'string' ? body : latin1(body)}\nendobj\n`;
    return at;
  }
  end(at: number): Uint8Array {
    return Buffer.from(`${this.text}startxref\n${at}\n%%EOF\n`, 'latin1');
  }
}
const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(signed))?.[1];
const TRAILER = `/Size 990/Root 1 0 R/Info 160 0 R/Prev ${previous}`;

/** An update with an object stream of these members, of which `entry` names one as that object. */
function packed(
  members: readonly (readonly [number: number, body: string])[],
  entry: readonly [number: number, index: number],
  offsets?: readonly number[],
): Uint8Array {
  const tail = new Tail();
  let data = '';
  const heads = members.map(([number, body], at) => {
    const head = `${number} ${offsets?.[at] ?? data.length}`;
    data += `${body} `;
    return head;
  });
  const head = `${heads.join(' ')} `;
  const stream = tail.put(
    980,
    streamBody(head + data, `/Type/ObjStm/N ${members.length}/First ${head.length}`),
  );
  const at = tail.text.length;
  const row = (kind: number, place: number, detail: number): Buffer => {
    const bytes = Buffer.alloc(7);
    bytes[0] = kind;
    bytes.writeUInt32BE(place, 1);
    bytes.writeUInt16BE(detail, 5);
    return bytes;
  };
  const rows = Buffer.concat([row(2, 980, entry[1]), row(1, stream, 0), row(1, at, 0)]);
  tail.put(981, streamBody(rows, `/Type/XRef/W[1 4 2]/Index[${entry[0]} 1 980 2]${TRAILER}`));
  return tail.end(at);
}

/** An update with these objects and a table of these entries. */
function listed(
  objects: readonly (readonly [number: number, body: string | Uint8Array])[],
  entries: (places: readonly number[]) => readonly (readonly [number: number, place: number])[],
): Uint8Array {
  const tail = new Tail();
  const places = objects.map(([number, body]) => tail.put(number, body));
  const at = tail.text.length;
  const rows = entries(places).map(
    ([number, place]) => `${number} 1\n${String(place).padStart(10, '0')} 00000 n \n`,
  );
  tail.text += `xref\n${rows.join('')}trailer\n<<${TRAILER}>>\n`;
  return tail.end(at);
}

const told = (file: Uint8Array): string[] =>
  (changesOf(file)?.changes ?? []).map(({ reason, rule }) => reason ?? rule);

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
});

describe('an object that stands in one update twice', () => {
  const CONTENT = streamBody('BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET');

  it('the same octets are harmless where the second is not named', () => {
    const first = ([place = 0]: readonly number[]) => [[103, place]] as const;
    expect(
      told(
        listed(
          [
            [103, FIELD],
            [103, FIELD],
          ],
          first,
        ),
      ),
    ).toEqual([]);
    expect(
      told(
        listed(
          [
            [103, FIELD],
            [103, OTHER],
          ],
          first,
        ),
      ),
    ).toEqual(['unlisted_object']);
    expect(
      told(
        listed(
          [
            [103, FIELD],
            [104, FIELD],
          ],
          first,
        ),
      ),
    ).toEqual(['unlisted_object']);
    const five = ([place = 0]: readonly number[]) => [[5, place]] as const;
    expect(
      told(
        listed(
          [
            [5, CONTENT],
            [5, CONTENT],
            [103, OTHER],
          ],
          five,
        ),
      ),
    ).toEqual(['unlisted_object']);
    expect(
      told(
        listed(
          [
            [5, CONTENT],
            [5, CONTENT],
          ],
          five,
        ),
      ),
    ).toEqual([]);
  });

  it('entries that lead to the same octets are one', () => {
    const both = (number: number) => (places: readonly number[]) =>
      places.map((place) => [number, place] as const);
    expect(
      told(
        listed(
          [
            [103, OTHER],
            [103, OTHER],
          ],
          both(103),
        ),
      ),
    ).not.toContain('unlisted_object');
    expect(
      told(
        listed(
          [
            [5, CONTENT],
            [5, CONTENT],
          ],
          both(5),
        ),
      ),
    ).toEqual([]);
    for (const other of [OTHER, `${FIELD} `, '[]', streamBody(FIELD)]) {
      for (const bodies of [
        [FIELD, other],
        [other, FIELD],
      ]) {
        const file = listed(
          bodies.map((body) => [103, body] as const),
          both(103),
        );
        if (other === `${FIELD} `) expect(told(file)).toEqual([]);
        else refuses('broken_xref', () => open(file));
      }
    }
    const streams = [CONTENT, streamBody('BT /F1 24 Tf 72 700 Td (Pay 9000 euros) Tj ET')];
    refuses('broken_xref', () =>
      open(
        listed(
          streams.map((body) => [5, body] as const),
          both(5),
        ),
      ),
    );
  });

  it('a revision in between that means two things cannot be read', () => {
    const both = (places: readonly number[]) => places.map((place) => [103, place] as const);
    const file = listed(
      [
        [103, FIELD],
        [103, OTHER],
      ],
      both,
    );
    const text = latin1(file);
    const at = text.length;
    const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1];
    const body = `103 0 obj\n${FIELD}\nendobj\n`;
    const table = `xref\n103 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<</Size 990/Root 1 0 R/Prev ${prev}>>\n`;
    const later = Buffer.from(`${text}${body}${table}startxref\n${at + body.length}\n%%EOF\n`, 'latin1');
    expect(told(later)).toEqual(['unreadable']);
  });
});
