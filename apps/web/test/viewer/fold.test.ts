import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIn, fold, foldQuery } from '../../src/common/viewer/fold.ts';
import { joinRuns, mostRuns, partsOf } from '../../src/common/viewer/pageText.ts';

/** What is marked in `text` when somebody looks for `query`. */
const marked = (text: string, query: string) =>
  findIn(fold(text), foldQuery(query), 100).map(({ start, end }) => text.slice(start, end));

describe('finding text as a Greek reader expects', () => {
  it('SGN-1 accents, breathings, dialytika, case and final sigma make no difference', () => {
    expect(marked('Η αίτηση του πολίτη', 'ΑΙΤΗΣΗ')).toEqual(['αίτηση']);
    expect(marked('ΟΙ ΑΙΤΗΣΕΙΣ ΤΟΥΣ', 'αιτήσεις')).toEqual(['ΑΙΤΗΣΕΙΣ']);
    expect(marked('ο λόγος και οι λόγοι', 'λογοσ')).toEqual(['λόγος']);
    expect(marked('ἡ ἀρχὴ τοῦ νόμου', 'αρχη του')).toEqual(['ἀρχὴ τοῦ']);
    expect(marked('πραΰς και πραϋντικό', 'πραυ')).toEqual(['πραΰ', 'πραϋ']);
  });

  it('SGN-1 letters of one and of several code points are the same', () => {
    const decomposed = 'αι\u0301τηση';
    expect(marked(`η ${decomposed}.`, 'αίτηση')).toEqual([decomposed]);
    expect(marked('ﬁnal oﬃce', 'final office')).toEqual(['ﬁnal oﬃce']);
    expect(marked('10 µm', '10 μm')).toEqual(['10 µm']);
  });

  it('SGN-1 white space and ends of lines do not part words from their neighbours', () => {
    expect(marked('Δήμος\nΑθηναίων', 'δημος   αθηναιων')).toEqual(['Δήμος\nΑθηναίων']);
    expect(marked('η υπο-\nγραφή', 'υπογραφή')).toEqual(['υπο-\nγραφή']);
    expect(marked('1-\n2', '12')).toEqual([]);
    expect(marked('soft\u00adhyphen', 'softhyphen')).toEqual(['soft\u00adhyphen']);
    expect(marked('«νόμος’ 3–4', "νομος' 3-4")).toEqual(['νόμος’ 3–4']);
  });

  it('SGN-1 an empty query finds nothing; the number of hits is bounded', () => {
    expect(marked('κείμενο', '  ')).toEqual([]);
    expect(findIn(fold('α'.repeat(1000)), 'α', 7)).toHaveLength(7);
    expect(findIn(fold('ααα'), 'αα', 7)).toHaveLength(1);
  });

  it('SGN-1 any text finds every piece of itself, at a place inside it', () => {
    const unit = fc.constantFrom(...'αάᾳςΣΐῼ', ...'aİßﬁ㎏', ...' \n\t-\u00ad\u0301\u0345', '𐀀', '😀');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.nat(), fc.nat(), (text, from, length) => {
        const folded = fold(text);
        expect(folded.at).toHaveLength(folded.text.length + 1);
        const query = folded.text.slice(from % (text.length + 1)).slice(0, length % 20);
        const found = findIn(folded, query, 50);
        const inside = found.every(({ start, end }) => 0 <= start && start < end && end <= text.length);
        expect(inside).toBe(true);
        expect(found.length > 0).toBe(query !== '');
      }),
    );
  });
});

describe('a page of runs', () => {
  const runs = (...texts: string[]) => texts.map((str) => ({ str, hasEOL: str.endsWith('|') }));

  it('SGN-1 a hit that spans runs is a part of each of them', () => {
    const page = joinRuns(runs('Αίτη', 'ση του', '', ' πολίτη'));
    const [span] = findIn(page.folded, foldQuery('τηση του π'), 9);
    expect(span && partsOf(page, span)).toEqual([
      { run: 0, from: 2, to: 4 },
      { run: 1, from: 0, to: 6 },
      { run: 3, from: 0, to: 2 },
    ]);
  });

  it('SGN-1 the end of a line parts words', () => {
    const page = joinRuns([
      { str: 'πρώτη', hasEOL: true },
      { str: 'δεύτερη', hasEOL: false },
    ]);
    expect(findIn(page.folded, foldQuery('πρώτη δεύτερη'), 9)).toHaveLength(1);
    expect(findIn(page.folded, foldQuery('πρώτηδεύτερη'), 9)).toHaveLength(0);
  });

  it('SGN-1 the runs of a page are bounded', () => {
    const page = joinRuns(Array.from({ length: mostRuns + 5 }, () => ({ str: 'α', hasEOL: false })));
    expect(page.starts).toHaveLength(mostRuns);
  });
});
