import { createHash } from 'node:crypto';
import {
  appendUpdate,
  documentObjects,
  judged,
  type TestDocument,
  writePdf,
  type XrefKind,
} from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embed, formFields, isLocked, type SignatureOptions, signatureFields } from '../src/index.ts';
import {
  cms,
  has,
  judgedBy,
  lacks,
  latin1,
  open,
  pdfsig,
  prepare,
  pyhanko,
  qpdfMessages,
  refuses,
  refusesLater,
  sign,
  tailOf,
  VISIBLE,
} from './support.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm'];
const make = (document: TestDocument = {}, kind: XrefKind = 'table'): Uint8Array =>
  writePdf({ kind, objects: documentObjects(document) });
const valid = { valid: true, total: true };
const older = { valid: true, total: false };

/** A document with an empty signature field `Approval`, with more entries of it. */
const withField = (entries = '', rect = '[100 100 300 160]'): TestDocument => ({
  catalog: '/AcroForm<</Fields[100 0 R]/SigFlags 1>>',
  pages: [{ entries: '/Annots[100 0 R]' }],
  more: [
    {
      number: 100,
      body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Approval)/Rect${rect}/P 4 0 R/F 4${entries}>>`,
    },
  ],
});

describe('prepareSignature and embed', () => {
  it.skipIf(lacks('pdfsig')).each(KINDS)(
    judgedBy(['pdfsig'], 'pdfsig accepts an invisible signature in a %s file'),
    async (kind) => {
      expect(pdfsig(await sign(make({}, kind)))).toEqual([valid]);
    },
  );

  it.skipIf(lacks('pdfsig', 'qpdf', 'mutool')).each(KINDS)(
    judgedBy(['pdfsig', 'qpdf', 'mutool'], 'pdfsig, qpdf and mutool accept a visible one in a %s file'),
    async (kind) => {
      if (!has.pdfsig || !has.qpdf || !has.mutool) return;
      const after = await sign(make({}, kind), { visible: VISIBLE, reason: 'Έγκριση' });
      expect(pdfsig(after)).toEqual([valid]);
      expect(qpdfMessages(after)).toEqual([]);
      expect(judged('mutool', ['sign', '-v'], after).text).toContain(
        'The document is unchanged since signing.',
      );
    },
  );

  it.each(['SHA-256', 'SHA-384', 'SHA-512'] as const)(
    'digests the byte range: %s',
    async (digestAlgorithm) => {
      const bytes = make();
      const prepared = await prepare(bytes, { digestAlgorithm });
      const whole = Buffer.concat([bytes, prepared.tail]);
      const [start, before, after, length] = prepared.byteRange;
      const covered = createHash(digestAlgorithm.replace('-', ''))
        .update(whole.subarray(start, before))
        .update(whole.subarray(after, after + length));
      expect(Buffer.from(prepared.digest).equals(covered.digest())).toBe(true);
      expect(after + length).toBe(whole.length);
      expect(whole[before]).toBe(0x3c);
      expect(whole[after - 1]).toBe(0x3e);
      expect(prepared.baseSha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(prepared.baseLength).toBe(bytes.length);
    },
  );

  it('nothing outside the slot differs after embed', async () => {
    const bytes = make();
    const prepared = await prepare(bytes, { contentsBytes: 100 });
    const { offset, length } = prepared.slot;
    expect(length).toBe(200);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (token) => {
        const tail = embed(prepared, token);
        expect(tail.length).toBe(prepared.tail.length);
        const outside = (one: Uint8Array): string =>
          latin1(one.subarray(0, offset)) + latin1(one.subarray(offset + length));
        expect(outside(tail)).toBe(outside(prepared.tail));
        const hex = latin1(tail.subarray(offset, offset + length));
        expect(hex).toBe(Buffer.from(token).toString('hex').padEnd(200, '0'));
      }),
    );
  });

  it('refuses a CMS that is too large, none, and a slot that is not empty', async () => {
    const prepared = await prepare(make(), { contentsBytes: 10 });
    refuses('contents_too_large', () => embed(prepared, new Uint8Array(11)));
    refuses('bad_option', () => embed(prepared, new Uint8Array(0)));
    refuses('bad_option', () =>
      embed({ ...prepared, tail: embed(prepared, Uint8Array.of(1)) }, Uint8Array.of(2)),
    );
    refuses('bad_option', () => embed({ ...prepared, slot: { offset: 3, length: 20 } }, Uint8Array.of(2)));
  });

  it.each<Partial<SignatureOptions>>([
    { contentsBytes: 0 },
    { contentsBytes: 1.5 },
    { contentsBytes: 1e9 },
    { certify: 2, lock: true },
    { visible: { text: VISIBLE.text, font: VISIBLE.font } },
    { time: { epochMs: Number.NaN, offsetMinutes: 0 } },
    { time: { epochMs: 0, offsetMinutes: 900 } },
  ])('refuses options out of range: %j', (options) => refusesLater('bad_option', prepare(make(), options)));

  it('is the same for the same input: no clock, no chance', async () => {
    const bytes = make();
    const [one, other] = await Promise.all([prepare(bytes), prepare(bytes)]);
    expect(one).toEqual(other);
  });
});

describe('the signature dictionary (EN 319 142-1)', () => {
  it('names its format, the claimed time with its zone, and what the signer said', async () => {
    const bytes = make();
    const tail = tailOf(
      bytes,
      await sign(bytes, { name: 'Ελένη', reason: 'OK (1)', location: 'Athens', contactInfo: '' }),
    );
    expect(tail).toContain('/Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached');
    expect(tail).toContain("/M(D:20261121120000+02'00')");
    expect(tail).toContain('/Reason(OK \\(1\\))');
    expect(tail).toContain('/Name<FEFF039503BB03AD03BD03B7>');
    expect(tail).not.toMatch(/ContactInfo|Reference/);
  });

  it('writes zones west of Greenwich and half hours', async () => {
    const time = { epochMs: Date.UTC(2026, 0, 1, 0, 0, 1), offsetMinutes: -210 };
    expect(latin1((await prepare(make(), { time })).tail)).toContain("/M(D:20251231203001-03'30')");
  });
});

describe('a new field', () => {
  it('is merged with its widget, locked and printed, on its page, once in the form', async () => {
    const bytes = make({ pages: [{}, {}] });
    const placement = { page: 2, x: 10, y: 20, width: 100, height: 50 };
    const after = await sign(bytes, { visible: { ...VISIBLE, placement } });
    const [field] = signatureFields(open(after));
    expect(field).toMatchObject({ page: 2, rect: [10, 20, 110, 70] });
    const tail = tailOf(bytes, after);
    expect(tail).toMatch(
      /<<\/Type\/Annot\/Subtype\/Widget\/FT\/Sig\/T\(Signature\d+\)\/V \d+ 0 R\/F 132\/P 6 0 R/,
    );
    expect(tail).toContain('/SigFlags 3');
  });

  it('never takes a name that is or was there', async () => {
    const taken = documentObjects({
      catalog: '/AcroForm<</Fields[100 0 R]>>',
      more: [{ number: 100, body: '<</FT/Tx/T(Signature102)>>' }],
    });
    const after = await sign(writePdf({ kind: 'table', objects: taken }));
    expect(formFields(open(after)).map(({ name }) => name)).toEqual(['Signature102', 'Signature102_']);
    // A later revision drops the field: its name stays used up.
    const first = await sign(make());
    const dropped = appendUpdate(first, { kind: 'table', objects: documentObjects().slice(0, 1) });
    const names = [first, await sign(dropped)].map((one) => formFields(open(one)).at(-1)?.name);
    expect(new Set(names).size).toBe(2);
  });

  it('SGN-3 refuses a place outside the page, a page that is not there', async () => {
    const at = (x: number, y: number, page = 1): Promise<unknown> =>
      prepare(make(), { visible: { ...VISIBLE, placement: { page, x, y, width: 100, height: 50 } } });
    await refusesLater('out_of_bounds', at(500, 0));
    await refusesLater('out_of_bounds', at(0, 800));
    await refusesLater('out_of_bounds', at(-1, 0));
    await refusesLater('no_such_page', at(0, 0, 2));
    await refusesLater('no_such_page', at(0, 0, 0));
  });

  it.skipIf(lacks('mutool'))(
    judgedBy(['mutool'], 'shows its text upright on a rotated, cropped page'),
    async () => {
      for (const rotate of [0, 90, 180, 270]) {
        const entries = `/Rotate ${rotate}/CropBox[50 60 400 700]`;
        const placement = { page: 1, x: 30, y: 40, width: 200, height: 60 };
        const after = await sign(make({ pages: [{ entries, content: '' }] }), {
          visible: { ...VISIBLE, placement },
        });
        const { text } = judged('mutool', ['draw', '-F', 'stext', '-o', '-'], after);
        const line = /<line bbox="([\d. -]+)"[^>]*dir="([\d. -]+)"/.exec(text);
        const [left = 0, top = 0, right = 0, bottom = 0] = (line?.[1] ?? '').split(' ').map(Number);
        const height = rotate % 180 === 0 ? 640 : 350;
        expect(line?.[2], `rotate ${rotate}`).toBe('1 0');
        expect(left).toBeGreaterThanOrEqual(30);
        expect(right).toBeLessThanOrEqual(230);
        expect(height - top).toBeLessThanOrEqual(100);
        expect(height - bottom).toBeGreaterThanOrEqual(40);
      }
    },
  );
});

describe('an existing empty field', () => {
  it('is filled and keeps its /Rect', async () => {
    const bytes = make(withField());
    const { text, font } = VISIBLE;
    const after = await sign(bytes, { field: 'Approval', visible: { text, font } });
    const [field, ...others] = signatureFields(open(after));
    expect(others).toEqual([]);
    expect(field).toMatchObject({
      name: 'Approval',
      rect: [100, 100, 300, 160],
      signature: { covers: 'whole_file' },
    });
    expect(tailOf(bytes, after)).toContain('/Rect[100 100 300 160]/P 4 0 R/F 4/V ');
    expect(tailOf(bytes, after)).toContain('/SigFlags 3');
    if (has.pdfsig) expect(pdfsig(after)).toEqual([valid]);
  });

  it('below another field, by its full name; not where its widget stands apart', async () => {
    const document: TestDocument = {
      catalog: '/AcroForm<</Fields[100 0 R]>>',
      pages: [{ entries: '/Annots[102 0 R]' }],
      more: [
        { number: 100, body: '<</T(group)/FT/Sig/Kids[101 0 R 102 0 R]>>' },
        { number: 101, body: '<</T(apart)/Parent 100 0 R/Kids[103 0 R]>>' },
        {
          number: 102,
          body: '<</Type/Annot/Subtype/Widget/T(merged)/Parent 100 0 R/Rect[10 10 110 60]>>',
        },
        { number: 103, body: '<</Type/Annot/Subtype/Widget/Parent 101 0 R/Rect[10 90 110 140]>>' },
      ],
    };
    const { text, font } = VISIBLE;
    const after = await sign(make(document), { field: 'group.merged', visible: { text, font } });
    expect(signatureFields(open(after))).toMatchObject([
      { name: 'group.apart' },
      { name: 'group.merged', page: 1, rect: [10, 10, 110, 60], signature: { covers: 'whole_file' } },
    ]);
    if (has.pdfsig) expect(pdfsig(after)).toContainEqual(valid);
    await refusesLater('broken_form', prepare(make(document), { field: 'group.apart' }));
  });

  it('refuses a field that is missing, signed, no signature field or without area', async () => {
    const field = 'Approval';
    await refusesLater('no_such_field', prepare(make(), { field }));
    await refusesLater(
      'no_such_field',
      prepare(make({ ...withField(), more: [{ number: 100, body: '<</FT/Tx/T(Approval)>>' }] }), { field }),
    );
    await refusesLater(
      'field_signed',
      sign(make(withField()), { field }).then((one) => prepare(one, { field })),
    );
    const { text, font } = VISIBLE;
    await refusesLater(
      'out_of_bounds',
      prepare(make(withField('', '[0 0 0 0]')), { field, visible: { text, font } }),
    );
  });

  it('obeys a seed value, or refuses', async () => {
    const seeded = (seed: string): Promise<unknown> =>
      prepare(make(withField(`/SV<<${seed}>>`)), { field: 'Approval' });
    await seeded('/Ff 67/Filter/Adobe.PPKLite/SubFilter[/ETSI.CAdES.detached]/DigestMethod[(SHA256)]');
    await seeded('/SubFilter[/adbe.pkcs7.detached]');
    await refusesLater('seed_value', seeded('/Ff 1/Filter/Other'));
    await refusesLater('seed_value', seeded('/Ff 2/SubFilter[/adbe.pkcs7.detached]'));
    await refusesLater('seed_value', seeded('/Ff 64/DigestMethod[(SHA512)]'));
    await refusesLater('seed_value', seeded('/Ff 8/Reasons[(x)]'));
  });
});

describe('SGN-10 earlier signatures stay valid', () => {
  it.skipIf(lacks('pdfsig')).each(KINDS)(
    judgedBy(['pdfsig'], 'a second and a tenth signature in a %s file'),
    async (kind) => {
      let bytes = make({}, kind);
      for (let count = 1; count <= 10; count++) {
        bytes = await sign(bytes, count % 2 === 0 ? { visible: VISIBLE } : {});
        if (count === 2) expect(pdfsig(bytes)).toEqual([older, valid]);
      }
      expect(pdfsig(bytes)).toEqual([...Array(9).fill(older), valid]);
      expect(signatureFields(open(bytes)).map(({ signature }) => signature?.covers)).toEqual([
        ...Array(9).fill('revision'),
        'whole_file',
      ]);
    },
  );
});

describe('modification analysis by pyHanko: what we append is what it knows and accepts', () => {
  const accepted = 'EXTENDED_WITH_FORM_FILLING,ACCEPTABLE_MODIFICATIONS';
  const whole = 'UNTOUCHED';
  const { text, font } = VISIBLE;
  const two = { pages: [{}, {}] };

  it.skipIf(lacks('pyhanko')).each(KINDS)(
    judgedBy(['pyhanko'], 'SGN-10 invisible, visible, visible elsewhere and locking, in a %s file'),
    async (kind) => {
      let bytes = await sign(make(two, kind));
      bytes = await sign(bytes, { visible: VISIBLE });
      bytes = await sign(bytes, {
        visible: { ...VISIBLE, placement: { page: 2, x: 0, y: 0, width: 90, height: 40 } },
      });
      bytes = await sign(bytes, { lock: true });
      expect(pyhanko(bytes)).toEqual([accepted, accepted, accepted, whole]);
    },
  );

  it.skipIf(lacks('pyhanko')).each(KINDS)(
    judgedBy(['pyhanko'], 'after a certification of a %s file: invisible, and into an existing field'),
    async (kind) => {
      const certified = await sign(make(withField(), kind), { certify: 2, visible: VISIBLE });
      expect(pyhanko(await sign(certified))).toEqual([accepted, whole]);
      const filled = await sign(certified, { field: 'Approval', visible: { text, font } });
      expect(pyhanko(filled)).toEqual([accepted, whole]);
    },
  );
});

describe('certification', () => {
  it('writes DocMDP and /Perms, and only the first signature may', async () => {
    const bytes = make();
    const after = await sign(bytes, { certify: 2 });
    const tail = tailOf(bytes, after);
    expect(tail).toMatch(
      /\/TransformMethod\/DocMDP\/TransformParams<<\/Type\/TransformParams\/P 2\/V\/1.2>>/,
    );
    expect(tail).toMatch(/\/Perms <<\/DocMDP \d+ 0 R>>/);
    expect(tail).not.toMatch(/DigestValue|DigestMethod/);
    if (has.pdfsig) expect(pdfsig(after)).toEqual([valid]);
    await refusesLater('already_signed', prepare(after, { certify: 2 }));
  });

  it('SGN-6 P=1 takes no more signatures', async () => {
    const after = await sign(make(), { certify: 1 });
    expect(isLocked(open(after))).toBe(true);
    await refusesLater('locked', prepare(after));
  });

  it('P=2 takes an invisible signature or an existing field, no new visible one', async () => {
    const after = await sign(make(withField()), { certify: 2 });
    await refusesLater('certified', prepare(after, { visible: VISIBLE }));
    await prepare(after);
    const { text, font } = VISIBLE;
    const second = await sign(after, { field: 'Approval', visible: { text, font } });
    if (has.pdfsig) expect(pdfsig(second)).toHaveLength(2);
  });

  it('P=3 takes no new visible signature either: pyHanko calls it a forbidden change', async () => {
    const after = await sign(make(), { certify: 3 });
    await refusesLater('certified', prepare(after, { visible: VISIBLE }));
    await prepare(after);
  });

  it('refuses to certify what names a certification that no field reaches', async () => {
    const catalog = '/Perms<</DocMDP<</Type/Sig/Reference[<</TransformMethod/DocMDP>>]>>>>';
    await refusesLater('already_signed', prepare(make({ catalog }), { certify: 2 }));
  });
});

describe('SGN-6 locks', () => {
  it('lock writes the /Lock and one FieldMDP reference, no DocMDP, and the document is locked', async () => {
    const bytes = make();
    const after = await sign(bytes, { lock: true });
    const tail = tailOf(bytes, after);
    expect(tail).toMatch(/obj\n<<\/Type\/SigFieldLock\/Action\/All\/P 1>>\nendobj/);
    expect(tail).toMatch(/\/Lock \d+ 0 R/);
    expect(tail).toContain('/TransformParams<</Type/TransformParams/Action/All/P 1/V/1.2>>/Data 1 0 R>>]');
    expect(tail).not.toContain('DocMDP');
    expect(isLocked(open(after))).toBe(true);
    await refusesLater('locked', prepare(after));
    if (has.pdfsig) expect(pdfsig(after)).toEqual([valid]);
  });

  it('a field of a signed file gets no /Lock, and the document is locked all the same', async () => {
    const first = await sign(make(withField()));
    const second = await sign(first, { field: 'Approval', lock: true });
    expect(tailOf(first, second)).not.toContain('/Lock');
    expect(isLocked(open(second))).toBe(true);
  });

  it('the /Lock of a field is repeated in its signature and obeyed afterwards', async () => {
    const lock = '/Lock<</Type/SigFieldLock/Action/Include/Fields[(A.B)(Other)]>>';
    const after = await sign(make(withField(lock)), { field: 'Approval' });
    expect(latin1(after)).toContain('/Action/Include/Fields[(A.B)(Other)]/V/1.2');
    expect(isLocked(open(after))).toBe(false);
    await prepare(after);
    const strict = '/Lock<</Type/SigFieldLock/Action/Include/Fields[(x)]/P 1>>';
    expect(isLocked(open(await sign(make(withField(strict)), { field: 'Approval' })))).toBe(true);
  });

  it('a lock by name covers fields below it; one by exclusion covers new fields', async () => {
    const two = (lock: string): Uint8Array =>
      make({
        catalog: '/AcroForm<</Fields[100 0 R 101 0 R]>>',
        pages: [{ entries: '/Annots[100 0 R 101 0 R 102 0 R]' }],
        more: [
          { number: 100, body: `<</Type/Annot/Subtype/Widget/FT/Sig/T(A)/Rect[0 0 0 0]/Lock<<${lock}>>>>` },
          { number: 101, body: '<</T(group)/Kids[102 0 R]>>' },
          { number: 102, body: '<</Type/Annot/Subtype/Widget/FT/Sig/T(B)/Parent 101 0 R/Rect[0 0 0 0]>>' },
        ],
      });
    const second = (lock: string, field?: string): Promise<unknown> =>
      sign(two(lock), { field: 'A' }).then((one) => prepare(one, field === undefined ? {} : { field }));
    await refusesLater('field_locked', second('/Action/Include/Fields[(group)]', 'group.B'));
    await refusesLater('field_locked', second('/Action/Include/Fields[(group.B)]', 'group.B'));
    await second('/Action/Include/Fields[(group.BB)]', 'group.B');
    await second('/Action/Include/Fields[(group)]');
    await second('/Action/Exclude/Fields[(group)]', 'group.B');
    await refusesLater('field_locked', second('/Action/Exclude/Fields[(group)]'));
    await refusesLater('locked', second('/Action/All', 'group.B'));
    await refusesLater('locked', second('/Action/Exclude', 'group.B'));
  });
});

describe('B-B of a real key', () => {
  it('the CMS stands at the start of its slot', async () => {
    const prepared = await prepare(make());
    const token = cms(prepared);
    const tail = embed(prepared, token);
    const { offset } = prepared.slot;
    const hex = latin1(tail.subarray(offset, offset + token.length * 2));
    expect(hex).toBe(Buffer.from(token).toString('hex'));
  });
});
