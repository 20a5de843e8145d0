import {
  appendUpdate,
  documentObjects,
  streamBody,
  type TestDocument,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open, refuses, sign } from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm'];
const make = (document: TestDocument = {}, kind: XrefKind = 'table'): Uint8Array =>
  writePdf({ kind, objects: documentObjects(document) });
/** That a file was updated is told of each that was. */
const findings = (bytes: Uint8Array): Finding[] =>
  inspect(open(bytes)).findings.filter(({ kind }) => kind !== 'earlier_revision');
const withObject = (body: string | Uint8Array, kind: XrefKind = 'table'): Finding[] =>
  findings(make({ more: [{ number: 100, body }] }, kind));

describe('inspect', () => {
  it.each(KINDS)('finds nothing in a plain %s file', (kind) => {
    expect(inspect(open(make({}, kind)))).toMatchObject({ findings: [], signatures: [] });
  });

  it.each(KINDS)('SGN-7 finds a script in a %s file', (kind) => {
    expect(withObject('<</S/JavaScript/JS(app.alert\\(1\\))>>', kind)).toEqual([
      { kind: 'javascript', object: 100, revision: 1, excerpt: 'app.alert(1)' },
    ]);
  });

  it.each<[string, Finding['kind'], string | undefined]>([
    ['<</S/J#61vaScript/J#53(x)>>', 'javascript', 'x'],
    ['<</S/JavaScript>>', 'javascript', undefined],
    ['<</JS<61>>>', 'javascript', 'a'],
    ['[[<</A<</B[<</JS(deep)>>]>>>>]]', 'javascript', 'deep'],
    ['<</Type/Font/FontMatrix[1 2 3 4 5 (alert)]>>', 'javascript', 'alert'],
    ['<</S/Launch/F(calc.exe)>>', 'launch', 'calc.exe'],
    ['<</S/Launch/Win<</F(calc.exe)>>>>', 'launch', 'calc.exe'],
    ['<</S/SubmitForm/F<</FS/URL/F(https://a.example/)>>>>', 'submit_form', 'https://a.example/'],
    ['<</S/ImportData/F(x.fdf)>>', 'import_data', 'x.fdf'],
    ['<</S/ResetForm>>', 'reset_form', undefined],
    ['<</S/GoToR/F(\\\\\\\\host\\\\share)>>', 'remote_goto', '\\\\host\\share'],
    ['<</S/GoToE/F(x)>>', 'embedded_goto', 'x'],
    ['<</S/URI/URI(JaVa\nScript:alert(1))>>', 'uri_script', 'JaVa\nScript:alert(1)'],
    ['<</S/URI/URI(file:///etc/passwd)>>', 'uri_file', 'file:///etc/passwd'],
    ['<</S/SetOCGState/State[/Toggle 1 0 R]>>', 'layer_action', 'Toggle'],
    ['<</S/Hide/T(field)>>', 'hide_action', 'field'],
    ['<</S/Rendition>>', 'media', undefined],
    ['<</Type/Annot/Subtype/RichMedia>>', 'media', undefined],
    ['<</Type/Filespec/F(a.exe)/UF(b.txt)/EF<<>>>>', 'active_attachment', 'a.exe'],
    ['<</Type/Filespec/F(a.txt)/EF<<>>>>', 'embedded_file', 'a.txt'],
    ['<</XFA[]>>', 'xfa', undefined],
    ['<</A 1/A 2>>', 'duplicate_key', '/A'],
  ])('%s', (body, kind, excerpt) => {
    const expected = { kind, object: 100, revision: 1, ...(excerpt === undefined ? {} : { excerpt }) };
    expect(withObject(body)).toEqual([expected]);
  });

  it('a script in a stream, behind a reference, cut to 200 characters', () => {
    const more = [
      { number: 100, body: '<</S/JavaScript/JS 101 0 R>>' },
      { number: 101, body: streamBody('x'.repeat(999), '', 'flate') },
    ];
    expect(findings(make({ more }))[0]?.excerpt).toBe('x'.repeat(200));
  });

  it('an image with entries under short names, which some readers take before the others', () => {
    const image = streamBody('x', '/Subtype/Image/Width 1/W 2/Height 1/BPC 8');
    expect(withObject(image)).toEqual([
      { kind: 'duplicate_key', object: 100, revision: 1, excerpt: '/BPC /W' },
    ]);
    expect(withObject(streamBody('x', '/Subtype/Form/W 2'))).toEqual([]);
  });

  it('a stream whose data are elsewhere', () => {
    expect(withObject(streamBody('', '/F(http://a.example/x)'))).toMatchObject([{ kind: 'external_stream' }]);
  });

  it('entities in what is named as metadata, whatever it calls itself', () => {
    const xml = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>';
    for (const entries of ['/Type/Metadata/Subtype/XML', '']) {
      const more = [{ number: 101, body: streamBody(xml, entries) }];
      const kinds = findings(make({ catalog: '/Metadata 101 0 R', more })).map(({ kind }) => kind);
      expect(kinds).toEqual(['xml_entity']);
    }
  });

  it.each([
    ['\xff\xd8\xff', '/Filter/DCTDecode', []],
    ['\x89PNG', '/Filter/DCTDecode', ['unknown_filter']],
    ['\x89PNG', '/Filter[/DCTDecode]', ['unknown_filter']],
    ['\0\0\0\x0cjP  ', '/Filter/JPXDecode', []],
    ['\xff\x4f\xff\x51', '/Filter/JPXDecode', []],
    ['\xff\xd8\xff', '/Filter/JPXDecode', ['unknown_filter']],
    ['', '/Filter/DCTDecode', []],
    ['\xff\xd8\xff\xfe\0$SHA-1 is dead!!!!!', '/Filter/DCTDecode', ['exploit_pattern']],
  ])('an image of %j under %s: %j', (data, filter, kinds) => {
    const image = streamBody(data, `/Type/XObject/Subtype/Image/Width 1/Height 1${filter}`);
    expect(withObject(image).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('a web link is information, a plain name nothing', () => {
    expect(withObject('<</S/URI/URI(https://a.example/)>>')).toEqual([
      { kind: 'web_link', object: 100, revision: 1, excerpt: 'https://a.example' },
    ]);
    expect(withObject('<</S/Span/T(JavaScript)>>')).toEqual([]);
  });

  it.each(KINDS)('what an earlier revision of a %s file held, and which', (kind) => {
    const first = make({ more: [{ number: 100, body: '<</JS(old)>>' }] }, kind);
    const second = appendUpdate(first, { kind, objects: [{ number: 100, body: 'null' }] });
    const old = { kind: 'javascript', object: 100, revision: 1, excerpt: 'old', superseded: true };
    expect(findings(second)).toEqual([old]);
    const third = appendUpdate(second, { kind, objects: [{ number: 200, body: '<</JS(new)>>' }] });
    expect(findings(third).map(({ revision, excerpt }) => [revision, excerpt])).toEqual([
      [1, 'old'],
      [3, 'new'],
    ]);
    const fourth = appendUpdate(first, { kind, objects: [{ number: 200, body: '<<>>' }] });
    expect(findings(fourth)).toEqual([{ kind: 'javascript', object: 100, revision: 1, excerpt: 'old' }]);
  });

  it('is bounded where many revisions meet many objects', () => {
    let bytes = make();
    for (let count = 0; count < 30; count++) bytes = appendUpdate(bytes, { kind: 'table', objects: [] });
    expect(inspect(open(bytes)).findings).toEqual([{ kind: 'earlier_revision', excerpt: '30' }]);
    refuses('too_many_revisions', () => inspect(open(bytes, { entries: 10 })));
  });

  it('says on which page, and where', () => {
    const document = {
      pages: [{}, { entries: '/Annots[100 0 R]' }],
      more: [
        { number: 100, body: '<</Type/Annot/Subtype/Link/Rect[1 2 3 4]/A 101 0 R>>' },
        { number: 101, body: '<</S/JavaScript/JS(x)>>' },
      ],
    };
    expect(findings(make(document))).toMatchObject([{ kind: 'javascript', page: 2, rect: [1, 2, 3, 4] }]);
  });

  it('usage rights, which any update ends', () => {
    const more = [{ number: 100, body: '<<>>' }];
    expect(findings(make({ catalog: '/Perms<</UR3 100 0 R>>', more }))).toEqual([
      { kind: 'usage_rights', excerpt: '/UR3' },
    ]);
  });

  it('an object that cannot be read is a finding, not a failure', () => {
    expect(withObject('<</A')).toMatchObject([
      { kind: 'unreadable_object', object: 100, excerpt: 'broken_object' },
    ]);
  });

  it('lists at most 100 findings of a kind, and says that there are more', () => {
    const more = Array.from({ length: 1100 }, (_, index) => ({ number: 100 + index, body: '<</JS(x)>>' }));
    const list = findings(make({ more: [...more, { number: 5000, body: '<</S/Launch/F(a)>>' }] }));
    expect(list).toHaveLength(102);
    expect(list.slice(-2)).toMatchObject([{ kind: 'launch' }, { kind: 'truncated' }]);
  });

  it('SGN-7 no crowd of other findings pushes a script off the list', () => {
    const crowd = [
      ...[
        'GoToR/F(a)',
        'GoToE/F(a)',
        'Hide/T(a)',
        'ResetForm',
        'Named/N/Print',
        'SetOCGState',
        'Sound',
        'Movie',
      ],
      ...['Launch/F(a)', 'SubmitForm/F(a)', 'ImportData/F(a)', 'Rendition', 'URI/URI(file:a)', 'Thread/F(a)'],
      ...['URI/URI(javascript:a)', 'RichMediaExecute'],
    ];
    const bodies = crowd.flatMap((action) => Array.from({ length: 100 }, () => `<</S/${action}>>`));
    const files = Array.from({ length: 100 }, () => '<</Type/Filespec/F(a.txt)/EF<<>>>>');
    const more = [...bodies, ...files].map((body, index) => ({ number: 100 + index, body }));
    const list = findings(make({ more: [...more, { number: 5000, body: '<</JS(x)>>' }] }));
    expect(list.length).toBeGreaterThan(750);
    expect(list.slice(-2)).toMatchObject([{ kind: 'javascript' }, { kind: 'truncated' }]);
  });

  it.each(KINDS)('SGN-7 nor do those of an earlier state of a %s file one of the present', (kind) => {
    const many = Array.from({ length: 150 }, (_, index) => ({
      number: 100 + index,
      body: '<</S/SubmitForm>>',
    }));
    const first = make({ more: [...many, { number: 900, body: '<</S/SubmitForm>>' }] }, kind);
    const now = many.map(({ number }) => ({ number, body: 'null' }));
    const told = findings(appendUpdate(first, { kind, objects: now })).filter(
      (one) => one.kind === 'submit_form',
    );
    expect(told.filter(({ superseded }) => superseded === undefined)).toMatchObject([{ object: 900 }]);
    expect(told).toHaveLength(101);
  });

  it('gives the signature fields, and finds nothing in what we write', async () => {
    const { findings: found, signatures } = inspect(open(await sign(make())));
    expect(found).toEqual([{ kind: 'earlier_revision', excerpt: '1' }]);
    expect(signatures).toMatchObject([{ page: 1, signature: { covers: 'whole_file' } }]);
  });
});
