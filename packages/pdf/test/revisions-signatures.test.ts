import {
  appendUpdate,
  documentObjects,
  sealed,
  type TestObject,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { isLocked, readPermissions, type SignatureFacts, signatureFields } from '../src/index.ts';
import { latin1, open, sign, VISIBLE } from './support.ts';

const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]`;
const text = (file: string): Uint8Array => Buffer.from(file, 'latin1');

/** A file with a signature field (100) for each value, which is the object behind it, or stands in the field. */
function form(values: readonly string[], kind: XrefKind = 'table', lock = ''): Uint8Array {
  const more = values.flatMap((value, at): TestObject[] => [
    { number: 100 + 2 * at, body: `<</FT/Sig/T(s${at})/V ${101 + 2 * at} 0 R${lock}>>` },
    { number: 101 + 2 * at, body: value },
  ]);
  const fields = values.map((_, at) => `${100 + 2 * at} 0 R`).join(' ');
  return writePdf({ kind, objects: documentObjects({ catalog: `/AcroForm<</Fields[${fields}]>>`, more }) });
}
const factsOf = (file: Uint8Array): SignatureFacts | undefined => signatureFields(open(file))[0]?.signature;

/** What is said of a signature over the whole file after `edit` changed the file without moving anything. */
function forged(edit: (file: string) => string, entries = '/Contents<3000>'): SignatureFacts | undefined {
  const file = latin1(sealed(form([`<<${SLOT}${entries}>>`])));
  const changed = edit(file);
  expect(changed.length).toBe(file.length);
  return factsOf(text(changed));
}
/** With other numbers of the same room. */
const ranged = (change: (numbers: [number, number, number, number]) => string) => (file: string) =>
  file.replace(/\/ByteRange\[0 +(\d+) +(\d+) +(\d+) *\]/, (all, a, b, c) =>
    `/ByteRange${change([0, Number(a), Number(b), Number(c)])}`.padEnd(all.length),
  );

describe('what a signature covers', () => {
  it('all of the file, where its numbers say so', () => {
    const facts = forged((file) => file);
    expect(facts).toMatchObject({ covers: 'whole_file', problems: [], isTimeStamp: false });
    const [start, before, after, length] = facts?.byteRange ?? [];
    expect([start, facts?.contents]).toEqual([0, { start: before, end: after }]);
    expect((after ?? 0) - (before ?? 0)).toBe('<3000>'.length);
    expect(length).toBeGreaterThan(0);
    expect(forged((file) => file.replace('/ByteRange', '/ByteRangX'))?.byteRange).toBeUndefined();
  });

  it.each<[string, Parameters<typeof ranged>[0], string[]]>([
    ['a gap that ends too late', ([, a, b, c]) => `[0 ${a} ${b + 1} ${c - 1}]`, ['gap_is_not_contents']],
    ['a gap that ends too early', ([, a, b, c]) => `[0 ${a} ${b - 1} ${c + 1}]`, ['gap_is_not_contents']],
    ['nothing behind it', ([, a, b]) => `[0 ${a} ${b} 0]`, ['ends_inside_revision']],
    ['nothing before it', ([, , b, c]) => `[0 0 ${b} ${c}]`, ['byte_range_malformed']],
    ['parts that overlap', ([, a, , c]) => `[0 ${a} ${a - 9} ${c}]`, ['byte_range_malformed']],
    ['parts without a gap', ([, a, , c]) => `[0 ${a} ${a} ${c}]`, ['byte_range_malformed']],
    ['a negative length', ([, a, b]) => `[0 ${a} ${b} -9]`, ['byte_range_malformed']],
    ['five numbers', ([, a, b, c]) => `[0 ${a} ${b} ${c} 0]`, ['byte_range_malformed']],
    ['three numbers', ([, a, b]) => `[0 ${a} ${b}]`, ['byte_range_malformed']],
    ['a broken number', ([, a, b, c]) => `[0 ${a} ${b} ${c}.5]`, ['byte_range_malformed']],
    ['a broken number that is not too large', ([, a, b]) => `[0 ${a} ${b} 9.5]`, ['byte_range_malformed']],
    ['a name for a number', ([, a, b]) => `[0 ${a} ${b} /9]`, ['byte_range_malformed']],
    ['a string for a number', ([, a, b]) => `[0 ${a} ${b} (9)]`, ['byte_range_malformed']],
    ['a number', () => ' 9', ['byte_range_malformed']],
    ['nothing', () => ' null', ['byte_range_missing']],
  ])('%s', (_, change, problems) => {
    expect(forged(ranged(change))).toMatchObject({ covers: 'less', problems });
  });

  it.each([
    ['in an object of its own', '/Contents 102 0 R', ['contents_elsewhere']],
    ['that is a name', '/Contents/None', ['contents_missing']],
    ['that is twice there', '/Contents<3000>/Contents<3000>', ['duplicate_entry', 'gap_is_not_contents']],
  ])('a value %s', (_, entries, problems) => {
    expect(forged((file) => file, `${entries}/Z<3000>`)?.problems.slice(0, problems.length)).toEqual(
      problems,
    );
  });

  it('a value in an object stream is none that bytes can leave out', () => {
    const facts = factsOf(form(['<</ByteRange[0 9 99 9]/Contents<3000>>>'], 'objstm'));
    expect(facts?.problems).toEqual(['contents_elsewhere']);
    expect(facts?.contents).toBeUndefined();
  });

  it('what a signer signed behind the last revision is in it, and what is not, is not', () => {
    const more = (edit: (numbers: [number, number, number, number]) => string) => {
      const file = latin1(sealed(form([`<<${SLOT}/Contents<3000>>>`])));
      return factsOf(text(ranged(edit)(`${file}% more\n`)));
    };
    expect(more(([, a, b, c]) => `[0 ${a} ${b} ${c + 7}]`)).toMatchObject({
      covers: 'whole_file',
      problems: [],
    });
    expect(more(([, a, b, c]) => `[0 ${a} ${b} ${c + 6}]`)?.problems).toEqual(['ends_inside_revision']);
    expect(more(([, a, b, c]) => `[0 ${a} ${b} ${c}]`)).toMatchObject({ covers: 'revision', revision: 1 });
  });

  it.each([
    ['\n', ''],
    ['\r', ''],
    ['\r\n', ''],
    ['\n', '\r'],
  ])('the end of its last line may come with the next update: %j', (line, signed) => {
    const file = latin1(form([`<<${SLOT}/Contents<3000>>>`])).replace(/%%EOF\s*$/, `%%EOF${signed}`);
    const whole = latin1(sealed(text(file))) + line;
    const facts = factsOf(appendUpdate(text(whole), { kind: 'table', objects: [] }));
    if (signed === '') expect(facts).toMatchObject({ covers: 'revision', revision: 1, problems: [] });
    else expect(facts).toMatchObject({ covers: 'less', problems: ['ends_inside_revision'] });
  });
});

describe('what a signature says of itself', () => {
  it('is given as it stands there, and cut where it is long', () => {
    const entries = '/Filter/Some.Handler/ContactInfo(here)/Name(Eleni)/Location(Athens)/M(today)';
    const facts = factsOf(form([`<<${entries}/Reason(${'a'.repeat(3000)})>>`]));
    expect(facts).toMatchObject({
      object: 101,
      type: 'Sig',
      filter: 'Some.Handler',
      contactInfo: 'here',
      name: 'Eleni',
      location: 'Athens',
      claimedTime: 'today',
      reason: 'a'.repeat(2000),
    });
    expect(factsOf(form(['<</Type/DocTimeStamp>>']))).toMatchObject({
      type: 'DocTimeStamp',
      isTimeStamp: true,
    });
    expect(factsOf(form(['<</SubFilter/ETSI.RFC3161>>']))).toMatchObject({ type: 'Sig', isTimeStamp: true });
  });

  it('stands in the field, too, and the field where it is seen', async () => {
    const direct = latin1(form(['<<>>'])).replace('/V 101 0 R', '/V<<    >>');
    expect(factsOf(text(direct))).toMatchObject({ type: 'Sig' });
    expect(factsOf(text(direct))).not.toHaveProperty('object');
    const visible = await sign(writePdf({ kind: 'table', objects: documentObjects() }), { visible: VISIBLE });
    expect(signatureFields(open(visible))).toMatchObject([{ page: 1, rect: [40, 60, 240, 130] }]);
  });
});

describe('what signatures permit', () => {
  const certifying = (p: string): string =>
    `<</Reference[<</TransformMethod/DocMDP/TransformParams<<${p}>>>>]>>`;
  const locking = (method: string, params: string): string =>
    `<</Reference[<</TransformMethod/${method}${params}>>]>>`;
  const read = (values: readonly string[], lock = '') => readPermissions(open(form(values, 'table', lock)));

  it.each([
    [['/P 1'], 1],
    [['/P 2'], 2],
    [['/P 3'], 3],
    [['/P 4'], 2],
    [['/P 0'], 2],
    [[''], 2],
    [['/P 3', '/P 1'], 1],
    [['/P 1', '/P 3'], 1],
    [['/P 3', '/P 2'], 2],
  ])('of certifications the strictest: %j', (given, permission) => {
    expect(read(given.map(certifying))).toEqual({ certified: true, locks: [], permission });
  });

  it('one that certifies is enough', () => {
    expect(read([certifying('/P 3'), '<<>>']).certified).toBe(true);
    expect(read(['<<>>', '<<>>'])).toEqual({ certified: false, locks: [] });
  });

  it.each([
    ['/P 1', 1],
    ['/P 3', 3],
    ['/P 4', undefined],
    ['', undefined],
  ])('a lock may say it, too: %s', (p, permission) => {
    const {
      certified,
      permission: given,
      locks,
    } = read(['<<>>'], `/Lock<</Action/Include/Fields[(a)]${p}>>`);
    expect([certified, given, locks[0]?.permission]).toEqual([false, permission, permission]);
  });

  it('locks are those of FieldMDP, and no other method', () => {
    const params = '/TransformParams<</Action/Include/Fields[(a)]>>';
    expect(read([locking('FieldMDP', params)]).locks).toEqual([{ action: 'Include', fields: ['a'] }]);
    expect(read([locking('UR3', params)]).locks).toEqual([]);
    expect(read([locking('FieldMDP', '')]).locks).toEqual([]);
  });

  it.each([
    ['/Action/All', true],
    ['/Action/Exclude', true],
    ['/Action/Exclude/Fields[(a)]', false],
    ['/Action/Include', false],
    ['/Action/Include/Fields[]', false],
    ['/Action/Include/Fields(a)', true],
    ['/Action/Include/Fields[[(a)]]', true],
    ['/Action/Include/Fields[(a) /a]', true],
    ['/Action/Include/Fields[(a)]', false],
    ['', true],
  ])('SGN-6 a document takes no more signatures where all fields are locked: %s', (lock, locked) => {
    expect(isLocked(open(form(['<<>>'], 'table', `/Lock<<${lock}>>`)))).toBe(locked);
  });

  it('a field that is no signature field restricts nothing, and a certification that says nothing permits what is filled in', () => {
    const text = latin1(form([certifying('/P 1')])).replace('/FT/Sig', '/FT/Txt');
    expect(readPermissions(open(Buffer.from(text, 'latin1')))).toEqual({ certified: false, locks: [] });
    const more = [{ number: 100, body: '<</Type/Sig>>' }];
    const objects = documentObjects({ catalog: '/Perms<</DocMDP 100 0 R>>', more });
    expect(readPermissions(open(writePdf({ kind: 'table', objects })))).toEqual({
      certified: true,
      locks: [],
      permission: 2,
    });
  });

  it.each([
    [1, 3],
    [3, 1],
  ])('of what it said and says now, the strictest: %d, %d', async (then, now) => {
    const file = sealed(form([certifying(`/P ${then}`).replace('>>>>]', `>>>>]${SLOT}/Contents<3000>`)]));
    const body = /101 0 obj\s+(<<.*?>>)\s+endobj/s.exec(latin1(file))?.[1] ?? '';
    const later = appendUpdate(file, {
      kind: 'table',
      objects: [{ number: 101, body: body.replace(`/P ${then}`, `/P ${now}`) }],
    });
    expect(readPermissions(open(later))).toMatchObject({ certified: true, permission: 1 });
  });

  it('a signature over part of a file restricts as well', () => {
    const file = form([certifying('/P 1').replace('>>>>]', `>>>>]${SLOT}/Contents<3000>`)]);
    expect(readPermissions(open(file))).toMatchObject({ certified: true, permission: 1 });
  });
});
