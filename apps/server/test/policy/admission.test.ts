import type { SignatureSummary } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { admit, type Fact } from '../../src/policy/admission.ts';

const fact = (kind: string, excerpt?: string): Fact => ({
  kind,
  ...(excerpt === undefined ? {} : { excerpt }),
});
const signature = (integrity: SignatureSummary['integrity']): SignatureSummary => ({
  field: 'Signature1',
  kind: 'signature',
  signer: 'Somebody',
  signedAt: null,
  integrity,
});

describe('admission', () => {
  test('nothing found: admitted', () => {
    expect(admit({ facts: [], signatures: [] })).toMatchObject({
      code: null,
      error: { has_js: false, layers: [], has_signatures: false, valid_signatures: 0 },
    });
  });
  test.each(['javascript', 'xfa', 'uri_script'])('SGN-7: %s refuses, as code', (kind) => {
    const judged = admit({ facts: [fact(kind)], signatures: [] });
    expect(judged).toMatchObject({ code: 'security_issues', error: { has_js: true } });
  });
  test.each(['launch', 'submit_form', 'import_data', 'external_stream'])('SGN-7: %s refuses', (kind) => {
    expect(admit({ facts: [fact(kind)], signatures: [] }).code).toBe('security_issues');
  });
  test('UP-6: layers are named, and warn', () => {
    const judged = admit({ facts: [fact('hidden_layer', 'Draft')], signatures: [] });
    expect(judged).toMatchObject({ code: null, verdicts: ['warn'], error: { layers: ['Draft'] } });
  });
  test('MAP-8: a broken signature refuses, one that cannot be checked does not', () => {
    const broken = admit({ facts: [], signatures: [signature('intact'), signature('broken')] });
    expect(broken).toMatchObject({
      code: 'security_issues',
      error: { has_signatures: true, valid_signatures: 1 },
    });
    expect(admit({ facts: [], signatures: [signature('unsupported')] }).code).toBeNull();
  });
  test('what nobody has heard of warns', () => {
    expect(admit({ facts: [fact('brand_new'), fact('toString')], signatures: [] }).verdicts).toEqual([
      'warn',
      'warn',
    ]);
  });
});
