import { readFileSync } from 'node:fs';
import {
  changesAfter,
  composeHeadline,
  type HeadlineWords,
  type VerifiedDocument,
  type VerifiedSignature,
} from '@websign/contract';
import * as causesEl from '@websign/contract/words/el/validation';
import * as detailsEl from '@websign/contract/words/el/validation-details';
import * as reasonsEl from '@websign/contract/words/el/validation-reasons';
import * as causesEn from '@websign/contract/words/en/validation';
import * as detailsEn from '@websign/contract/words/en/validation-details';
import * as reasonsEn from '@websign/contract/words/en/validation-reasons';
import { SUB_INDICATIONS } from '@websign/pades';
import { describe, expect, it } from 'vitest';

/** The quoted members of a union, or of a constant list, in a source of the engine. */
function codesOf(path: string, name: string): string[] {
  const source = readFileSync(new URL(`../../../../packages/${path}`, import.meta.url), 'utf8');
  const uncommented = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const [, body = ''] =
    new RegExp(`export (?:type|const) ${name} =([\\s\\S]*?)(?:;|\\] as const)`).exec(uncommented) ?? [];
  return [...body.matchAll(/'([^']+)'/g)].map(([, code = '']) => code);
}

const languages: [string, typeof causesEl & typeof detailsEl & typeof reasonsEl][] = [
  ['el', { ...causesEl, ...detailsEl, ...reasonsEl }],
  ['en', { ...causesEn, ...detailsEn, ...reasonsEn } as never],
];

const stepReasons = [
  ...codesOf('pdf/src/revisions/byterange.ts', 'ByteRangeProblem'),
  ...codesOf('pki/src/path/face.ts', 'PATH_FAILURES'),
  ...codesOf('pki/src/error.ts', 'TimeStampFailure'),
  ...codesOf('pades/src/validate/reasons.ts', 'ValidationReason'),
];

const closed: [group: keyof (typeof languages)[0][1], codes: string[]][] = [
  ['stepReasons', stepReasons],
  ['blocks', codesOf('pades/src/report/face.ts', 'ValidationBlock')],
  ['levels', codesOf('pades/src/report/face.ts', 'SignatureLevel')],
  ['verdicts', codesOf('pades/src/report/face.ts', 'Verdict')],
  ['headlines', [...codesOf('pades/src/report/face.ts', 'Verdict'), 'stamped']],
  ['signed', codesOf('contract/src/signed-how.ts', 'SignedForm')],
  ['signedNouns', codesOf('contract/src/signed-how.ts', 'SignedNoun')],
  ['indications', codesOf('pades/src/report/face.ts', 'Indication')],
  ['changeLevels', changesAfter.options],
  ['changeRules', codesOf('pdf/src/revisions/changes/face.ts', 'ChangeRule')],
  ['changeReasons', codesOf('pdf/src/revisions/changes/reasons.ts', 'CHANGE_REASONS')],
  ['revocationReasons', codesOf('pki/src/revocation/face.ts', 'REVOCATION_REASONS')],
  ['qualificationReasons', codesOf('pki/src/qualified/outcome.ts', 'QUALIFICATION_REASONS')],
];

type Held = Pick<VerifiedSignature, 'kind' | 'qualified' | 'qualification' | 'qualificationReasons'>;
const held = (qualification: string, reasons: string[] = []): Held => ({
  kind: 'signature',
  qualified: /^QES/.test(qualification),
  qualification,
  qualificationReasons: reasons,
});
const [esig, seal, plain, unclear] = [
  held('QESig'),
  held('QESeal'),
  held('AdESig-QC'),
  held('N/A', ['services_conflict']),
];
const stamp: Held = { ...held('not_applicable'), kind: 'timestamp', qualified: true };

/** What is said first of a valid document that bears these. */
const said: [bears: Held[], el: string, en: string][] = [
  [[esig], 'έγκυρη εγκεκριμένη ηλεκτρονική υπογραφή', 'a valid qualified electronic signature'],
  [[esig, stamp], 'έγκυρη εγκεκριμένη ηλεκτρονική υπογραφή', 'a valid qualified electronic signature'],
  [[seal], 'έγκυρη εγκεκριμένη ηλεκτρονική σφραγίδα', 'a valid qualified electronic seal'],
  [
    [plain, stamp],
    'έγκυρη ηλεκτρονική υπογραφή, που δεν είναι εγκεκριμένη',
    'a valid electronic signature, which is not qualified',
  ],
  [
    [held('N/A', ['operator_anchor'])],
    'έγκυρη ηλεκτρονική υπογραφή, που δεν είναι εγκεκριμένη',
    'a valid electronic signature, which is not qualified',
  ],
  [
    [unclear],
    'έγκυρη ηλεκτρονική υπογραφή, αλλά από τον κατάλογο εμπίστευσης δεν προκύπτει αν είναι εγκεκριμένη',
    'a valid electronic signature, but the trusted list leaves open whether it is qualified',
  ],
  [
    [esig, esig],
    '2 έγκυρες ηλεκτρονικές υπογραφές, όλες εγκεκριμένες',
    '2 valid electronic signatures, all of them qualified',
  ],
  [
    [esig, seal],
    '2 έγκυρες ηλεκτρονικές υπογραφές και σφραγίδες, όλες εγκεκριμένες',
    '2 valid electronic signatures and seals, all of them qualified',
  ],
  [
    [esig, plain],
    '2 έγκυρες ηλεκτρονικές υπογραφές, από τις οποίες μόνο μία είναι εγκεκριμένη',
    '2 valid electronic signatures, of which only one is qualified',
  ],
  [
    [esig, plain, esig],
    '3 έγκυρες ηλεκτρονικές υπογραφές, από τις οποίες μόνο 2 είναι εγκεκριμένες',
    '3 valid electronic signatures, of which only 2 are qualified',
  ],
  [
    [plain, plain],
    '2 έγκυρες ηλεκτρονικές υπογραφές, από τις οποίες καμία δεν είναι εγκεκριμένη',
    '2 valid electronic signatures, none of which is qualified',
  ],
  [
    [esig, unclear],
    '2 έγκυρες ηλεκτρονικές υπογραφές, από τις οποίες τουλάχιστον μία είναι εγκεκριμένη',
    '2 valid electronic signatures, of which at least one is qualified',
  ],
  [
    [plain, unclear],
    '2 έγκυρες ηλεκτρονικές υπογραφές, αλλά από τον κατάλογο εμπίστευσης δεν προκύπτει για όλες αν είναι εγκεκριμένες',
    '2 valid electronic signatures, but the trusted list leaves open whether all of them are qualified',
  ],
];

describe('MSG the headline says whether the signatures are qualified', () => {
  const headline = (words: HeadlineWords, verdict: VerifiedDocument['verdict'], signatures: Held[]) =>
    composeHeadline(words, { verdict, signatures: signatures as VerifiedSignature[] }, 'Χ');

  it.each(said)('case %#', (bears, el, en) => {
    expect(headline(causesEl, 'valid', bears)).toBe(`Το έγγραφο φέρει ${el}.`);
    expect(headline(causesEn, 'valid', bears)).toBe(`The document bears ${en}.`);
    expect(headline(causesEl, 'valid-with-warnings', bears)).toBe(`Το έγγραφο φέρει ${el}. Όμως Χ.`);
  });

  it('calls nothing qualified that is not valid, and a time-stamp no signature', () => {
    for (const verdict of ['indeterminate', 'invalid'] as const)
      expect(headline(causesEl, verdict, [esig])).not.toMatch(/εγκεκριμέν|\{/);
    expect(headline(causesEl, 'unsigned', [stamp])).toBe(
      'Το έγγραφο δεν φέρει υπογραφές, αλλά μόνο χρονοσφραγίδες.',
    );
    expect(headline(causesEl, 'unsigned', [])).toBe('Το έγγραφο δεν φέρει υπογραφές.');
  });
});

describe.each(languages)('words of validation, %s', (_, words) => {
  it('MSG every sub-indication has a cause, a meaning and advice', () => {
    for (const code of SUB_INDICATIONS)
      for (const part of [words.causes, words.meanings, words.advice] as Record<string, string>[])
        expect(part[code], code).toMatch(/\S/);
  });

  it.each(closed)('MSG every code of %s has words, and no other has', (group, codes) => {
    const texts = words[group] as Record<string, string>;
    expect(codes.length).toBeGreaterThan(2);
    expect(Object.keys(texts).sort()).toEqual([...new Set(codes)].sort());
    for (const text of Object.values(texts)) expect(text).toMatch(/\S/);
  });

  it('MSG every kind of qualification has words', () => {
    const kinds = codesOf('pki/src/qualified/outcome.ts', 'QualificationOutcome');
    const source = readFileSync(
      new URL('../../../../packages/pki/src/qualified/outcome.ts', import.meta.url),
      'utf8',
    );
    const [, union = ''] = /^type SignatureKind =([^;]*);/m.exec(source) ?? [];
    const outcomes = [...kinds, ...[...union.matchAll(/'([^']+)'/g)].map(([, code = '']) => code)];
    expect(outcomes.length).toBeGreaterThan(8);
    expect(Object.keys(words.qualifications)).toEqual(expect.arrayContaining(outcomes));
  });
});
