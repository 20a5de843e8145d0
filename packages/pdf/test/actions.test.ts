import {
  actionAttacks,
  actionInnocents,
  appendUpdate,
  type Choose,
  documentObjects,
  streamBody,
  type TestDocument,
  testEncryption,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect, PdfError } from '../src/index.ts';
import { open, refuses } from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];

/** Kinds of findings; where the reader refuses the file, its code instead. */
function kinds(bytes: Uint8Array): Set<string> | PdfError {
  try {
    return new Set(inspect(open(bytes)).findings.map(({ kind }) => kind));
  } catch (error) {
    if (error instanceof PdfError) return error;
    throw error;
  }
}

function holds(bytes: Uint8Array, expected: readonly string[]): void {
  const found = kinds(bytes);
  // Hybrid files that readers read in two ways are refused before they are inspected.
  if (found instanceof PdfError) expect(found.code).toBe('hybrid_ambiguous');
  else expect([...found]).toEqual(expect.arrayContaining([...expected]));
}

const make = (document: TestDocument): Uint8Array =>
  writePdf({ kind: 'table', objects: documentObjects(document) });
/** What this topic finds; a loop is the business of another one. */
const found = (document: TestDocument): Finding[] =>
  inspect(open(make(document))).findings.filter(({ kind }) => kind !== 'ambiguous_syntax');

/** Choices by a seed: a small generator is enough to vary a notation. */
function choices(seed: number): Choose {
  let state = seed;
  return (ways) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % ways;
  };
}

describe('actions and what travels along', () => {
  it.each(actionAttacks)('SGN-7 finds $name, however the file is written', ({ bytes, expect: expected }) => {
    for (const kind of KINDS) holds(bytes(kind), expected);
  });

  it('SGN-7 no other notation of an attack hides it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...actionAttacks),
        fc.constantFrom(...KINDS),
        fc.integer({ min: 1, max: 2 ** 31 }),
        (attack, kind, seed) => {
          holds(attack.bytes(kind, choices(seed)), attack.expect);
        },
      ),
      { numRuns: 250 },
    );
  });

  it('SGN-7 encryption under an empty password hides none of them', () => {
    for (const [index, attack] of actionAttacks.entries()) {
      const [cipher, kind] = index % 8 === 0 ? (['aes256', 'table'] as const) : (['rc4', 'objstm'] as const);
      holds(attack.bytes(kind, undefined, testEncryption(cipher)), attack.expect);
    }
  });

  it.each(actionInnocents)('$name: nothing', ({ bytes }) => {
    for (const kind of ['table', 'stream', 'objstm'] as const) {
      const { findings } = inspect(open(bytes(kind)));
      expect(findings.filter(({ kind: one }) => !one.startsWith('unreferenced_'))).toEqual([]);
    }
  });

  it('HIS-1 an attack that an update took away is still found, in the revision that held it', () => {
    for (const attack of actionAttacks) {
      const gone = appendUpdate(attack.bytes(), {
        kind: 'table',
        objects: [100, 101, 102].map((number) => ({ number, body: 'null' })),
      });
      const kindsOf = (findings: Finding[]): Set<string> => new Set(findings.map(({ kind }) => kind));
      const expected = attack.expect.filter((kind) => !['automatic_link', 'embedded_file'].includes(kind));
      expect([...kindsOf(inspect(open(gone)).findings)]).toEqual(expect.arrayContaining(expected));
    }
  });
});

describe('where a finding belongs', () => {
  const script = '<</S/JavaScript/JS(x)>>';
  const at = (document: TestDocument): unknown[] =>
    found(document)
      .filter(({ kind }) => kind === 'javascript')
      .map(({ page, rect, object }) => ({ page, rect, object }));

  it("a page's own action, and one of its annotation that is no object", () => {
    expect(at({ pages: [{}, { entries: `/AA<</O${script}>>` }] })).toEqual([{ page: 2, object: 6 }]);
    const entries = `/Annots[<</Subtype/Link/Rect[30 40 10 20]/A${script}>>]`;
    expect(at({ pages: [{}, { entries }] })).toEqual([{ page: 2, rect: [10, 20, 30, 40], object: 6 }]);
  });

  it('an action of a field belongs to its widget', () => {
    const document = {
      catalog: '/AcroForm<</Fields[100 0 R]>>',
      pages: [{}, { entries: '/Annots[101 0 R]' }],
      more: [
        { number: 100, body: '<</FT/Tx/T(a)/Kids[101 0 R]/AA 102 0 R>>' },
        { number: 101, body: '<</Subtype/Widget/Parent 100 0 R/Rect[1 2 3 4]>>' },
        { number: 102, body: '<</K 103 0 R>>' },
        { number: 103, body: script },
      ],
    };
    expect(at(document)).toEqual([{ page: 2, rect: [1, 2, 3, 4], object: 103 }]);
  });

  it('what hangs deep below an annotation belongs to it', () => {
    const document = {
      pages: [{}, { entries: '/Annots 100 0 R' }],
      more: [
        { number: 100, body: '[101 0 R]' },
        { number: 101, body: '<</Subtype/FileAttachment/Rect[1 2 3 4]/FS 102 0 R>>' },
        { number: 102, body: '<</F(a.exe)/EF<</F 103 0 R>>>>' },
        { number: 103, body: streamBody('x') },
      ],
    };
    expect(found(document)).toMatchObject([{ kind: 'active_attachment', page: 2, rect: [1, 2, 3, 4] }]);
  });

  it('inherited resources belong to the first page; a link to another page does not lead there', () => {
    const document = {
      tree: '/Resources<</XObject<</X 100 0 R>>>>',
      pages: [
        { entries: '/Annots[<</Subtype/Link/Rect[0 0 1 1]/A<</S/GoTo/D[6 0 R/Fit]>>>>]' },
        { entries: '/Thumb 101 0 R' },
      ],
      more: [
        { number: 100, body: streamBody('', '/Subtype/Image/F(a)') },
        { number: 101, body: streamBody('', '/F(b)') },
      ],
    };
    // The pages of these documents name their own resources: none inherits.
    expect(found(document).map(({ page, excerpt }) => [page, excerpt])).toEqual([
      [undefined, 'a'],
      [2, 'b'],
    ]);
  });

  it('what an update replaced, or nothing reaches, has no page', () => {
    const bytes = make({
      pages: [{ entries: '/Annots[100 0 R]' }],
      more: [
        { number: 100, body: `<</Subtype/Link/Rect[1 2 3 4]/A${script}>>` },
        { number: 101, body: '<</JS(nowhere)>>' },
      ],
    });
    const update = { number: 100, body: '<</Subtype/Link/Rect[1 2 3 4]>>' };
    const { findings } = inspect(open(appendUpdate(bytes, { kind: 'table', objects: [update] })));
    const scripts = findings.filter(({ kind }) => kind === 'javascript');
    expect(scripts).toEqual([
      { kind: 'javascript', object: 100, revision: 1, superseded: true, excerpt: 'x' },
      { kind: 'javascript', object: 101, revision: 1, excerpt: 'nowhere' },
    ]);
  });
});

describe('links', () => {
  const uri = (address: string): string => `<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(${address})>>>>`;

  it('to the web are told once for each host, with their number and the first place', () => {
    const links = [
      'https://A.example/1',
      'https://a.example/2',
      'http://a.example',
      'mailto:x@a.example',
      'www.a.example/x',
    ];
    const findings = found({ pages: [{}, { entries: `/Annots[${links.map(uri).join('')}]` }] });
    expect(findings.map(({ kind, page, excerpt }) => [kind, page, excerpt]).sort()).toEqual([
      ['web_link', 2, 'http://a.example'],
      ['web_link', 2, 'https://a.example (2)'],
      ['web_link', 2, 'mailto:a.example'],
      ['web_link', 2, 'www.a.example'],
    ]);
  });

  it('to very many hosts are counted, and cut nothing off the list', () => {
    const links = Array.from({ length: 150 }, (_, at) => uri(`https://a${at}.example/`)).join('');
    const findings = found({ pages: [{ entries: `/Annots[${links}]` }] });
    expect(findings).toHaveLength(51);
    expect(findings.at(-1)).toEqual({ kind: 'web_link', excerpt: '… (100)' });
  });

  it('tell the host, not what stands before it', () => {
    expect(
      found({ pages: [{ entries: `/Annots[${uri('https://bank.gr@evil.example/')}]` }] })[0]?.excerpt,
    ).toBe('https://evil.example');
  });

  it('a click is no trigger of its own, showing the page is', () => {
    const link = '<</S/URI/URI(https://a.example)>>';
    const kindsOf = (entries: string): string[] => found({ pages: [{ entries }] }).map(({ kind }) => kind);
    const annotation = (entries: string): string => `/Annots[<</Subtype/Link/Rect[0 0 9 9]${entries}>>]`;
    expect(kindsOf(annotation(`/A${link}`))).toEqual(['web_link']);
    expect(kindsOf(annotation(`/AA<</U${link}>>`))).toEqual(['web_link']);
    expect(kindsOf(annotation(`/AA<</PV${link}>>`))).toEqual(['automatic_link', 'web_link']);
  });
});

describe('bounds', () => {
  it('chains of actions that loop end', () => {
    const more = [
      { number: 100, body: '<</S/URI/URI(https://a.example)/Next[101 0 R 100 0 R]>>' },
      { number: 101, body: '<</S/JavaScript/JS(x)/Next 100 0 R>>' },
    ];
    const kindsOf = found({ catalog: '/OpenAction 100 0 R', more }).map(({ kind }) => kind);
    expect(kindsOf.sort()).toEqual(['automatic_link', 'javascript', 'web_link']);
  });

  it('steps of a presentation that loop end', () => {
    const more = [{ number: 100, body: '<</NA<</S/JavaScript/JS(x)>>/Next 100 0 R>>' }];
    expect(found({ pages: [{ entries: '/PresSteps 100 0 R' }], more })).toHaveLength(1);
  });

  it('outlines that loop end, and their actions of no standard are told', () => {
    const more = [
      { number: 100, body: '<</First 101 0 R/Last 102 0 R/Count 2>>' },
      { number: 101, body: '<</Title(a)/Parent 100 0 R/Next 102 0 R/First 101 0 R>>' },
      { number: 102, body: '<</Title(b)/Parent 100 0 R/Next 101 0 R/A<</S/Vendor>>>>' },
    ];
    expect(found({ catalog: '/Outlines 100 0 R', more })).toEqual([
      { kind: 'named_action', object: 102, revision: 1, excerpt: 'Vendor' },
    ]);
  });

  it('actions that share long lists of others cost their length', () => {
    const list = `[${'101 0 R '.repeat(50_000)}]`;
    const more = [
      { number: 100, body: list },
      { number: 101, body: '<</S/GoTo>>' },
      ...Array.from({ length: 1000 }, (_, at) => ({
        number: 200 + at,
        body: `<</S/GoTo/Next 100 0 R/Key ${at}>>`,
      })),
    ];
    const events = Array.from({ length: 1000 }, (_, at) => `/E${at} ${200 + at} 0 R`).join('');
    const bytes = make({ catalog: `/AA<<${events}>>`, more });
    refuses('too_many_objects', () => inspect(open(bytes)));
  }, 120_000);

  it('attachments that inflate past what is looked at are known by name, and cost what was tried', () => {
    const bomb = streamBody(new Uint8Array(20 * 1024 * 1024), '', 'flate');
    const attached = (count: number): Uint8Array =>
      make({
        more: Array.from({ length: count }, (_, at) => [
          { number: 100 + 2 * at, body: `<</F(a.txt)/EF<</F ${101 + 2 * at} 0 R>>>>` },
          { number: 101 + 2 * at, body: bomb },
        ]).flat(),
      });
    expect(inspect(open(attached(1))).findings).toMatchObject([{ kind: 'embedded_file', excerpt: 'a.txt' }]);
    refuses('inflate_limit', () => inspect(open(attached(20))));
  });

  it('looking through attachments is counted by their bytes', () => {
    const page = streamBody(`<html>${' '.repeat(14 * 1024 * 1024)}`, '', 'flate');
    const attached = (count: number): Uint8Array =>
      make({
        more: Array.from({ length: count }, (_, at) => [
          { number: 100 + 2 * at, body: `<</F(a${at})/EF<</F ${101 + 2 * at} 0 R>>>>` },
          { number: 101 + 2 * at, body: page },
        ]).flat(),
      });
    expect(inspect(open(attached(1))).findings).toMatchObject([{ kind: 'embedded_file', excerpt: 'a0' }]);
    refuses('too_many_objects', () => inspect(open(attached(8))));
  });

  it('a PDF in a PDF is read on the budget of the outer one, and only one deep', () => {
    const nest = (bytes: Uint8Array): Uint8Array =>
      make({
        more: [
          { number: 100, body: '<</F(a.pdf)/EF<</F 101 0 R>>>>' },
          { number: 101, body: streamBody(bytes, '/Type/EmbeddedFile', 'flate') },
        ],
      });
    const script = make({ catalog: '/OpenAction<</S/JavaScript/JS(x)>>' });
    expect(inspect(open(nest(script))).findings).toMatchObject([
      { kind: 'active_attachment', excerpt: 'a.pdf (PDF, javascript)' },
    ]);
    expect(inspect(open(nest(nest(script)))).findings).toMatchObject([{ kind: 'embedded_file' }]);
    // Read to the end it costs more than the small outer file may.
    const dear = make({
      more: Array.from({ length: 60 }, (_, at) => ({ number: 100 + at, body: `[${'0 '.repeat(20_000)}]` })),
    });
    expect(inspect(open(nest(dear))).findings).toMatchObject([{ kind: 'embedded_file' }]);
    refuses('too_many_objects', () => inspect(open(nest(dear), { readBytes: 0 })));
  });
});

describe('what entries cannot hide', () => {
  it('a free entry that names the place of a script', () => {
    const plain = make({
      more: [
        { number: 99, body: 'null' },
        { number: 100, body: '<</JS(hidden)>>' },
      ],
    });
    const text = Buffer.from(plain).toString('latin1');
    const [own = '', next = ''] = [99, 100].map(
      (number) => `${String(text.indexOf(`\n${number} 0 obj`) + 1).padStart(10, '0')} 00000 n`,
    );
    const bytes = Buffer.from(text.replace(own, next.replace('n', 'f')), 'latin1');
    expect(bytes.length).toBe(plain.length);
    expect(inspect(open(bytes)).findings.map(({ kind }) => kind)).toContain('javascript');
  });

  it('an update of what an action or an attachment refers to', () => {
    const bytes = make({
      pages: [{ entries: '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S 100 0 R/F(a)>>>>]' }],
      more: [
        { number: 100, body: '/GoTo' },
        { number: 101, body: '<</F(a.txt)/EF<</F 102 0 R>>>>' },
        { number: 102, body: streamBody('text') },
        { number: 103, body: '<</S/URI/URI 104 0 R>>' },
        { number: 104, body: '(https://a.example)' },
      ],
    });
    const objects = [
      { number: 100, body: '/Launch' },
      { number: 102, body: streamBody('#!/bin/sh') },
      { number: 104, body: '(javascript:x)' },
    ];
    const { findings } = inspect(open(appendUpdate(bytes, { kind: 'table', objects })));
    const seen = new Set(findings.map(({ kind }) => kind));
    expect(seen).toEqual(
      new Set(['launch', 'active_attachment', 'embedded_file', 'uri_script', 'web_link', 'earlier_revision']),
    );
  });

  it('an update of an object stream that puts a script into the place of what stood there', () => {
    const objects = (body: string) => documentObjects({ more: [{ number: 100, body }] });
    const first = writePdf({ kind: 'objstm', objects: objects('<</A(harmless)>>') });
    // The writer's object stream has the first free number, 101, and all objects that are no streams.
    const members = objects('<</JS(hidden)>>').filter(({ number }) => number !== 5);
    let head = '';
    let data = '';
    for (const { number, body } of members) {
      head += `${number} ${data.length} `;
      data += `${body}\n`;
    }
    const body = streamBody(head + data, `/Type/ObjStm/N ${members.length}/First ${head.length}`);
    const bytes = appendUpdate(first, { kind: 'stream', objects: [{ number: 101, body }] });
    expect(inspect(open(first)).findings).toEqual([]);
    expect(inspect(open(bytes)).findings).toContainEqual({
      kind: 'javascript',
      object: 100,
      revision: 2,
      excerpt: 'hidden',
    });
  });
});
