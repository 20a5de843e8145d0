import { deflateSync } from 'node:zlib';
import { streamBody, type TestDocument } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PdfError } from '../../src/index.ts';
import { expectNoHang, judgedBy, lacks, latin1, qpdfMessages, refuses } from '../support.ts';
import { contents, copied, found, kindsLeftOut, make } from './copied.ts';

const document: TestDocument = {
  tree: '/Rotate 90',
  pages: [
    { content: 'BT /F1 24 Tf 72 700 Td (First) Tj ET' },
    { content: 'BT /F1 24 Tf 72 700 Td (Second) Tj ET', mediaBox: '/MediaBox[0 0 300 800]' },
  ],
};
const plain = latin1(make(document));
const packed = latin1(make(document, 'objstm'));
const octets = (text: string): Uint8Array => Buffer.from(text, 'latin1');
/** What the content of the pages says. */
const words = (bytes: Uint8Array): string[] =>
  contents(bytes).map((content) => /\((\w+)\) Tj/.exec(content)?.[1] ?? '');

describe('CPY-1 the data of an image', () => {
  const samples = Uint8Array.from({ length: 3000 }, (_, at) => (at * 7919) & 255);
  const image = (bytes: Uint8Array): Uint8Array => {
    const hex = Buffer.from(bytes).toString('hex');
    const entries = '/W 100/H 10/BPC 8/CS/RGB/F[/AHx/Fl]';
    return make({ pages: [{ content: `q 100 0 0 100 50 50 cm BI${entries} ID ${hex}> EI Q` }] });
  };
  const whole = deflateSync(samples);

  it('that break off are told as damage', () => {
    const broken = whole.subarray(0, whole.length / 2);
    expect(kindsLeftOut(copied(image(broken)))).toEqual(['ambiguous', 'damage']);
  });

  it('that are whole are not', () => {
    expect(kindsLeftOut(copied(image(whole)))).toEqual([]);
  });
});

describe('CPY-1 a safe copy is made of a damaged file', () => {
  it.each([
    ['without a cross-reference table', plain.replace(/xref\n0[\s\S]*?trailer/, 'trailer')],
    ['without a trailer', plain.replace(/xref\n0[\s\S]*/, '')],
    ['that breaks off', plain.slice(0, plain.indexOf('xref\n0'))],
    ['whose table points elsewhere', plain.replace(/^(\d{10}) (\d{5}) n/gm, '0000000017 $2 n')],
    ['with something before its header', `HTTP/1.1 200 OK\r\n\r\n${plain}`],
    ['whose end is missing', plain.replace(/startxref[\s\S]*/, '')],
    ['whose lengths lie', plain.replace(/\/Length \d+/g, '/Length 7')],
    ['whose lengths are missing', plain.replace(/\/Length \d+/g, '')],
    ['whose lengths lead nowhere', plain.replace(/\/Length \d+/g, '/Length 99 0 R')],
    ['whose objects do not end', plain.replaceAll('endobj', '')],
    ['whose pages loop', plain.replace(/\/Kids\[4 0 R 6 0 R\]/, '/Kids[4 0 R 2 0 R 6 0 R]')],
    ['whose catalog is missing', plain.replace('/Type/Catalog', '/Type/Cataloq').replace('/Root', '/Roof')],
    ['whose tree of pages is missing', plain.replace('/Pages 2 0 R', '/Pages 9 0 R')],
    ['whose object streams no table names', packed.replace(/startxref[\s\S]*/, '')],
  ])('%s', (_, text) => {
    const copy = copied(octets(text));
    expect(words(copy.bytes)).toEqual(['First', 'Second']);
    expect(kindsLeftOut(copy)).toContain('damage');
    expect(found(copy.bytes)).toEqual([]);
    expect(copied(copy.bytes)).toEqual({ bytes: copy.bytes, leftOut: [], letters: '' });
  });

  it('with the last of several objects of a number', () => {
    const text =
      plain.replace(/xref\n0[\s\S]*/, '') +
      '5 0 obj\n<<>>\nstream\nBT /F1 24 Tf (Third) Tj ET\nendstream\nendobj\n';
    expect(words(copied(octets(text)).bytes)).toEqual(['Third', 'Second']);
  });

  it('data begin on the line behind the word, as most readers take it', () => {
    const text = (word: string): string =>
      `${plain.replace(/xref\n0[\s\S]*/, '')}5 0 obj\n<<>>\n${word}BT /F1 24 Tf (Third) Tj ET\nendstream\nendobj\n`;
    for (const word of ['stream\r\n', 'stream\r', 'stream \n', 'stream (other)\n'])
      expect(words(copied(octets(text(word))).bytes)).toEqual(['Third', 'Second']);
    expect(words(copied(octets(text('stream '))).bytes)).not.toContain('Third');
  });

  it('what stands within the data of a stream is no object', () => {
    const inner = '\nendstream\nendobj\n5 0 obj\n(inner)\nendobj\n';
    const text = latin1(
      make({ ...document, more: [{ number: 100, body: streamBody(inner, '/Type/EmbeddedFile') }] }),
    ).replace(/startxref[\s\S]*/, '');
    expect(words(copied(octets(text)).bytes)).toEqual(['First', 'Second']);
    const later = `${text.replace(/\/Type\/EmbeddedFile\/Length \d+/, '/Length 101 0 R')}101 0 obj ${inner.length} endobj\n`;
    expect(words(copied(octets(later)).bytes)).toEqual(['First', 'Second']);
  });

  it.skipIf(lacks('qpdf'))(judgedBy(['qpdf'], 'and qpdf finds nothing wrong with it'), () => {
    expect(qpdfMessages(copied(octets(plain.replace(/xref\n0[\s\S]*/, ''))).bytes)).toEqual([]);
  });

  it('nothing is made of what is no document', () => {
    refuses('broken_pages', () => copied(octets('%PDF-1.7\nnothing')));
    refuses('broken_pages', () => copied(new Uint8Array()));
    refuses('broken_pages', () => copied(octets('1 0 obj <</Type/Catalog/Pages 1 0 R>> endobj')));
  });

  it('in time that grows with the file alone', () => {
    const before = process.cpuUsage();
    for (const part of [
      '1 0 obj<<',
      '1 0 obj(',
      '1 0 obj<',
      '1 0 obj[',
      '1 0 obj<<>>stream',
      'trailer<<',
      '%obj\n',
      '1 0 obj/A#',
    ]) {
      const text = part.repeat(Math.floor(200_000 / part.length));
      try {
        copied(octets(text));
      } catch (error) {
        expect(error).toBeInstanceOf(PdfError);
      }
    }
    expectNoHang(before);
  });

  it('or refused, whatever became of it', () => {
    const files = [plain, packed].map(octets);
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 30 }),
        fc.nat(),
        (file, changes, cut) => {
          const mutated = Uint8Array.from(file).subarray(0, file.length - (cut % 400));
          for (const [at, octet] of changes) mutated[at % mutated.length] = octet;
          try {
            const { bytes } = copied(mutated);
            expect(found(bytes).filter(({ kind }) => kind === 'unreadable_object')).toEqual([]);
          } catch (error) {
            if (!(error instanceof PdfError)) throw error;
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
