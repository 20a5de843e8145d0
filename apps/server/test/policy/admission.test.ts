import type { SignatureSummary } from '@websign/contract';
import { describe, expect, test } from 'vitest';
import { operatorsPolicy } from '../../src/policy/admission/operator.ts';
import { standardPolicy } from '../../src/policy/admission/table.ts';
import { admit, type Fact, type Facts, type Judgement } from '../../src/policy/admission.ts';

const judge = (facts: Partial<Facts>, policy = standardPolicy): Judgement =>
  admit({ facts: [], signatures: [], protection: null, ...facts }, policy);
const fact = (kind: string, more: Partial<Fact> = {}): Fact => ({ kind, ...more });
const signature = (
  integrity: SignatureSummary['integrity'] = 'intact',
  field = 'Signature1',
): SignatureSummary => ({ field, kind: 'signature', signer: 'Somebody', signedAt: null, integrity });
const verdict = (
  kind: string,
  context: Partial<Fact> & { signed?: boolean } = {},
  policy = standardPolicy,
) => {
  const { signed = false, ...more } = context;
  return judge({ facts: [fact(kind, more)], signatures: signed ? [signature()] : [] }, policy).verdicts[0];
};

describe('admission', () => {
  test('nothing found: admitted', () => {
    expect(judge({})).toMatchObject({
      code: null,
      error: { has_js: false, layers: [], has_signatures: false, valid_signatures: 0 },
    });
  });
  test.each(['javascript', 'xfa', 'uri_script', 'rich_media'])('SGN-7 MAP-5: %s refuses, as code', (kind) => {
    expect(judge({ facts: [fact(kind)] })).toMatchObject({
      code: 'security_issues',
      error: { has_js: true, hide_and_replace_suspicious: false },
    });
  });
  test('SGN-7: code refuses wherever it stands', () => {
    expect(verdict('javascript', { superseded: true })).toBe('refuse');
    expect(verdict('javascript', { signed: true })).toBe('refuse');
  });
  test.each(['launch', 'submit_form', 'import_data', 'external_stream'])('SGN-7: %s refuses', (kind) => {
    expect(judge({ facts: [fact(kind)] }).code).toBe('security_issues');
  });
  test.each(['remote_goto', 'embedded_goto'])('SGN-7: %s warns', (kind) => {
    expect(verdict(kind)).toBe('warn');
    expect(judge({ facts: [fact(kind)] }).code).toBeNull();
  });
  test.each(['web_link', 'ocr_layer', 'visible_layer', 'earlier_revision'])('%s informs', (kind) => {
    expect(verdict(kind)).toBe('info');
  });
  test('what only an earlier state of the file held is milder where it does not act any more', () => {
    expect(verdict('remote_goto', { superseded: true })).toBe('info');
    expect(verdict('submit_form', { superseded: true })).toBe('warn');
    expect(verdict('duplicate_key', { superseded: true })).toBe('warn');
  });
  test('in a signed document the shapes of forgeries refuse', () => {
    for (const kind of ['unused_section', 'xref_conflict', 'unlisted_object']) {
      expect(verdict(kind)).toBe('warn');
      expect(verdict(kind, { signed: true })).toBe('refuse');
    }
  });
  test.each([
    ['hide_and_replace_suspicious', ['object_defined_twice', 'unreferenced_page', 'text_map_mismatch']],
    ['non_empty_hidden_texts', ['invisible_text', 'same_colour_text', 'covered_text', 'off_page_text']],
    ['fields_inconsistencies', ['field_value_differs', 'hidden_field', 'stale_appearances', 'hide_action']],
  ] as const)('UP-6 MAP-6: %s is told of its kinds, and nothing else is', (flag, kinds) => {
    for (const kind of kinds) {
      const { error } = judge({ facts: [fact(kind)] });
      const { layers, signatures, valid_signatures, ...flags } = error;
      expect(Object.entries(flags).filter(([, set]) => set)).toEqual([[flag, true]]);
      expect(layers).toEqual([]);
    }
  });
  test('UP-6: layers that are hidden or conditional are named, others are not', () => {
    const kinds = ['hidden_layer', 'conditional_layer', 'switchable_layer', 'visible_layer', 'layer_action'];
    const { code, verdicts, error } = judge({ facts: kinds.map((kind) => fact(kind, { excerpt: kind })) });
    expect(code).toBeNull();
    expect(verdicts).toEqual(['warn', 'warn', 'warn', 'info', 'warn']);
    expect(error.layers).toEqual(['hidden_layer', 'conditional_layer']);
  });
  test('MAP-6: what only informs sets nothing', () => {
    const { error } = judge({ facts: [fact('hide_action', { superseded: true }), fact('ocr_layer')] });
    expect(error).toMatchObject({ fields_inconsistencies: false, non_empty_hidden_texts: false });
  });
  test('MAP-7: what the document came signed with goes with the answer', () => {
    const { error } = judge({ facts: [fact('javascript')], signatures: [signature()] });
    expect(error).toMatchObject({ has_js: true, has_signatures: true, valid_signatures: 1 });
  });
  test('MAP-8: a broken signature refuses, one that cannot be checked does not', () => {
    const broken = judge({ signatures: [signature('intact'), signature('broken')] });
    expect(broken).toMatchObject({
      code: 'security_issues',
      error: { has_signatures: true, valid_signatures: 1 },
    });
    expect(judge({ signatures: [signature('unsupported')] }).code).toBeNull();
  });
  test('MAP-8: all count but those that failed and those behind which too much was changed', () => {
    const valid = (more: Partial<SignatureSummary>) =>
      judge({ signatures: [{ ...signature(), ...more }] }).error.valid_signatures;
    expect(valid({ indication: 'TOTAL-PASSED', changesAfter: 'annotations' })).toBe(1);
    expect(valid({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' })).toBe(1);
    expect(valid({ indication: 'TOTAL-FAILED', subIndication: 'REVOKED' })).toBe(0);
    expect(valid({ indication: 'TOTAL-PASSED', changesAfter: 'other' })).toBe(0);
    expect(valid({ indication: 'TOTAL-PASSED', changesAfter: 'uncompared' })).toBe(1);
  });
  test.each([
    ['restricted', 'signing_not_permitted'],
    ['broken_object', 'pdf_broken'],
    ['encrypted', 'pdf_encrypted'],
  ] as const)(
    'ENC-1 an encrypted file that is %s is refused as such, unless something worse is in it',
    (protection, code) => {
      expect(judge({ protection, facts: [fact('web_link')] }).code).toBe(code);
      expect(judge({ protection, facts: [fact('javascript')] }).code).toBe('security_issues');
    },
  );
  test('what nobody has heard of warns', () => {
    expect(judge({ facts: [fact('brand_new'), fact('toString')] }).verdicts).toEqual(['warn', 'warn']);
  });
});

describe("an operator's policy", () => {
  const policy = (changes: unknown) => operatorsPolicy(JSON.stringify(changes));

  test('a verdict alone speaks for every context', () => {
    const stricter = policy({ embedded_file: 'refuse', unused_section: 'warn' });
    expect(verdict('embedded_file', { superseded: true }, stricter)).toBe('refuse');
    expect(verdict('unused_section', { signed: true }, stricter)).toBe('warn');
    expect(verdict('remote_goto', {}, stricter)).toBe('warn');
  });
  test('a context alone leaves the others', () => {
    const changed = policy({ submit_form: { earlier: 'info' }, hidden_layer: { signed: 'refuse' } });
    expect(verdict('submit_form', { superseded: true }, changed)).toBe('info');
    expect(verdict('submit_form', {}, changed)).toBe('refuse');
    expect(verdict('hidden_layer', { signed: true }, changed)).toBe('refuse');
    expect(verdict('hidden_layer', {}, changed)).toBe('warn');
  });
  test('leaves the standard policy as it is', () => {
    policy({ web_link: 'refuse' });
    expect(verdict('web_link')).toBe('info');
  });
  test.each([
    ['nonsense', 'is not JSON'],
    ['[]', 'is not an object of kinds of findings'],
    ['{"java_script":"refuse"}', 'names "java_script", which is no kind of finding'],
    ['{"__proto__":"refuse"}', 'names "__proto__", which is no kind of finding'],
    ['{"toString":"refuse"}', 'names "toString", which is no kind of finding'],
    ['{"media":"deny"}', 'gives "media" "deny", which is none of info, warn, refuse'],
    ['{"media":{"now":3}}', 'gives "media" 3, which is none of info, warn, refuse'],
    ['{"media":{"later":"warn"}}', 'names "later" under "media", which is none of now, earlier, signed'],
    ['{"javascript":"warn"}', 'loosens "javascript", which always refuses'],
    ['{"launch":{"earlier":"info"}}', 'loosens "launch", which always refuses'],
  ])('SGN-7: %s is refused with a sentence', (json, sentence) => {
    expect(() => operatorsPolicy(json)).toThrow(sentence);
  });
  test('SGN-7: what always refuses may be said again', () => {
    expect(verdict('javascript', {}, policy({ javascript: 'refuse' }))).toBe('refuse');
  });
});
