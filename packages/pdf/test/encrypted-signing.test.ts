import {
  converted,
  documentObjects,
  drawnByPdfium,
  judged,
  type TestDocument,
  writePdf,
} from '@websign/testkit';
import { describe, expect, it, vi } from 'vitest';
import { inspect, type SignatureOptions } from '../src/index.ts';
import { changesOf, raised } from './later-changes-support.ts';
import {
  has,
  judgedBy,
  lacks,
  open,
  pdfsig,
  prepare,
  pyhanko,
  qpdfMessages,
  refusesLater,
  sign,
  VISIBLE,
} from './support.ts';

// Several programs judge each file.
vi.setConfig({ testTimeout: 120_000 });

const field = (number: number, name: string, y: number): { number: number; body: string } => ({
  number,
  body:
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(${name})/TU(${name} of somebody)/Rect[100 ${y} 300 ${y + 60}]` +
    '/P 4 0 R/F 4>>',
});
/** Two empty fields, and strings in whatever signing changes: the catalog, the form, the page, the fields. */
const document: TestDocument = {
  catalog: '/Lang(el-GR)/AcroForm<</Fields[100 0 R 101 0 R]/DA(/F1 0 Tf 0 g)>>',
  pages: [{ entries: '/Annots[100 0 R 101 0 R]/LastModified(D:20261121120000Z)' }],
  more: [field(100, 'Approval', 100), field(101, 'Countersigned', 300)],
};
const clear = writePdf({ kind: 'table', objects: documentObjects(document), id: '[<01><01>]' });

/** How qpdf encrypts, and how it says what the owner permits: all, filling in alone, nothing. */
const modern = { all: [], fields: ['--modify=form'], nothing: ['--modify=none'] };
const CIPHERS = {
  'RC4-40': {
    way: ['--allow-weak-crypto', '--encrypt', '', 'owner', '40'],
    permits: { all: [], fields: ['--modify=n'], nothing: ['--modify=n', '--annotate=n'] },
  },
  'RC4-128': {
    way: ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=n'],
    permits: modern,
  },
  'AES-128': {
    way: ['--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=y'],
    permits: modern,
  },
  'AES-256': { way: ['--encrypt', '', 'owner', '256'], permits: modern },
};
type Cipher = keyof typeof CIPHERS;
type Permits = keyof typeof modern;
const ciphers = Object.keys(CIPHERS) as Cipher[];
const LOOKS: Record<string, Partial<SignatureOptions>> = {
  visible: { visible: VISIBLE, reason: 'Έγκριση' },
  invisible: { name: 'Ελένη' },
};

const byQpdf = (objects: string, how: string[]): Uint8Array =>
  converted('qpdf', [`--object-streams=${objects}`, ...how], clear);
function encrypted(cipher: Cipher, permits: Permits = 'all', objects = 'disable'): Uint8Array {
  const { way, permits: said } = CIPHERS[cipher];
  return byQpdf(objects, [...way, ...said[permits], '--']);
}
const isPrefix = (before: Uint8Array, after: Uint8Array): boolean =>
  Buffer.from(after.subarray(0, before.length)).equals(before);

/** What every judge that is here makes of a signed file, ourselves included. */
function judgements(file: Uint8Array, { asksPyhanko = true } = {}) {
  const pdf = open(file);
  const { findings, signatures } = inspect(pdf);
  return {
    qpdf: qpdfMessages(file),
    // Poppler tells of empty fields, too.
    pdfsig: has.pdfsig ? pdfsig(file).filter(({ valid }) => valid) : [],
    // How far a file was extended pyHanko tells from dictionaries that it deciphers or not; what it makes of that counts.
    pyhanko:
      has.pyhanko && asksPyhanko ? pyhanko(file).map((verdict) => verdict.replace(/^EXTENDED\w+,/, '')) : [],
    // As Chromium's viewer shows it, the signatures' looks included.
    shown: has.pdfium ? drawnByPdfium(file) : [],
    mutool: has.mutool ? judged('mutool', ['sign', '-v'], file).text.match(/^\t?(The .*|warning.*)$/gm) : [],
    findings: findings.map(({ kind }) => kind),
    changes: changesOf(file)?.changes.map(({ level, rule }) => `${level} ${rule}`),
    said: signatures.map(({ rect, signature }) => ({
      rect,
      name: signature?.name,
      reason: signature?.reason,
      time: signature?.claimedTime,
      problems: signature?.problems,
    })),
  };
}

/** What they make of the same in the clear, where signatures are made in `fields`, or new ones. */
const inTheClear = new Map<string, ReturnType<typeof judgements>>();
async function expected(look: string, objects: string, fields: string[]) {
  const key = [look, objects, ...fields].join();
  const known = inTheClear.get(key);
  if (known !== undefined) return known;
  const [first, second] = fields;
  const one = await sign(byQpdf(objects, []), { ...LOOKS[look], ...(first ? { field: first } : {}) });
  const two = await sign(one, { ...LOOKS[look], ...(second ? { field: second } : {}) });
  const made = judgements(two, { asksPyhanko: look === 'visible' });
  inTheClear.set(key, made);
  return made;
}

describe.skipIf(lacks('qpdf'))(judgedBy(['qpdf'], 'signing what qpdf encrypted'), () => {
  const each = ciphers.flatMap((cipher) =>
    (['all', 'fields'] as const).flatMap((permits) =>
      Object.keys(LOOKS).map((look) => ({ cipher, permits, look })),
    ),
  );

  it.each(each)('ENC-1 $cipher, the owner permits $permits: $look, and a second one', async (row) => {
    const { cipher, permits, look } = row;
    const objects = look === 'visible' ? 'generate' : 'disable';
    const before = encrypted(cipher, permits, objects);
    const one = await sign(before, LOOKS[look]);
    const two = await sign(one, LOOKS[look]);
    expect(isPrefix(before, one) && isPrefix(one, two)).toBe(true);
    // It takes a second each time: visible signatures, which change more, are shown to it.
    const asksPyhanko = look === 'visible';
    const found = judgements(two, { asksPyhanko });
    expect(found).toEqual(
      await expected(look, objects, permits === 'fields' ? ['Approval', 'Countersigned'] : []),
    );
    expect(found.said.filter(({ time }) => time !== undefined)).toHaveLength(2);
    if (has.pdfsig) expect(found.pdfsig.map(({ total }) => total)).toEqual([false, true]);
    if (has.pyhanko && asksPyhanko) expect(found.pyhanko.at(-1)).toBe('UNTOUCHED');
  });

  it.each(ciphers)('ENC-1 %s, the owner permits nothing', async (cipher) => {
    const before = encrypted(cipher, 'nothing');
    await refusesLater('restricted', prepare(before));
    await refusesLater('restricted', prepare(before, { field: 'Approval' }));
  });

  it.each(['RC4-128', 'AES-256'] as const)(
    '%s: validation data, a time-stamp over them, and both anew',
    async (cipher) => {
      const signed = await sign(encrypted(cipher, 'all', 'generate'), { certify: 2 });
      const file = await raised(await raised(signed));
      expect(isPrefix(signed, file)).toBe(true);
      const found = judgements(file);
      const plain = judgements(
        await raised(await raised(await sign(byQpdf('generate', []), { certify: 2 }))),
      );
      // MuPDF deciphers the token of a document time-stamp, which stands in the clear, and warns.
      expect({ ...found, mutool: [] }).toEqual({ ...plain, mutool: [] });
      expect(found.qpdf).toEqual([]);
    },
  );

  it('AES of 256 bits in revision 5, which Adobe wrote before ISO did', async () => {
    const before = byQpdf('generate', ['--encrypt', '', 'owner', '256', '--force-R5', '--']);
    const after = await sign(before, LOOKS.visible);
    expect(isPrefix(before, after)).toBe(true);
    expect(qpdfMessages(after)).toEqual(qpdfMessages(before));
    if (has.pdfsig)
      expect(pdfsig(after).filter(({ valid }) => valid)).toEqual([{ valid: true, total: true }]);
  });

  it('one that asks for a password is refused', async () => {
    const how = ['--encrypt', 'secret', 'owner', '256', '--'];
    await refusesLater(
      'encrypted',
      Promise.resolve().then(() => prepare(byQpdf('disable', how))),
    );
  });
});
