import { appendUpdate, documentObjects, type TestDocument, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { atRevision, formFields, PdfError, pageAt, pages, revisions } from '../src/index.ts';
import { annotations } from '../src/revisions/pages.ts';
import { latin1, open, refuses } from './support.ts';

type Pdf = ReturnType<typeof open>;

const make = (document: TestDocument = {}): Uint8Array =>
  writePdf({ kind: 'table', objects: documentObjects(document) });
/** A document of two pages, 4 and 6, with a part of it exchanged for one as long. */
const edited = (from: string, to: string): Pdf =>
  open(Buffer.from(latin1(make({ pages: [{}, {}] })).replace(from, to.padEnd(from.length)), 'latin1'));
const walk = (pdf: Pdf): unknown[] => [...pages(pdf)];

/** Which object an error tells of. */
function blamed(work: () => unknown): number | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof PdfError) return error.object;
    throw error;
  }
  return undefined;
}

describe('the tree of pages', () => {
  it('is refused where a page is no object of its own', () => {
    refuses('broken_pages', () => walk(edited('4 0 R 6 0 R', '4 0 R <<>>')));
  });

  it('has no pages where the catalog of an older revision names none', () => {
    const bytes = Buffer.from(latin1(make()).replace('/Pages 2 0 R', '/Sides 2 0 R'), 'latin1');
    const catalog = { number: 1, body: '<</Type/Catalog/Pages 2 0 R>>' };
    const pdf = open(appendUpdate(bytes, { kind: 'table', objects: [catalog] }));
    expect(walk(pdf)).toHaveLength(1);
    expect(walk(atRevision(pdf, revisions(pdf), 1))).toEqual([]);
  });

  it('tells which of its nodes is broken', () => {
    expect(blamed(() => walk(edited('4 0 R 6 0 R', '4 0 R 2 0 R')))).toBe(2);
    expect(blamed(() => walk(edited('/Kids[4 0 R 6 0 R]', '/Kids/None')))).toBe(2);
  });

  it('may have as many pages and levels as its bounds say, and no more', () => {
    const bytes = make({ pages: [{}, {}] });
    expect(walk(open(bytes, { pages: 2 }))).toHaveLength(2);
    refuses('too_many_pages', () => walk(open(bytes, { pages: 1 })));
    const levels = (count: number): Pdf => {
      const nodes = Array.from({ length: count - 1 }, (_, at) => ({
        number: 100 + at,
        body: `<</Type/Pages/Kids[${at === count - 2 ? 4 : 101 + at} 0 R]/Count 1>>`,
      }));
      const objects = documentObjects({ more: nodes });
      objects[1] = { number: 2, body: '<</Type/Pages/Kids[100 0 R]/Count 1>>' };
      return open(writePdf({ kind: 'table', objects }), { depth: 20 });
    };
    expect(walk(levels(20))).toHaveLength(1);
    refuses('too_deep', () => walk(levels(21)));
  });

  it('names the page that is not there', () => {
    expect(() => pageAt(open(make()), 7)).toThrow('page 7');
  });

  it('gives a page without a size of its units the usual one', () => {
    expect(pageAt(open(make({ pages: [{ entries: '/UserUnit 0' }] })), 1).userUnit).toBe(1);
    expect(pageAt(open(make({ pages: [{ entries: '/UserUnit 0.5' }] })), 1).userUnit).toBe(0.5);
  });

  it('lists annotations that are objects, in their order', () => {
    const more = [100, 101].map((number) => ({ number, body: '<</Subtype/Text/Rect[0 0 9 9]>>' }));
    const annots = '/Annots[101 0 R<</Subtype/Text/Rect[0 0 9 9]>>100 0 R]';
    const found = [...annotations(open(make({ pages: [{ entries: annots }, {}], more })))];
    expect(found.map(({ page, ref }) => [page.number, ref.number])).toEqual([
      [1, 101],
      [1, 100],
    ]);
  });
});

describe('the fields of a form', () => {
  const form = (fields: string, more: Record<number, string> = {}): Uint8Array =>
    make({
      catalog: `/AcroForm<</Fields[${fields}]>>`,
      more: Object.entries(more).map(([number, body]) => ({ number: Number(number), body })),
    });
  const namesOf = (bytes: Uint8Array): string[] => formFields(open(bytes)).map(({ name }) => name);

  it('may be as many, and as deep, as their bounds say', () => {
    const two = form('100 0 R 101 0 R', { 100: '<</T(a)>>', 101: '<</T(b)>>' });
    expect(formFields(open(two, { fields: 2 }))).toHaveLength(2);
    refuses('too_many_objects', () => formFields(open(two, { fields: 1 })));
    const levels = (count: number): Pdf => {
      const nodes = Array.from({ length: count }, (_, at) => [100 + at, `<</T(a)/Kids[${101 + at} 0 R]>>`]);
      const bytes = form('100 0 R', { ...Object.fromEntries(nodes), [100 + count]: '<</T(z)>>' });
      return open(bytes, { depth: 20 });
    };
    expect(formFields(levels(20))).toHaveLength(1);
    refuses('too_deep', () => formFields(levels(21)));
  });

  it('have the names of those above them that have one', () => {
    const tree = {
      100: '<</T(a)/Kids[101 0 R 102 0 R 103 0 R]>>',
      101: '<</T(b)>>',
      102: '<</FT/Tx>>',
      103: '<</Kids[104 0 R]>>',
      104: '<</T(c)>>',
    };
    expect(namesOf(form('100 0 R', tree))).toEqual(['a.b', 'a', 'a.c']);
    expect(namesOf(form('103 0 R', tree))).toEqual(['c']);
  });

  it('and their widgets may stand in place, each for itself', () => {
    const bytes = form('<</T(a)>><</T(b)/Kids[<</Subtype/Widget>>100 0 R 5 99 0 R]>>', {
      100: '<</Subtype/Widget>>',
    });
    const found = formFields(open(bytes)).map(({ name, ref, widgets }) => ({
      name,
      ref,
      widgets: widgets.map((widget) => widget.ref?.number),
    }));
    expect(found).toEqual([
      { name: 'a', ref: undefined, widgets: [undefined] },
      { name: 'b', ref: undefined, widgets: [undefined, 100] },
    ]);
  });

  it('that share a long list of kids cost what reading it for each costs', () => {
    const kids = `[${'100 0 R '.repeat(5000)}]`;
    const shared = (count: number): Pdf =>
      open(form('<</T(f)/Kids 101 0 R>>'.repeat(count), { 100: '<<>>', 101: kids }), { readBytes: 2 ** 20 });
    expect(formFields(shared(2))).toHaveLength(2);
    refuses('too_many_objects', () => formFields(shared(40)));
  });
});
