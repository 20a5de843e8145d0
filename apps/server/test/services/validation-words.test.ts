import { readFileSync } from 'node:fs';
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
  ['headlines', codesOf('pades/src/report/face.ts', 'Verdict')],
  ['indications', codesOf('pades/src/report/face.ts', 'Indication')],
  ['changeLevels', codesOf('pdf/src/revisions/changes/face.ts', 'ChangeLevel')],
  ['changeRules', codesOf('pdf/src/revisions/changes/face.ts', 'ChangeRule')],
  ['changeReasons', codesOf('pdf/src/revisions/changes/reasons.ts', 'CHANGE_REASONS')],
  ['revocationReasons', codesOf('pki/src/revocation/face.ts', 'REVOCATION_REASONS')],
  ['qualificationReasons', codesOf('pki/src/qualified/outcome.ts', 'QUALIFICATION_REASONS')],
];

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
