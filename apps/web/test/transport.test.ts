import { describe, expect, it } from 'vitest';
import { explain } from '../src/common/explain.ts';
import { readAnswer, UploadFailure } from '../src/features/upload/transport.ts';

const answer = {
  status: 'error',
  document: null,
  message: 'File is too big',
  code: 'file_too_big',
  error: null,
  documents: [],
};
const failure = (status: number, text: string) => {
  try {
    readAnswer(status, text);
  } catch (error) {
    return error instanceof UploadFailure ? error.message : 'something else';
  }
  return 'no failure';
};

describe('the answer to an upload', () => {
  it('UP-6 the four fields are read whatever the HTTP status', () => {
    for (const status of [200, 400, 401, 413, 429]) {
      expect(readAnswer(status, JSON.stringify(answer))).toEqual(answer);
    }
  });

  it("UP-6 the specification's four fields alone are an answer", () => {
    const four = { status: 'success', document: 'A1', message: '', error: null };
    expect(readAnswer(200, JSON.stringify(four))).toEqual({ ...four, code: null, documents: [] });
    expect(readAnswer(200, '{"status":"success","document":17}')).toMatchObject({ document: '17' });
    const error = { has_js: true, layers: ['L'], signatures: [], valid_signatures: 0 };
    const refused = { status: 'error', document: null, message: 'Document has security issues', error };
    expect(readAnswer(200, JSON.stringify(refused))).toEqual({
      ...refused,
      error: {
        ...error,
        fields_inconsistencies: false,
        hide_and_replace_suspicious: false,
        non_empty_hidden_texts: false,
        has_signatures: false,
      },
      code: null,
      documents: [],
    });
  });

  const security = 'Document has security issues';
  it.each([
    ['MAP-1', 'File is too big (23MiB)', null, 'fileTooBig'],
    ['MAP-2', "You can't upload files of this type", null, 'fileType'],
    ['MAP-3', 'Request Entity Too Large', null, 'fileType'],
    ['MAP-4', security, null, 'security'],
    ['MAP-5', security, { has_js: true }, 'javascript'],
    ['MAP-6', security, { layers: ['Layer'] }, 'security'],
    ['MAP-6', security, { non_empty_hidden_texts: true }, 'security'],
    ['MAP-7', security, { has_js: true, has_signatures: true, signatures: [{}] }, 'withSignatures'],
    ['MAP-8', security, { has_signatures: true, signatures: [{}], valid_signatures: 0 }, 'validity'],
    ['MAP-10', 'Total upload size is too big', null, 'totalTooBig'],
  ])('%s by the four fields: %s', (_, message, error, text) => {
    const read = readAnswer(200, JSON.stringify({ status: 'error', document: null, message, error }));
    expect(explain(read.message, read.error, read.code)).toMatchObject({ text });
  });

  it('UP-7 MAP-9 any other status is an error that keeps its message, even with HTTP 200', () => {
    for (const status of ['pending', 'SUCCESS', '', 500, null, undefined]) {
      const read = readAnswer(200, JSON.stringify({ status, document: 'A1', message: 'Try on Monday' }));
      expect(read).toMatchObject({ status: 'error', message: 'Try on Monday' });
      expect(explain(read.message, read.error, read.code)).toMatchObject({ raw: 'Try on Monday' });
    }
    expect(readAnswer(200, '{"status":"pending"}').message).toBe('Server responded with 200 code.');
  });

  it('UP-6 a code that this version does not know has no words here: the message speaks', () => {
    const read = readAnswer(200, '{"status":"error","message":"Odd","code":"of_tomorrow"}');
    expect(explain(read.message, read.error, read.code)).toMatchObject({ raw: 'Odd' });
  });

  it('UP-7 a success that names no document leads nowhere: it is no answer', () => {
    for (const document of ['null', '""', '{}'])
      expect(failure(200, `{"status":"success","document":${document}}`)).toBe(
        'Invalid JSON response from server.',
      );
    expect(failure(500, '{"status":"success","document":"A1"}')).toBe('Server responded with 500 code.');
  });

  it('UP-10 a status without the fields, and JSON that is none', () => {
    expect(failure(502, '<html>bad gateway</html>')).toBe('Server responded with 502 code.');
    expect(failure(200, '{"status":')).toBe('Invalid JSON response from server.');
    expect(failure(200, '{"error":{}}')).toBe('Invalid JSON response from server.');
    expect(failure(500, '{"error":{}}')).toBe('Server responded with 500 code.');
  });

  it('MAP-3 the page of a proxy keeps its text', () => {
    expect(failure(413, '<h1>413 Request Entity Too Large</h1>')).toBe('Request Entity Too Large');
  });
});
