import { describe, expect, it } from 'vitest';
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

  it('UP-10 a status without the fields, and JSON that is none', () => {
    expect(failure(502, '<html>bad gateway</html>')).toBe('Server responded with 502 code.');
    expect(failure(200, '{"status":')).toBe('Invalid JSON response from server.');
    expect(failure(500, '{"error":{}}')).toBe('Server responded with 500 code.');
  });

  it('MAP-3 the page of a proxy keeps its text', () => {
    expect(failure(413, '<h1>413 Request Entity Too Large</h1>')).toBe('Request Entity Too Large');
  });
});
