import {
  type Attack,
  appendUpdate,
  documentObjects,
  shadowAttacks,
  shadowInnocents,
  streamBody,
  structureAttacks,
  structureInnocents,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open, refuses } from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];
/** What the inspection of the structure tells; other kinds are other inspectors'. */
const TOPIC = new Set<string>([
  'object_defined_twice',
  'unlisted_object',
  'unreferenced_page',
  'unreferenced_content',
  'unreferenced_font',
  'unused_section',
  'xref_conflict',
  'stream_length',
  'ambiguous_syntax',
  'page_tree',
  'odd_page_box',
  'trailing_bytes',
]);
const every = (attacks: readonly Attack[]): [string, XrefKind, Attack][] =>
  KINDS.flatMap((kind) => attacks.map((attack): [string, XrefKind, Attack] => [attack.name, kind, attack]));

const findings = (bytes: Uint8Array): Finding[] =>
  inspect(open(bytes)).findings.filter(({ kind }) => TOPIC.has(kind));
const kindsIn = (bytes: Uint8Array): string[] => [...new Set(findings(bytes).map(({ kind }) => kind))].sort();

/** An update that brings nothing but the table of the file before it, once more. */
function listAgain(before: Uint8Array): Uint8Array {
  const text = Buffer.from(before).toString('latin1');
  const at = text.lastIndexOf('\nxref\n') + 1;
  const section = text.slice(at, text.lastIndexOf('>>\nstartxref'));
  const update = `${section}/Prev ${at}>>\nstartxref\n${before.length}\n%%EOF\n`;
  return Buffer.concat([before, Buffer.from(update, 'latin1')]);
}

describe('what entries name that share the bytes of an object', () => {
  const orphan = {
    number: 30,
    body: streamBody(
      'BT /F1 12 Tf 72 700 Td (You owe 900 euro) Tj ET',
      '/Type/XObject/Subtype/Form/BBox[0 0 595 842]',
    ),
  };

  it('what nothing leads to is told though an update lists it once more', () => {
    const plain = writePdf({ kind: 'table', objects: documentObjects({ more: [orphan] }) });
    expect(kindsIn(plain)).toEqual(['unreferenced_content']);
    expect(kindsIn(listAgain(plain))).toEqual(['unreferenced_content']);
  });

  it('what an object leads to is reached though another number names its bytes, too', () => {
    const holder = { number: 31, body: '[30 0 R]' };
    const objects = documentObjects({ more: [orphan, holder], catalog: '/Own 31 0 R' });
    const text = Buffer.from(writePdf({ kind: 'table', objects })).toString('latin1');
    const place = String(text.indexOf('31 0 obj')).padStart(10, '0');
    const wrong = text.replace('\nxref\n', `\nxref\n29 1\n${place} 00000 n\r\n`);
    expect(kindsIn(Buffer.from(wrong, 'latin1'))).not.toContain('unreferenced_content');
  });
});

describe('what readers read differently', () => {
  it.each(every(structureAttacks))('SGN-7 %s (%s)', (_, kind, { bytes, expect: kinds }) => {
    expect(kindsIn(bytes(kind))).toEqual([...kinds].sort());
  });

  it.each(every(structureInnocents))('%s is none (%s)', (_, kind, { bytes }) => {
    expect(findings(bytes(kind))).toEqual([]);
  });

  it.each(KINDS)('a page tree that loops is refused (%s)', (kind) => {
    const objects = documentObjects({ tree: '/Kids[4 0 R 2 0 R]' });
    refuses('loop', () => inspect(open(writePdf({ kind, objects, hidden: [] }))));
  });

  it('a table whose entries are of different widths', () => {
    const text = Buffer.from(writePdf({ kind: 'table', objects: documentObjects() })).toString('latin1');
    const uneven = text.replace(/(\d{10} 00000 n) \n/, '$1\n');
    expect(findings(Buffer.from(uneven, 'latin1'))).toEqual([
      { kind: 'xref_conflict', revision: 1, excerpt: 'xref' },
    ]);
    const even = text.replace(/(\d{10} \d{5} [nf]) \n/g, '$1\n');
    expect(findings(Buffer.from(even, 'latin1'))).toEqual([]);
  });

  it('an object listed inside the data of another', () => {
    const inner = '100 0 obj\n(inner)\nendobj\n';
    const outer = streamBody(inner);
    const objects = documentObjects({
      more: [
        { number: 100, body: '(outer)' },
        { number: 101, body: outer },
      ],
    });
    const text = Buffer.from(writePdf({ kind: 'table', objects })).toString('latin1');
    const [listed, hidden] = [text.indexOf('100 0 obj\n(outer)'), text.indexOf(inner)];
    const offset = (at: number): string => `${String(at).padStart(10, '0')} 00000 n`;
    const moved = text.replace(offset(listed), offset(hidden));
    expect(kindsIn(Buffer.from(moved, 'latin1'))).toEqual(['ambiguous_syntax', 'object_defined_twice']);
  });
});

describe('what is prepared to be hidden and replaced', () => {
  it.each(every(shadowAttacks))('MAP-6 %s (%s)', (_, kind, { bytes, expect: kinds }) => {
    expect(kindsIn(bytes(kind))).toEqual([...kinds].sort());
  });

  it.each(every(shadowInnocents))('%s is none (%s)', (_, kind, { bytes }) => {
    expect(findings(bytes(kind))).toEqual([]);
  });

  it.each(KINDS)('what an earlier state of the file showed is told as such (%s)', (kind) => {
    const first = writePdf({ kind, objects: documentObjects(), hidden: [] });
    const page = documentObjects({ pages: [{ entries: '/Contents 100 0 R' }] }).filter(
      ({ number }) => number === 4,
    );
    const more = { number: 100, body: streamBody('BT /F1 9 Tf (New) Tj ET') };
    const updated = appendUpdate(first, {
      kind: kind === 'hybrid' ? 'table' : kind,
      objects: [...page, more],
    });
    const { findings: found } = inspect(open(updated));
    expect(found.filter(({ kind }) => TOPIC.has(kind))).toEqual([]);
    expect(found).toContainEqual({ kind: 'earlier_revision', excerpt: '1' });
  });
});

describe('UP-6: a filter by the short name that it has within content only (ISO 32000-2 §8.9.7)', () => {
  const filtered = (filter: string): string[] =>
    kindsIn(
      writePdf({
        kind: 'table',
        objects: documentObjects({
          pages: [{}],
          more: [{ number: 90, body: streamBody('61>', `/Type/Metadata/Filter ${filter}`) }],
          catalog: '/Metadata 90 0 R',
        }),
      }),
    );

  it.each(['/AHx', '[/AHx]', '[/ASCIIHexDecode/Fl]'])('%s', (filter) =>
    expect(filtered(filter)).toEqual(['ambiguous_syntax']),
  );
  it('SGN-7: none by its name', () => expect(filtered('/ASCIIHexDecode')).toEqual([]));
});
