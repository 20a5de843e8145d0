import { errorCodes, type SignatureSummary, type UploadError } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import { explain, widgetTexts } from '../src/common/explain.ts';
import { en } from '../src/i18n/en.ts';
import { nothingFound } from './samples.ts';

const signature: SignatureSummary = {
  field: 'S1',
  kind: 'signature',
  signer: 'Α',
  signedAt: null,
  integrity: 'intact',
};
const security = errorCodes.security_issues.message;
const refused = (error: Partial<UploadError>) =>
  explain(security, { ...nothingFound, ...error }, 'security_issues');

describe('the text for an upload that failed', () => {
  const textOf = (message: string) => explain(message, null, null);

  it('MAP-1 MAP-2 MAP-3 sizes and types by a part of the message', () => {
    expect(textOf(errorCodes.file_too_big.message)).toMatchObject({ text: 'fileTooBig' });
    expect(textOf(errorCodes.file_type.message)).toMatchObject({ text: 'fileType' });
    expect(textOf('413 Request Entity Too Large')).toMatchObject({ text: 'fileType' });
  });

  it('MAP-4 MAP-10 security issues and the total', () => {
    expect(textOf(security)).toMatchObject({ text: 'security', security: true });
    expect(textOf(errorCodes.total_too_big.message)).toMatchObject({ text: 'totalTooBig' });
  });

  it('UP-4 what passes the quota has words of its own, as its code says', () => {
    expect(explain(errorCodes.quota_reached.message, null, 'quota_reached')).toMatchObject({
      code: 'quota_reached',
    });
  });

  it('MAP-1 finds its text as part of a longer message, before all others', () => {
    const message = `The File is too big (25MiB). ${security}`;
    expect(explain(message, { ...nothingFound, has_js: true }, null)).toMatchObject({ text: 'fileTooBig' });
  });

  it('MAP-5 scripts have their own text', () => {
    expect(refused({ has_js: true })).toMatchObject({ text: 'javascript', security: true });
    expect(refused({ has_js: true, layers: ['x'] })).toMatchObject({ text: 'javascript' });
  });

  it('MAP-6 fields, replacement, hidden texts and layers have the generic text', () => {
    for (const error of [
      { fields_inconsistencies: true },
      { hide_and_replace_suspicious: true },
      { non_empty_hidden_texts: true },
      { layers: ['Layer 1'] },
    ]) {
      expect(refused(error)).toMatchObject({ text: 'security' });
    }
  });

  it('MAP-7 signatures beside MAP-5 or MAP-6 take the text for signed documents', () => {
    const signed = { has_signatures: true, signatures: [signature], valid_signatures: 1 };
    expect(refused({ ...signed, has_js: true })).toMatchObject({ text: 'withSignatures' });
    expect(refused({ ...signed, layers: ['x'] })).toMatchObject({ text: 'withSignatures' });
  });

  it('MAP-8 fewer valid signatures than signatures take the text about validity', () => {
    const signed = { has_signatures: true, signatures: [signature, signature] };
    expect(refused({ ...signed, valid_signatures: 1 })).toMatchObject({ text: 'validity' });
    expect(refused({ ...signed, valid_signatures: 2 })).toMatchObject({ text: 'security' });
  });

  it('MAP-9 anything else is shown raw, unless a code has words of its own', () => {
    expect(explain('<b>odd</b>', null, null)).toEqual({ raw: '<b>odd</b>', security: false });
    expect(explain('The document is damaged', null, 'pdf_broken')).toEqual({
      code: 'pdf_broken',
      security: false,
    });
  });

  it('UP-10 in English the three messages are told letter by letter', () => {
    const { statusCode, invalidJson, canceled } = en.upload.errors;
    expect(statusCode.replace('{{statusCode}}', '503')).toBe(widgetTexts.status(503));
    expect([invalidJson, canceled]).toEqual([widgetTexts.invalidJson, widgetTexts.canceled]);
  });

  it('UP-10 the three messages of the widget are known', () => {
    expect(widgetTexts.status(503)).toBe('Server responded with 503 code.');
    expect(widgetTexts.invalidJson).toBe('Invalid JSON response from server.');
    expect(widgetTexts.canceled).toBe('Upload canceled.');
    expect(explain(widgetTexts.status(503), null, null)).toMatchObject({
      text: 'statusCode',
      statusCode: 503,
    });
    expect(explain(widgetTexts.invalidJson, null, null)).toMatchObject({ text: 'invalidJson' });
    expect(explain(widgetTexts.canceled, null, null)).toMatchObject({ text: 'canceled' });
  });
});
