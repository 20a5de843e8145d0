import type { Finding, FindingsReport } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { composeReport } from '../../src/services/report/compose.ts';

const wordsOf = (kind: string, advice: string) => {
  const words = { title: kind, reason: `${kind} matters`, advice };
  return { el: words, en: words };
};
const found = (kind: string): Finding => ({ id: `id of ${kind}`, kind, verdict: 'refuse' });

function textsOf(kinds: Record<string, string>): string[] {
  const report: FindingsReport = {
    document: {
      ...{ id: 'document', name: 'a.pdf', size: 1, checksum: 'f'.repeat(64), pages: 1 },
      uploadedAt: '2026-11-23T09:00:00.000Z',
    },
    ...{
      verdict: 'refuse',
      code: 'security_issues',
      signatures: [],
      generatedAt: '2026-11-23T09:00:00.000Z',
    },
    findings: Object.keys(kinds).map(found),
    words: Object.fromEntries(Object.entries(kinds).map(([kind, advice]) => [kind, wordsOf(kind, advice)])),
  };
  const { sections } = composeReport(report, { zone: 'Europe/Athens', now: Date.UTC(2026, 10, 23) });
  return (sections[1]?.blocks ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

describe('the findings report on paper', () => {
  test('HIS-2 UP-8: advice that several kinds share is given once, after them; other advice below its kind', () => {
    const texts = textsOf({ launch: 'Print it.', javascript: 'Print it.', layers: 'Look again.', other: '' });
    const about = texts.filter((text) => /matters|Print|Look/.test(text));
    expect(about).toEqual([
      'launch matters',
      'javascript matters',
      'layers matters',
      'What to do: Look again.',
      'other matters',
      'What to do: Print it.',
    ]);
  });
});
