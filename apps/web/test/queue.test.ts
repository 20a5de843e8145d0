import { type Finding, limits, type UploadAnswer, type UploadedFile } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import { widgetTexts } from '../src/common/explain.ts';
import {
  acceptedOf,
  byUrgency,
  documentToSign,
  fileToCopy,
  reasonsOf,
} from '../src/features/upload/attempt.ts';
import {
  type Candidate,
  emptyUpload,
  reduceUpload,
  type UploadAction,
} from '../src/features/upload/queue.ts';
import { nothingFound } from './samples.ts';

const pdf = (name: string, size = 1000): Candidate => ({ name, size, type: 'application/pdf' });
const run = (...actions: UploadAction<Candidate>[]) =>
  actions.reduce(reduceUpload<Candidate>, emptyUpload<Candidate>());
const add = (...files: Candidate[]): UploadAction<Candidate> => ({ do: 'add', files, at: 1 });
const start: UploadAction<Candidate> = { do: 'start' };
const accepted = (name: string, id: string): UploadedFile => ({
  name,
  id,
  record: id,
  status: 'success',
  code: null,
  message: '',
  error: null,
  findings: [],
  copyable: false,
});
const broken = (name: string): UploadedFile => ({
  ...accepted(name, ''),
  id: null,
  record: null,
  status: 'error',
  code: 'pdf_broken',
  message: 'The document is damaged',
});
const answer = (status: 'success' | 'error', ...documents: UploadedFile[]): UploadAction<Candidate> => {
  const failed = documents.find((file) => file.status === 'error');
  const whole: UploadAnswer = {
    status,
    document: documents.find((file) => file.id)?.id ?? null,
    message: failed?.message ?? '',
    code: failed?.code ?? null,
    error: null,
    documents,
  };
  return { do: 'answer', answer: whole, at: 2 };
};
const unexpected = () => {
  throw new Error('no account of the upload');
};
const states = (upload: ReturnType<typeof run>) => upload.files.map(({ state }) => state);

describe('the drop area', () => {
  it('UP-5 queues what is accepted, then sends it', () => {
    expect(states(run(add(pdf('a'), pdf('b'))))).toEqual(['queued', 'queued']);
    expect(states(run(add(pdf('a')), start))).toEqual(['uploading']);
  });

  it('UP-3 a selection past a limit is not queued at all and is accounted for, file by file', () => {
    const upload = run(add(pdf('small'), pdf('big', limits.fileBytes + 1)));
    expect(upload.files).toEqual([]);
    expect(upload.attempt?.headline).toEqual({ refusal: 'fileTooBig' });
    expect(upload.attempt?.files.map(({ name, state, explanation }) => [name, state, explanation])).toEqual([
      ['small', 'queued', null],
      ['big', 'error', { refusal: 'fileTooBig' }],
    ]);
  });

  it('UP-3 a file past all limits is too big by itself, and no other is blamed for it', () => {
    const huge = pdf('huge', limits.totalBytes + 1);
    const alone = run(add(huge, pdf('small', 24 * 1024)));
    expect(alone.attempt?.headline).toEqual({ refusal: 'fileTooBig' });
    expect(alone.attempt?.files.map(({ name, state, explanation }) => [name, state, explanation])).toEqual([
      ['huge', 'error', { refusal: 'fileTooBig' }],
      ['small', 'queued', null],
    ]);
    const three = Array.from({ length: 3 }, (_, at) => pdf(`${at}`, limits.fileBytes));
    const both = run(add(huge, ...three));
    expect(both.attempt?.files.map(({ explanation }) => explanation)).toEqual([
      { refusal: 'fileTooBig' },
      ...three.map(() => ({ refusal: 'totalTooBig' })),
    ]);
  });

  it('UP-3 the total counts what already waits for the same request', () => {
    const half = limits.totalBytes / 2;
    const upload = run(
      add(pdf('a', limits.fileBytes), pdf('b', half - limits.fileBytes)),
      add(pdf('c', limits.fileBytes), pdf('d', half - limits.fileBytes + 1)),
    );
    expect(upload.attempt?.headline).toEqual({ refusal: 'totalTooBig' });
    expect(upload.files.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('UP-7 goes to the document only when nothing is queued any more', () => {
    const first = run(add(pdf('a')), start, add(pdf('b')), answer('success', accepted('a', 'A')));
    expect(first.arrived).toBeNull();
    expect(states(first)).toEqual(['queued']);
    const second = [start, answer('success', accepted('b', 'B'))].reduce(reduceUpload<Candidate>, first);
    expect(second.arrived).toBe('B');
  });

  it('UP-7 any other status is an error, whatever came with it', () => {
    const upload = run(add(pdf('a')), start, answer('error', accepted('a', 'A')));
    expect(upload.arrived).toBeNull();
    expect(upload.attempt).not.toBeNull();
  });

  it('UP-8 an error empties the area; the account keeps every file, and the accepted ones reachable', () => {
    const upload = run(
      add(pdf('a'), pdf('b')),
      start,
      add(pdf('c')),
      answer('error', accepted('a', 'A'), broken('b')),
    );
    expect(upload.files).toEqual([]);
    expect(upload.attempt?.files.map(({ name, state, document }) => [name, state, document])).toEqual([
      ['a', 'success', 'A'],
      ['b', 'error', null],
      ['c', 'queued', null],
    ]);
  });

  it("UP-8 a refusal of the whole request is every file's", () => {
    const whole: UploadAnswer = {
      status: 'error',
      document: null,
      message: 'Total upload size is too big',
      code: 'total_too_big',
      error: null,
      documents: [],
    };
    const upload = run(add(pdf('a'), pdf('b')), start, { do: 'answer', answer: whole, at: 2 });
    expect(upload.attempt?.files.map(({ state, explanation }) => [state, explanation])).toEqual([
      ['error', { text: 'totalTooBig', security: false }],
      ['error', { text: 'totalTooBig', security: false }],
    ]);
  });

  it('UP-3 UP-8 what the server did not take behind a file that is too big was not looked at', () => {
    const tooBig: UploadedFile = { ...broken('b'), code: 'file_too_big', message: 'File is too big' };
    const behind: UploadedFile = { ...broken('c'), code: 'not_taken', message: 'Not taken' };
    const upload = run(add(pdf('b'), pdf('c')), start, answer('error', tooBig, behind));
    expect(upload.attempt?.files.map(({ state, explanation }) => [state, explanation])).toEqual([
      ['error', { text: 'fileTooBig', security: false }],
      ['queued', null],
    ]);
  });

  const fourFields = { code: null, error: null, documents: [] };

  it("UP-7 by the specification's four fields alone a success leads to the document", () => {
    const whole: UploadAnswer = { ...fourFields, status: 'success', document: 'A1', message: '' };
    const upload = run(add(pdf('a')), start, { do: 'answer', answer: whole, at: 2 });
    expect(upload.arrived).toBe('A1');
    expect(upload.attempt?.files).toMatchObject([{ name: 'a', state: 'success', document: 'A1' }]);
  });

  it('UP-7 MAP-5 by the four fields alone a refusal is told with its reason', () => {
    const error = { ...nothingFound, has_js: true };
    const message = 'Document has security issues';
    const whole: UploadAnswer = { ...fourFields, status: 'error', document: null, message, error };
    const upload = run(add(pdf('a')), start, { do: 'answer', answer: whole, at: 2 });
    expect(upload.attempt?.files).toMatchObject([
      { state: 'error', explanation: { text: 'javascript', security: true }, record: null },
    ]);
  });

  it('UP-9 cancelling keeps nothing and says so', () => {
    const upload = run(add(pdf('a')), start, { do: 'fail', message: widgetTexts.canceled, at: 2 });
    expect(upload.files).toEqual([]);
    expect(upload.attempt?.headline).toMatchObject({ text: 'canceled' });
    expect(upload.attempt?.files[0]?.state).toBe('canceled');
  });

  it('UP-9 the bars follow the bytes in part order', () => {
    const upload = run(add(pdf('a', 1000), pdf('b', 1000)), start, {
      do: 'progress',
      loaded: 1500,
      total: 2000,
      at: 5,
    });
    expect(upload.files.map(({ sent }) => sent)).toEqual([1000, 500]);
    expect(upload.checking).toBe(false);
  });

  it('UP-7 UP-12 when all were accepted the account stays behind, with what is in each file', () => {
    const verdict: Finding = { id: 'x-1', kind: 'embedded_file', verdict: 'warn', page: 2 };
    const upload = run(
      add(pdf('a'), pdf('b')),
      start,
      answer('success', accepted('a', 'A'), {
        ...accepted('b', 'B'),
        findings: [verdict],
        error: { ...nothingFound, has_signatures: true },
      }),
    );
    expect(upload.arrived).toBe('A');
    expect(upload.attempt).toMatchObject({ headline: null, told: true });
    expect(
      upload.attempt?.files.map(({ document, signed, findings }) => [document, signed, findings]),
    ).toEqual([
      ['A', false, []],
      ['B', true, [verdict]],
    ]);
    expect(reduceUpload(upload, { do: 'leave' })).toMatchObject({ arrived: null, attempt: upload.attempt });
  });

  it('UP-8 one run is one account: what was accepted before, and what was refused meanwhile', () => {
    const upload = run(
      add(pdf('a')),
      start,
      add(pdf('b')),
      add({ ...pdf('c'), type: 'text/plain' }),
      answer('success', accepted('a', 'A')),
      start,
      answer('error', broken('b')),
    );
    expect(upload.attempt?.files.map(({ name, state }) => [name, state])).toEqual([
      ['c', 'error'],
      ['a', 'success'],
      ['b', 'error'],
    ]);
    expect(byUrgency(upload.attempt?.files ?? []).map(({ name }) => name)).toEqual(['b', 'c', 'a']);
  });

  it('UP-8 what was accepted beside what was not can be gone on with, once', () => {
    const mixed = run(
      add(pdf('a'), pdf('b'), pdf('c'), pdf('d')),
      start,
      answer('error', broken('a'), accepted('b', 'B'), broken('c'), accepted('d', 'D')),
    );
    const attempt = mixed.attempt ?? unexpected();
    expect(documentToSign(attempt)).toBe('B');
    expect(acceptedOf(attempt.files).map(({ name }) => name)).toEqual(['b', 'd']);
    expect(documentToSign(reduceUpload(mixed, { do: 'follow' }).attempt ?? unexpected())).toBeNull();
    const refused = run(add(pdf('a')), start, answer('error', broken('a')));
    expect(documentToSign(refused.attempt ?? unexpected())).toBeNull();
    const whole = run(add(pdf('b')), start, answer('success', accepted('b', 'B')));
    expect(documentToSign(whole.attempt ?? unexpected())).toBeNull();
  });

  it('CPY-1 the popup offers a copy of the only file that can have one, unless others go on, and none by itself', () => {
    const copyable = (name: string): UploadedFile => ({ ...broken(name), record: name, copyable: true });
    const after = (...files: UploadedFile[]) =>
      run(add(...files.map(({ name }) => pdf(name))), start, answer('error', ...files));
    const one = after(copyable('a'), broken('b'));
    const attempt = one.attempt ?? unexpected();
    expect(fileToCopy(attempt)?.record).toBe('a');
    expect(attempt.copying).toBeNull();
    const key = fileToCopy(attempt)?.key ?? 0;
    expect(reduceUpload(one, { do: 'copy', key }).attempt?.copying).toBe(key);
    for (const files of [
      [broken('a')],
      [copyable('a'), copyable('b')],
      [copyable('a'), accepted('b', 'B')],
      [{ ...copyable('a'), record: null }],
    ])
      expect(fileToCopy(after(...files).attempt ?? unexpected())).toBeNull();
  });

  it('UP-8 a reason that several files share is told once, with all of them', () => {
    const locked: UploadedFile = {
      ...broken('b'),
      code: 'pdf_encrypted',
      message: 'The document is encrypted',
    };
    const upload = run(
      add(pdf('a'), pdf('b'), pdf('c'), pdf('d')),
      start,
      answer('error', broken('a'), locked, accepted('c', 'C'), broken('d')),
    );
    expect(reasonsOf(upload.attempt?.files ?? [])).toEqual([
      { reason: { code: 'pdf_broken', security: false }, names: ['a', 'd'] },
      { reason: { code: 'pdf_encrypted', security: false }, names: ['b'] },
    ]);
  });

  it('UP-8 an account is told by one popup, and a new run begins a new account', () => {
    const refused = run(add({ ...pdf('c'), type: 'text/plain' }));
    expect(refused.attempt?.told).toBe(false);
    const told = reduceUpload(refused, { do: 'told' });
    expect(told.attempt).toMatchObject({ told: true, files: refused.attempt?.files });
    expect(reduceUpload(told, add(pdf('a'))).attempt).toBeNull();
  });

  it('UP-9 of a thousand entries progress renews only those that moved', () => {
    const files = Array.from({ length: limits.filesPerRequest }, (_, index) => pdf(`${index}.pdf`, 100));
    const before = run(add(...files), start);
    const after = reduceUpload(before, { do: 'progress', loaded: 1000, total: 100_000, at: 5 });
    const moved = after.files.filter((entry, index) => entry !== before.files[index]);
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.length).toBeLessThanOrEqual(11);
  });
});
