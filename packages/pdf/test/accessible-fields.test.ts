import { documentObjects, type TestDocument, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import {
  type Claims,
  claimsOf,
  formFields,
  keepsWhenSeen,
  laterChangesOf,
  type Pdf,
  type PdfDict,
  prepareDocTimeStamp,
  type SignatureOptions,
  signatureFields,
} from '../src/index.ts';
import { open, sign, tailOf, VISIBLE } from './support.ts';

const UA1 = metadata('http://www.aiim.org/pdfua/ns/id/', 'pdfuaid:part="1"');

function metadata(space: string, claim: string): string {
  const prefix = claim.split(':')[0];
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    `<rdf:Description rdf:about="" xmlns:${prefix}="${space}" ${claim}/></rdf:RDF></x:xmpmeta>`
  );
}

/** A parent tree in which key 1 is that of somebody else's signature. */
const FORM_OF_OTHERS = '/ParentTree<</Nums[0[102 0 R]1 112 0 R]>>/ParentTreeNextKey 2';

interface Tagged {
  /** The root's /ParentTree with /ParentTreeNextKey. */
  parents?: string;
  /** The root's /K. */
  kids?: string;
  /** More of the root, of the catalog, of the pages. */
  root?: string;
  catalog?: string;
  pages?: TestDocument['pages'];
  more?: TestObject[];
  xmp?: string;
  version?: string;
}

/** A tagged document: 100 the root of the tree, 101 its Document, 102 a paragraph on page 4, 103 the parent tree. */
function tagged({ xmp, version, ...given }: Tagged = {}): Uint8Array {
  const stream = `<</Type/Metadata/Subtype/XML/Length ${xmp?.length}>>\nstream\n${xmp}\nendstream`;
  const objects = documentObjects({
    catalog: `/MarkInfo<</Marked true>>/StructTreeRoot 100 0 R${xmp === undefined ? '' : '/Metadata 99 0 R'}${given.catalog ?? ''}`,
    pages: given.pages ?? [{ entries: '/StructParents 0' }],
    more: [
      ...(xmp === undefined ? [] : [{ number: 99, body: stream }]),
      {
        number: 100,
        body:
          `<</Type/StructTreeRoot/K ${given.kids ?? '[101 0 R]'}` +
          `${given.parents ?? '/ParentTree 103 0 R/ParentTreeNextKey 1'}${given.root ?? ''}>>`,
      },
      { number: 101, body: '<</Type/StructElem/S/Document/P 100 0 R/K 102 0 R>>' },
      { number: 102, body: '<</Type/StructElem/S/P/P 101 0 R/Pg 4 0 R/K[0]>>' },
      { number: 103, body: '<</Nums[0[102 0 R]]>>' },
      ...(given.more ?? []),
    ],
  });
  return writePdf({ kind: 'table', objects, ...(version === undefined ? {} : { version }) });
}

/** The newest field's widget, and the element to which its key leads, whatever the tree looks like. */
function standing(pdf: Pdf): {
  widget: PdfDict;
  object: number;
  key: number | undefined;
  element: PdfDict | undefined;
} {
  const field = formFields(pdf)
    .toSorted((a, b) => (a.ref?.number ?? 0) - (b.ref?.number ?? 0))
    .at(-1);
  const widget = field?.dict;
  if (widget === undefined) throw new Error('there is no field');
  const key = pdf.number(widget.entries.get('StructParent'));
  const root = pdf.dict(pdf.catalog.entries.get('StructTreeRoot'));
  const open = key === undefined ? [] : [root?.entries.get('ParentTree')];
  let element: PdfDict | undefined;
  for (let node = pdf.dict(open.pop()); node !== undefined; node = pdf.dict(open.pop())) {
    open.push(...(pdf.array(node.entries.get('Kids'))?.items ?? []));
    const items = pdf.array(node.entries.get('Nums'))?.items ?? [];
    for (let at = 0; at < items.length; at += 2)
      if (pdf.number(items[at]) === key) element = pdf.dict(items[at + 1]);
  }
  return { widget, object: field?.ref?.number ?? 0, key, element };
}

/** Of an element: its type, where it hangs and what it holds. */
function told(pdf: Pdf, element: PdfDict | undefined): Record<string, unknown> {
  const ref = (value: unknown): number | undefined =>
    (value as { type?: string; number?: number } | undefined)?.type === 'ref'
      ? (value as { number: number }).number
      : undefined;
  const held = pdf.dict(element?.entries.get('K'));
  return {
    type: pdf.name(element?.entries.get('S')),
    above: ref(element?.entries.get('P')),
    page: ref(element?.entries.get('Pg')),
    kind: pdf.name(held?.entries.get('Type')),
    object: ref(held?.entries.get('Obj')),
  };
}

const signed = async (
  bytes: Uint8Array,
  options: Partial<SignatureOptions> = { visible: VISIBLE },
): Promise<Pdf> => open(await sign(bytes, options));

const words = (pdf: Pdf, dict: PdfDict | undefined, key: string): string | undefined =>
  pdf.text(dict?.entries.get(key));

const root = (pdf: Pdf): PdfDict | undefined => pdf.dict(pdf.catalog.entries.get('StructTreeRoot'));

describe('a visible signature in a tagged document', () => {
  it.each<[string, Tagged, number]>([
    ['an array of numbers', {}, 1],
    [
      'an array that is an object of its own',
      {
        more: [{ number: 104, body: '[0[102 0 R]]' }],
        parents: '/ParentTree<</Nums 104 0 R>>/ParentTreeNextKey 1',
      },
      1,
    ],
    [
      'a tree that stands in the root',
      { parents: '/ParentTree<</Nums[0[102 0 R]]>>/ParentTreeNextKey 5' },
      5,
    ],
    [
      'a tree with leaves',
      {
        parents: '/ParentTree<</Kids[103 0 R 104 0 R]>>',
        more: [{ number: 104, body: '<</Limits[3 7]/Nums[3 102 0 R 7 102 0 R]>>' }],
      },
      8,
    ],
    [
      'leaves in an object of their own',
      {
        parents: '/ParentTree 105 0 R',
        more: [
          { number: 105, body: '<</Kids 106 0 R>>' },
          { number: 106, body: '[103 0 R]' },
        ],
      },
      1,
    ],
    ['a next key that is wrong', { parents: '/ParentTree<</Nums[9 102 0 R]>>/ParentTreeNextKey 2' }, 10],
    ['no tree', { parents: '' }, 0],
  ])('SGN-14 stands in a Form element, to which the parent tree leads: %s', async (_, given, key) => {
    const pdf = await signed(tagged(given));
    const { element, object, ...found } = standing(pdf);
    expect(found.key).toBe(key);
    expect(told(pdf, element)).toEqual({ type: 'Form', above: 101, page: 4, kind: 'OBJR', object });
    expect(pdf.number(root(pdf)?.entries.get('ParentTreeNextKey'))).toBe(key + 1);
  });

  it.each<[string, Tagged, number]>([
    ['the only element', {}, 101],
    ['the only element, without an array', { kids: '101 0 R' }, 101],
    ['the root, where there are several', { kids: '[101 0 R 102 0 R]' }, 100],
    [
      'the root, with an array of its own',
      { kids: '104 0 R', more: [{ number: 104, body: '[101 0 R 102 0 R]' }] },
      100,
    ],
  ])('its element comes behind all others below %s', async (_, given, above) => {
    const pdf = await signed(tagged(given));
    const { element } = standing(pdf);
    expect(told(pdf, element)).toMatchObject({ above });
    const kids = pdf.dict(pdf.object(above)?.value)?.entries.get('K');
    const items = pdf.array(kids)?.items ?? [];
    expect(items.length).toBe(above === 100 ? 3 : 2);
    expect(pdf.dict(items.at(-1))).toEqual(element);
  });

  it.each<[string, string, SignatureOptions['language'], string, string | undefined]>([
    ['the document’s', '/Lang(el-GR)', 'en', 'Ηλεκτρονική υπογραφή: Ελένη Παπαδοπούλου', undefined],
    ['the document’s', '/Lang(EN)', 'el', 'Electronic signature: Ελένη Παπαδοπούλου', undefined],
    ['the person’s where the document says none', '', 'el', 'Ηλεκτρονική υπογραφή: Ελένη Παπαδοπούλου', 'el'],
    ['English where nobody says any', '', undefined, 'Electronic signature: Ελένη Παπαδοπούλου', 'en'],
    [
      'another than the document’s, and says so',
      '/Lang(pt-PT)',
      'el',
      'Ηλεκτρονική υπογραφή: Ελένη Παπαδοπούλου',
      'el',
    ],
  ])('SGN-14 is told in %s (%s, %s)', async (_, catalog, language, text, lang) => {
    const options = { visible: VISIBLE, ...(language === undefined ? {} : { language }) };
    const pdf = await signed(tagged({ catalog }), options);
    const { widget, element } = standing(pdf);
    expect([words(pdf, widget, 'TU'), words(pdf, element, 'Lang')]).toEqual([text, lang]);
  });

  it('has /Contents in PDF 2.0, and the namespace of its element', async () => {
    const space = { number: 104, body: '<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>' };
    const pdf = await signed(tagged({ version: '2.0', root: '/Namespaces[104 0 R]', more: [space] }));
    const { widget, element } = standing(pdf);
    expect(words(pdf, widget, 'Contents')).toBe(words(pdf, widget, 'TU'));
    expect(element?.entries.get('NS')).toMatchObject({ type: 'ref', number: 104 });
    const older = await signed(tagged());
    expect(standing(older).widget.entries.has('Contents')).toBe(false);
  });

  it.each<[string, Tagged]>([
    ['a key twice', { parents: '/ParentTree<</Nums[0 102 0 R 0 102 0 R]>>' }],
    ['an entry twice', { root: '/K[101 0 R]' }],
    [
      'a parent tree that cannot be read',
      { parents: '/ParentTree 109 0 R', more: [{ number: 109, body: '<</Nums[0 ' }] },
    ],
    ['keys that end', { parents: '/ParentTree 103 0 R/ParentTreeNextKey 2147483647' }],
  ])('is signed without a tag where the tree has %s', async (_, given) => {
    const bytes = tagged(given);
    const pdf = await signed(bytes);
    expect(standing(pdf).key).toBeUndefined();
    expect(tailOf(bytes, await sign(bytes, { visible: VISIBLE }))).not.toContain('StructElem');
  });

  it('an untagged document gets no structure', async () => {
    const bytes = writePdf({ kind: 'table', objects: documentObjects() });
    const text = tailOf(bytes, await sign(bytes, { visible: VISIBLE }));
    expect(text).not.toMatch(/StructElem|StructParent|\/Tabs|\/Contents\(/);
    expect(text).toContain('/TU');
  });
});

describe('a later signature', () => {
  const again = { ...VISIBLE, placement: { page: 2, x: 0, y: 0, width: 100, height: 50 } };
  const two = [{ entries: '/StructParents 0' }, { entries: '' }];

  it.each<[string, Tagged, Partial<SignatureOptions>]>([
    ['visible', { pages: two }, { visible: VISIBLE }],
    ['invisible, in a document that claims PDF/UA-1', { pages: two, xmp: UA1 }, {}],
  ])(
    'SGN-14 names the element of the first, which is %s, and changes nothing of the tree',
    async (_, given, first) => {
      const one = await sign(tagged(given), first);
      const both = await sign(one, { visible: again });
      const [before, after] = [standing(open(one)), standing(open(both))];
      expect(after.key).toBe(before.key);
      expect(told(open(both), after.element)).toMatchObject({ type: 'Form', object: before.object });
      expect(tailOf(one, both)).not.toMatch(/StructElem|StructTreeRoot|ParentTree/);
      const pdf = open(both);
      const changes = [...laterChangesOf(pdf, signatureFields(pdf)).values()].flatMap((one) => one.changes);
      expect(changes.filter(({ reason }) => reason !== undefined)).toEqual([]);
    },
  );

  it('stays without a tag behind a signature that has none', async () => {
    const one = await sign(tagged({ pages: two }), {});
    expect(standing(open(one)).key).toBeUndefined();
    expect(standing(await signed(one, { visible: again })).key).toBeUndefined();
  });
});

describe('what a document claims', () => {
  const PDFA = metadata('http://www.aiim.org/pdfa/ns/id/', 'pdfaid:part="2" pdfaid:conformance="U"');
  const ordered = [{ entries: '/StructParents 0/Tabs/S' }, { entries: '/Tabs/S' }];

  it('SGN-14 is read from its metadata', () => {
    expect(claimsOf(open(tagged({ xmp: PDFA })))).toEqual({ pdfa: '2u' });
    expect(claimsOf(open(tagged({ xmp: UA1 })))).toEqual({ pdfua: '1' });
    expect(claimsOf(open(tagged()))).toEqual({});
  });

  const packet = (attributes: string, inside: string): string =>
    `<rdf:Description xmlns:p="http://www.aiim.org/pdfa/ns/id/" xmlns:u="http://www.aiim.org/pdfua/ns/id/"${attributes}>${inside}</rdf:Description>`;
  it.each<[string, string, Claims]>([
    [
      'attributes, under whatever prefix',
      packet(' p:part="3" p:conformance="A" u:part="2"', ''),
      { pdfa: '3a', pdfua: '2' },
    ],
    [
      'elements',
      packet('', 'a<p:part> 1 </p:part>b<p:conformance>\nB\n</p:conformance>c<u:part>1<!-- -->\n</u:part>'),
      { pdfa: '1b', pdfua: '1' },
    ],
    ['a part without a level', packet(' p:part="4"', ''), { pdfa: '4' }],
    ['a level without a part', packet(' p:conformance="A"', ''), {}],
    ['parts that there are not', packet(' p:part="12" u:part="12"', ''), {}],
    ['parts that are none', packet(' p:part="a2" u:part="a1"', ''), {}],
    ['a level that is none', packet(' p:part="2" p:conformance="1b" u:part="1"', ''), { pdfua: '1' }],
    ['a level of two letters', packet(' p:part="2" p:conformance="bb"', ''), {}],
    ['a level that is no letter at its end', packet(' p:part="2" p:conformance="b1"', ''), {}],
    ['what stands in an element within', packet('', '<p:part><b>2</b></p:part>'), {}],
    ['entries without a prefix', packet(' part="2"', '<part>2</part>'), {}],
    ['entries under another prefix', packet(' x:part="2"', ''), {}],
    ['a prefix of another space', '<a xmlns:p="http://www.aiim.org/pdfa/ns/" p:part="2"/>', {}],
    ['a part of that space', '<a xmlns:p="http://www.aiim.org/pdfa/ns/id/p" p:art="2"/>', {}],
    ['a space that is given to no prefix', '<a about:p="http://www.aiim.org/pdfa/ns/id/" p:part="2"/>', {}],
    ['what is no XML', `${packet(' p:part="2"', '')}<`, {}],
  ])('SGN-14 is read from %s', (_, xmp, expected) => {
    expect(claimsOf(open(tagged({ xmp })))).toEqual(expected);
  });

  it('SGN-14 stays with a signature that is seen, before the first one and behind one of ours', async () => {
    const bytes = tagged({ xmp: UA1, pages: [{ entries: '/StructParents 0' }, {}] });
    expect(keepsWhenSeen(open(bytes))).toBe(true);
    expect(keepsWhenSeen(open(await sign(bytes, { visible: VISIBLE })))).toBe(true);
    expect(keepsWhenSeen(open(await sign(bytes, {})))).toBe(true);
  });

  it('SGN-14 stays with one that is not seen where the tree can take no Form element: one is called something else', async () => {
    const given: Tagged = { xmp: UA1, root: '/RoleMap<</Form/P>>', pages: [{ entries: '/StructParents 0' }] };
    const bytes = tagged(given);
    expect(keepsWhenSeen(open(bytes))).toBe(false);
    expect(keepsWhenSeen(open(tagged({ ...given, xmp: PDFA })))).toBe(true);
    expect(keepsWhenSeen(open(tagged({ ...given, root: '/RoleMap<</Field/Form>>' })))).toBe(true);
    expect(standing(open(await sign(bytes, {}))).key).toBeUndefined();
  });

  it.each<[string, Tagged, string, boolean]>([
    ['in no Form element', { xmp: UA1, pages: ordered }, '', false],
    ['in one', { xmp: UA1, pages: ordered, parents: FORM_OF_OTHERS }, '/StructParent 1', true],
    [
      'in one, on pages without tab order',
      { xmp: UA1, pages: [{ entries: '/StructParents 0' }], parents: FORM_OF_OTHERS },
      '/StructParent 1',
      false,
    ],
    ['in no Form element, and nothing is claimed', { pages: ordered }, '', true],
    ['in no Form element, and PDF/A alone is claimed', { xmp: PDFA, pages: ordered }, '', true],
  ])('SGN-14 behind a signature of others that stands %s', (_, given, parent, keeps) => {
    const field = `<</FT/Sig/T(theirs)/Subtype/Widget/Rect[0 0 0 0]/P 4 0 R${parent}/V 111 0 R>>`;
    const more = [
      { number: 110, body: field },
      { number: 111, body: '<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>' },
      { number: 112, body: '<</Type/StructElem/S/Form/P 101 0 R/K<</Type/OBJR/Obj 110 0 R/Pg 4 0 R>>>>' },
    ];
    const bytes = tagged({ ...given, catalog: '/AcroForm<</SigFlags 3/Fields[110 0 R]>>', more });
    expect(keepsWhenSeen(open(bytes))).toBe(keeps);
  });
});

describe('the tab order', () => {
  const tabs = (pdf: Pdf): (string | undefined)[] =>
    [4, 6, 8].map((number) => pdf.name(pdf.dict(pdf.object(number)?.value)?.entries.get('Tabs')));
  const three = [{ entries: '/StructParents 0' }, { entries: '/Tabs/R' }, { entries: '/Tabs/S' }];

  it('is that of the structure on the signature’s page of a tagged document', async () => {
    expect(tabs(await signed(tagged({ pages: three })))).toEqual(['S', 'R', 'S']);
  });

  it('SGN-14 is so on every page of one that claims PDF/UA, for those who sign later', async () => {
    expect(tabs(await signed(tagged({ pages: three, xmp: UA1 }), {}))).toEqual(['S', 'S', 'S']);
  });
});

describe('gray without an output intent', () => {
  const claim = metadata('http://www.aiim.org/pdfa/ns/id/', 'pdfaid:part="2" pdfaid:conformance="B"');
  const pages = [{}];
  const intent = '/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/DestOutputProfile 98 0 R>>]';

  it.each<[string, Tagged, boolean]>([
    ['PDF/A without an intent', { pages, xmp: claim }, true],
    ['PDF/A with one', { pages, xmp: claim, catalog: intent }, false],
    ['PDF/A with an intent on the page', { pages: [{ entries: intent }], xmp: claim }, false],
    ['no PDF/A', { pages }, false],
  ])('SGN-14 a stamp brings its own: %s', async (_, given, own) => {
    const pdf = await signed(tagged(given));
    const { widget } = standing(pdf);
    const look = pdf.resolve(pdf.dict(widget.entries.get('AP'))?.entries.get('N'));
    const resources = look?.type === 'stream' ? pdf.dict(look.dict.entries.get('Resources')) : undefined;
    const spaces = pdf.dict(resources?.entries.get('ColorSpace'));
    const gray = pdf.array(spaces?.entries.get('DefaultGray'));
    expect(pdf.name(gray?.items[0])).toBe(own ? 'CalGray' : undefined);
  });
});

describe('a document time-stamp', () => {
  const claim = (part: number): string =>
    metadata('http://www.aiim.org/pdfa/ns/id/', `pdfaid:part="${part}" pdfaid:conformance="B"`);

  async function stamped(part: number, options: Partial<SignatureOptions>): Promise<[Pdf, string]> {
    const one = await sign(tagged({ xmp: claim(part) }), options);
    const { tail } = prepareDocTimeStamp(open(one), { digestAlgorithm: 'SHA-256', contentsBytes: 8000 });
    const file = Buffer.concat([one, tail]);
    return [open(file), tailOf(one, file)];
  }

  it.each<[string, Partial<SignatureOptions>]>([
    ['visible', { visible: VISIBLE }],
    ['invisible', {}],
    ['visible and locked', { visible: VISIBLE, lock: true }],
  ])('SGN-14 has an empty look in PDF/A-1, which came with the signature: %s', async (_, options) => {
    const [pdf, tail] = await stamped(1, options);
    const look = pdf.resolve(pdf.dict(standing(pdf).widget.entries.get('AP'))?.entries.get('N'));
    if (look?.type !== 'stream') throw new Error('it has no look');
    expect([
      pdf.rectangle(look.dict.entries.get('BBox')),
      pdf.number(look.dict.entries.get('Length')),
    ]).toEqual([[0, 0, 0, 0], 0]);
    expect(tail).not.toContain('/Subtype/Form');
  });

  it('has none in later parts', async () => {
    const [pdf] = await stamped(2, { visible: VISIBLE });
    expect(standing(pdf).widget.entries.has('AP')).toBe(false);
  });

  it('SGN-14 has its words in PDF 2.0', async () => {
    const one = await sign(tagged({ version: '2.0', catalog: '/Lang(el)' }));
    const { tail } = prepareDocTimeStamp(open(one), { digestAlgorithm: 'SHA-256', contentsBytes: 8000 });
    const pdf = open(Buffer.concat([one, tail]));
    expect(words(pdf, standing(pdf).widget, 'Contents')).toBe('Χρονοσήμανση του εγγράφου');
  });
});
