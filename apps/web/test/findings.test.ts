import { type Finding, pageRanges } from '@websign/contract';
import { advice as adviceEl } from '@websign/contract/words/el/advice';
import { reasons as reasonsEl } from '@websign/contract/words/el/reasons';
import { titles as titlesEl } from '@websign/contract/words/el/titles';
import { advice as adviceEn } from '@websign/contract/words/en/advice';
import { reasons as reasonsEn } from '@websign/contract/words/en/reasons';
import { titles as titlesEn } from '@websign/contract/words/en/titles';
import fc from 'fast-check';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  groupsOf,
  isHiddenText,
  isPlaced,
  partOf,
  passagesOf,
  placesOf,
  turnsOf,
  wordsOf,
} from '../src/common/findings/groups.ts';
import { areaOf, outline } from '../src/common/findings/marks.ts';
import { kindWords, sharedAdvice, wordsBelow } from '../src/common/findings/words.ts';
import { closeUp, factorOf, scaleFor } from '../src/common/viewer/zoom.ts';
import { el } from '../src/i18n/el.ts';

const finding = (id: string, kind: string, more: Partial<Finding> = {}): Finding => ({
  id,
  kind,
  verdict: 'warn',
  ...more,
});

describe('findings by kind', () => {
  it('HIS-2 a hundred findings of a kind are one group, with its pages in order', () => {
    const hundred = Array.from({ length: 100 }, (_, at) =>
      finding(`f${at}`, 'invisible_text', { page: 100 - at, excerpt: `word ${at}` }),
    );
    const [group, ...others] = groupsOf(hundred);
    expect(others).toEqual([]);
    expect(group?.findings).toHaveLength(100);
    expect(group?.findings[0]).toMatchObject({ page: 1, excerpt: 'word 99' });
    expect(group?.pages.at(-1)).toBe(100);
  });

  it('UP-8 worst first, then as they were found; what tells of more comes last of its verdict', () => {
    const groups = groupsOf([
      finding('1', 'web_link', { verdict: 'info' }),
      finding('2', 'truncated'),
      finding('3', 'covered_text'),
      finding('4', 'javascript', { verdict: 'refuse' }),
      finding('5', 'embedded_file'),
      finding('6', 'covered_text', { verdict: 'info' }),
    ]);
    expect(groups.map(({ key }) => key)).toEqual([
      'refuse javascript',
      'warn covered_text',
      'warn embedded_file',
      'warn truncated',
      'info web_link',
      'info covered_text',
    ]);
  });

  it('HIS-2 what belongs to no page comes after what does, and cannot be shown on one', () => {
    const [group] = groupsOf([finding('1', 'javascript'), finding('2', 'javascript', { page: 3 })]);
    expect(group?.findings.map(({ id }) => id)).toEqual(['2', '1']);
    expect(group?.findings.map(isPlaced)).toEqual([true, false]);
    expect(group?.pages).toEqual([3]);
  });

  it('HIS-2 pages are told in few words', () => {
    expect(pageRanges([])).toBe('');
    expect(pageRanges([1, 2, 5, 6, 7, 9])).toBe('1, 2, 5–7, 9');
  });

  it('HIS-2 a code for programmers is not taken for words of the document', () => {
    const part = finding('1', 'unreadable_object', { excerpt: 'bad_stream' });
    expect([wordsOf(part), partOf(part)]).toEqual(['', 'bad_stream']);
    expect(wordsOf(finding('1', 'covered_text', { excerpt: 'λέξεις' }))).toBe('λέξεις');
    expect(partOf(finding('1', 'covered_text', { excerpt: 'λέξεις' }))).toBe('');
    const note = finding('1', 'conditional_annotation', { excerpt: 'FreeText' });
    expect([wordsOf(note), partOf(note)]).toEqual(['', 'FreeText']);
    expect(wordsOf(finding('1', 'conditional_annotation', { excerpt: 'Σχέδιο' }))).toBe('Σχέδιο');
    expect(wordsOf(finding('1', 'text_under_annotation', { excerpt: 'Line' }))).toBe('Line');
  });

  it('HIS-2 within a page they come as one reads it, downwards and from the left', () => {
    const at = (id: string, rect?: [number, number, number, number]) =>
      finding(id, 'javascript', rect ? { page: 1, rect } : { page: 1 });
    const [group] = groupsOf([at('none'), at('low', [72, 90, 99, 80]), at('right', [300, 600, 350, 700])]);
    const [more] = groupsOf([...(group?.findings ?? []), at('left', [72, 600, 99, 700])]);
    expect(more?.findings.map(({ id }) => id)).toEqual(['left', 'right', 'low', 'none']);
  });

  it('HIS-2 what looks the same to who reads is one place', () => {
    const places = placesOf([
      finding('1', 'xref_conflict', { page: 1, object: 1 }),
      finding('2', 'xref_conflict', { page: 1, object: 2, excerpt: '/Size' }),
      finding('3', 'xref_conflict', { page: 2, object: 3 }),
      finding('4', 'covered_text', { page: 2, rect: [0, 0, 9, 9], excerpt: 'α' }),
      finding('5', 'covered_text', { page: 2, rect: [0, 0, 9, 9], excerpt: 'β' }),
      finding('6', 'covered_text', { page: 2, rect: [0, 0, 8, 9], excerpt: 'β' }),
    ]);
    expect(places.map(({ id }) => id)).toEqual(['1', '3', '4', '5', '6']);
  });

  it('HIS-2 the same words at twelve places are one passage with twelve places', () => {
    const twelve = Array.from({ length: 12 }, (_, at) =>
      finding(`f${at}`, 'same_colour_text', { page: at + 1, rect: [0, 0, 9, 9], excerpt: 'Draft' }),
    );
    const other = finding('o', 'same_colour_text', { page: 3, excerpt: 'Other words' });
    const [group] = groupsOf([...twelve, other]);
    const passages = passagesOf(group?.findings ?? []);
    expect(passages.map(({ words, places }) => [words, places.length])).toEqual([
      ['Draft', 12],
      ['Other words', 1],
    ]);
    expect(passages.flatMap(({ places }) => places.map(({ id }) => id)).sort()).toEqual(
      [...twelve, other].map(({ id }) => id).sort(),
    );
  });

  it('HIS-2 places on the same page are told apart by their turn', () => {
    const on = (id: string, page?: number) => finding(id, 'javascript', page === undefined ? {} : { page });
    expect(turnsOf([on('a', 1), on('b', 2), on('c', 2), on('d'), on('e', 2)])).toEqual([1, 1, 2, 1, 3]);
  });

  it('HIS-2 hidden text whose letters cannot be read is text all the same', () => {
    expect(isHiddenText(finding('1', 'off_page_text'))).toBe(true);
    expect(isHiddenText(finding('1', 'ocr_layer'))).toBe(false);
    expect(isHiddenText(finding('1', 'xref_conflict'))).toBe(false);
  });
});

describe('the words of findings', () => {
  beforeAll(() => i18next.init({ resources: { el: { translation: el } }, lng: 'el' }));

  it.each([
    ['el', titlesEl, reasonsEl, adviceEl],
    ['en', titlesEn, reasonsEn, adviceEn],
  ])(
    'MSG %s: each kind has a title, a reason and advice, three short sentences at most',
    (_, titles, reasons, advice) => {
      const kinds = Object.keys(titles) as (keyof typeof titlesEl)[];
      expect(new Set(Object.values(titles)).size).toBe(kinds.length);
      for (const kind of kinds) {
        const sentences = `${reasons[kind]} ${advice[kind]}`.match(/[^.;!]+[.;!](?=\s|$)/gu) ?? [];
        expect(sentences.length, kind).toBeGreaterThan(1);
        expect(sentences.length, kind).toBeLessThanOrEqual(3);
        for (const sentence of sentences) expect(sentence.trim().length, sentence).toBeLessThanOrEqual(120);
        expect(titles[kind], kind).not.toMatch(/[.;!]$/u);
      }
    },
  );

  it.each([
    ['el', titlesEl, reasonsEl, /υπογραφή/],
    ['en', titlesEn, reasonsEn, /signature/],
  ])(
    'SGN-2 %s: words under the stamp of a signature are not said to lie under a note',
    (_, titles, reasons, word) => {
      expect(titles.text_under_annotation).toMatch(word);
      expect(reasons.text_under_annotation).toMatch(word);
    },
  );

  it('UP-8 MAP-5 below a text that gives reason and advice neither is said again', () => {
    const below = (kind: string, said: Parameters<typeof wordsBelow>[2]) => wordsBelow(i18next.t, kind, said);
    const { javascript, launch, embedded_file } = el.findings.advice;
    expect(javascript).toBe(launch);
    expect(below('javascript', 'javascript')).toEqual({ title: titlesEl.javascript, reason: '', advice: '' });
    expect(below('launch', 'javascript')).toMatchObject({ reason: reasonsEl.launch, advice: '' });
    expect(below('launch', 'withSignatures')).toMatchObject({ reason: reasonsEl.launch, advice: '' });
    expect(below('embedded_file', 'javascript')).toMatchObject({ advice: embedded_file });
    const { changed_after_signature: again, signature_malformed } = el.findings.advice;
    expect(signature_malformed).toBe(again);
    expect(below('changed_after_signature', 'validity')).toMatchObject({
      reason: reasonsEl.changed_after_signature,
      advice: '',
    });
    expect(below('signature_malformed', 'validity')).toMatchObject({ advice: '' });
    expect(below('javascript', 'validity')).toMatchObject({ advice: javascript });
    for (const said of ['security', null] as const) {
      expect(below('javascript', said)).toMatchObject({ reason: reasonsEl.javascript, advice: javascript });
    }
  });

  it('UP-8 advice that several kinds share is given once', () => {
    const words = ['launch', 'submit_form', 'embedded_file'].map((kind) => kindWords(i18next.t, kind));
    expect(sharedAdvice(words)).toEqual([adviceEl.launch]);
    expect(sharedAdvice(words.slice(1))).toEqual([]);
  });

  it('MSG a kind that this version does not know is named as it came, and nothing else is looked up', () => {
    const known = kindWords(i18next.t, 'javascript');
    expect(known).toEqual({
      title: titlesEl.javascript,
      reason: reasonsEl.javascript,
      advice: adviceEl.javascript,
    });
    for (const kind of ['quantum_ink', 'constructor', '__proto__', 'kinds.javascript']) {
      expect(kindWords(i18next.t, kind)).toMatchObject({ title: `Άλλο εύρημα (${kind})`, advice: '' });
    }
  });
});

describe('the outline of a finding', () => {
  const a4 = { width: 595, height: 842 };

  it('HIS-2 stands around the words, whichever corner comes first', () => {
    const box = outline([100, 700, 300, 720], a4, 595);
    expect(box).toEqual({ left: 97, top: 842 - 720 - 3, width: 206, height: 26 });
    expect(outline([300, 720, 100, 700], a4, 595)).toEqual(box);
    expect(areaOf([300, 720, 100, 700])).toEqual({ x: 100, y: 700, width: 200, height: 20 });
  });

  it('HIS-2 is on the page and large enough to be seen, wherever the words are', () => {
    const anywhere = fc.tuple(
      ...Array.from({ length: 4 }, () => fc.double({ min: -1e6, max: 1e6, noNaN: true })),
    );
    const size = fc.record({
      width: fc.integer({ min: 1, max: 5000 }),
      height: fc.integer({ min: 1, max: 5000 }),
    });
    fc.assert(
      fc.property(anywhere, size, fc.integer({ min: 20, max: 4000 }), (rect, page, widthPx) => {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
        const { left, top, width, height } = outline([x0, y0, x1, y1], page, widthPx);
        const heightPx = (page.height * widthPx) / page.width;
        const slack = 1e-6 * Math.max(1, widthPx, heightPx);
        expect(left).toBeGreaterThanOrEqual(-slack);
        expect(top).toBeGreaterThanOrEqual(-slack);
        expect(left + width).toBeLessThanOrEqual(widthPx + slack);
        expect(top + height).toBeLessThanOrEqual(heightPx + slack);
        expect(width).toBeGreaterThanOrEqual(Math.min(16, widthPx) - slack);
        expect(height).toBeGreaterThanOrEqual(Math.min(16, heightPx) - slack);
      }),
    );
  });

  it('HIS-2 a place is zoomed to as near as helps, and never farther than the page fits', () => {
    const room = { width: 800, height: 600 };
    expect(closeUp({ width: 10, height: 1 }, a4, room)).toBe(2);
    expect(closeUp({ width: 200, height: 12 }, a4, room)).toBe(2);
    expect(closeUp({ width: 400, height: 12 }, a4, room)).toBe('width');
    expect(closeUp({ width: 595, height: 842 }, a4, room)).toBe('page');
    expect(closeUp({ width: 0, height: 0 }, { width: 10, height: 10 }, room)).toBe('width');
    expect(factorOf(scaleFor('width', a4, room))).toBeCloseTo(1.008, 2);
  });
});
