import {
  changesTold,
  composeHeadline,
  documentCause,
  limits,
  signatureCause,
  standing,
  type VerifiedChange,
  type VerifiedDocument,
  type VerifiedSignature,
} from '@websign/contract';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderType } from '../src/common/files/admission.ts';
import { causeWords, headline, keptSentence, sentence } from '../src/common/verdict-words.ts';
import { changedPages, groupsOf, signedEnd } from '../src/features/verify/changes.ts';
import {
  type Check,
  type CheckAction,
  type Checks,
  noChecks,
  progressOf,
  reduceChecks,
  refuse,
  sortOf,
} from '../src/features/verify/checks.ts';
import { qualificationText, troubleText } from '../src/features/verify/words.ts';
import { el } from '../src/i18n/el.ts';

const pdf = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'application/pdf' });

const signature = (facts: Partial<VerifiedSignature> = {}): VerifiedSignature => ({
  field: 'Signature1',
  kind: 'signature',
  indication: 'TOTAL-PASSED',
  subIndication: null,
  steps: [],
  signer: 'Μαρία Παπαδοπούλου',
  signedAt: '2026-11-21T15:40:00+02:00',
  timeProven: true,
  claimedAt: null,
  reason: null,
  location: null,
  page: 1,
  rect: null,
  level: 'B-LT',
  algorithms: { digest: 'SHA-256', signature: 'ECDSA', keyBits: 256 },
  covers: 'whole-file',
  revision: 1,
  changesAfter: 'none',
  changes: [],
  qualified: false,
  qualification: 'N/A',
  qualificationReasons: [],
  service: null,
  timeStamps: [],
  chain: [],
  ...facts,
});

const document = (
  verdict: VerifiedDocument['verdict'],
  signatures: VerifiedSignature[] = [],
  facts: Partial<VerifiedDocument> = {},
): VerifiedDocument => ({
  name: 'αίτηση.pdf',
  size: 10,
  checksum: '0'.repeat(64),
  verdict,
  code: null,
  message: null,
  signatures,
  leftOut: 0,
  revisions: [
    { number: 1, end: 100 },
    { number: 2, end: 200 },
  ],
  online: true,
  ...facts,
});

const change = (facts: Partial<VerifiedChange> = {}): VerifiedChange => ({
  revision: 2,
  level: 'other',
  rule: 'unexplained',
  reason: 'content',
  object: 4,
  what: '/Contents',
  field: null,
  page: 2,
  rect: [10, 10, 50, 20],
  ...facts,
});

const after = (...actions: CheckAction[]): Checks => actions.reduce(reduceChecks, noChecks);
const only = ({ list }: Checks): Check => {
  const [check] = list;
  if (!check) throw new Error('no check');
  return check;
};

describe('the queue of checks', () => {
  it('LIM a folder, another type and a file that is too large are told without being sent', () => {
    expect(refuse(new File([], 'φάκελος', { type: folderType }))).toBe('folder');
    expect(refuse(new File(['x'], 'a.docx'))).toBe('fileType');
    expect(refuse({ name: 'a.pdf', type: 'application/pdf', size: limits.fileBytes + 1 })).toBe('fileTooBig');
    expect(refuse({ name: 'a.pdf', type: 'application/pdf', size: limits.fileBytes })).toBeNull();
    expect(refuse(new File(['x'], 'χωρίς τύπο.PDF'))).toBeNull();
    const { state, trouble } = only(after({ do: 'add', files: [new File(['x'], 'a.docx')] }));
    expect([state, trouble]).toEqual(['failed', { why: { own: 'fileType' }, again: false }]);
  });

  it('NAV-1 a file is sent, checked and judged; one that cannot be read has no verdict', () => {
    const added: CheckAction = { do: 'add', files: [pdf('α.pdf')] };
    const started = after(added, { do: 'start', key: 1 }, { do: 'sent', key: 1, bytes: 4 });
    expect(only(started)).toMatchObject({ state: 'sending', sent: 4 });
    expect(progressOf(started.list)).toEqual({ done: 0, percent: 20 });
    const checking = reduceChecks(started, { do: 'sent', key: 1, bytes: 400 });
    expect(only(checking)).toMatchObject({ state: 'checking', sent: 10 });
    const judged = { at: '2026-11-21T15:40:00+02:00', document: document('valid', [signature()]) };
    const done = reduceChecks(checking, { do: 'judge', key: 1, judged });
    expect(sortOf(only(done))).toBe('valid');
    expect(progressOf(done.list)).toEqual({ done: 1, percent: 100 });
    const broken = { ...judged, document: document(null, [], { code: 'pdf_broken' }) };
    const failed = only(reduceChecks(checking, { do: 'judge', key: 1, judged: broken }));
    expect(sortOf(failed)).toBe('unchecked');
    expect(failed.trouble).toEqual({ why: { code: 'pdf_broken' }, again: false });
  });

  it('NAV-1 a service that is away or busy is asked again, not without end, and not before its time', () => {
    const trouble = { why: { code: 'busy' }, again: true };
    const wait: CheckAction = { do: 'wait', key: 1, until: 5000, trouble };
    const waiting = after({ do: 'add', files: [pdf('α.pdf')] }, { do: 'start', key: 1 }, wait);
    expect(only(waiting)).toMatchObject({ state: 'waiting', sent: 0, tries: 1 });
    expect(waiting.pausedUntil).toBe(5000);
    const resumed = reduceChecks(waiting, { do: 'resume' });
    expect(resumed.pausedUntil).toBe(0);
    expect(resumed.list).not.toBe(waiting.list);
    const over = [wait, wait, wait, wait].reduce(reduceChecks, waiting);
    expect(only(over)).toMatchObject({ state: 'failed', trouble });
    const again = reduceChecks(over, { do: 'again', keys: [1] });
    expect(only(again)).toMatchObject({ state: 'waiting', tries: 0, trouble: null });
  });

  it('NAV-1 what is cancelled can be tried again; what is cleared is forgotten', () => {
    const files = [pdf('α.pdf'), pdf('β.pdf')];
    const judged = { at: '', document: document('unsigned') };
    const cancelled = after(
      { do: 'add', files },
      { do: 'judge', key: 1, judged },
      { do: 'start', key: 2 },
      { do: 'cancel' },
    );
    expect(cancelled.list.map(sortOf)).toEqual(['unsigned', 'unchecked']);
    expect(cancelled.list[1]?.trouble).toEqual({ why: { own: 'canceled' }, again: true });
    expect(reduceChecks(cancelled, { do: 'clear' })).toEqual({ ...noChecks, nextKey: 3 });
  });
});

describe('what is told of a verdict', () => {
  beforeAll(() => i18next.init({ resources: { el: { translation: el } }, lng: 'el' }));
  const { t } = i18next;

  it('NAV-1 a suspended certificate is told as that, whose data are only late as that', () => {
    const suspended = signature({
      indication: 'INDETERMINATE',
      subIndication: 'TRY_LATER',
      steps: [
        {
          block: 'certificate',
          outcome: 'indeterminate',
          subIndication: 'TRY_LATER',
          reason: 'on_hold',
          about: null,
        },
      ],
    });
    expect(signatureCause(suspended)).toBe('on-hold');
    expect(signatureCause({ ...suspended, steps: [] })).toBe('TRY_LATER');
  });

  it('MSG a method that is not known is not called insecure, and of a time-stamp it says nothing of the signature', () => {
    const step = (block: 'cryptographic' | 'certificate' | 'time-stamp') => ({
      block,
      outcome: 'indeterminate' as const,
      subIndication: null,
      reason: 'algorithm_unsupported',
      about: null,
    });
    const causeOf = (
      subIndication: 'CRYPTO_CONSTRAINTS_FAILURE' | 'NO_CERTIFICATE_CHAIN_FOUND',
      block: 'cryptographic' | 'certificate' | 'time-stamp',
    ) => signatureCause(signature({ indication: 'INDETERMINATE', subIndication, steps: [step(block)] }));
    expect(causeOf('CRYPTO_CONSTRAINTS_FAILURE', 'cryptographic')).toBe('unknown-method');
    expect(causeOf('NO_CERTIFICATE_CHAIN_FOUND', 'certificate')).toBe('unknown-method');
    expect(causeOf('CRYPTO_CONSTRAINTS_FAILURE', 'time-stamp')).toBe('CRYPTO_CONSTRAINTS_FAILURE');
  });

  it('MSG a bound of the check is told as such, not as an unknown issuer, and of a time-stamp says nothing', () => {
    const causeOf = (subIndication: string, block: string) =>
      signatureCause(
        signature({
          indication: 'INDETERMINATE',
          subIndication,
          steps: [{ block, outcome: 'indeterminate', subIndication, reason: 'limit', about: null }],
        }),
      );
    expect(causeOf('NO_CERTIFICATE_CHAIN_FOUND', 'certificate')).toBe('limit');
    expect(causeOf('CUSTOM', 'format')).toBe('limit');
    expect(causeOf('TRY_LATER', 'time-stamp')).toBe('TRY_LATER');
    expect(causeOf('TRY_LATER', 'changes')).toBe('TRY_LATER');
    expect(causeWords(t, 'limit').because).toBe(el.validation.causes.limit);
  });

  it('NAV-1 of altered content it is not said that nothing changed', () => {
    const altered = { subIndication: 'HASH_FAILURE' } as const;
    expect(changesTold(signature(altered))).toBe(false);
    expect(changesTold(signature({ ...altered, changesAfter: 'other' }))).toBe(true);
    expect(changesTold(signature())).toBe(true);
  });

  it('MSG one sentence, by the gravest signature', () => {
    const changed = signature({ changesAfter: 'other', changes: [change()] });
    const unknown = signature({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' });
    const failed = signature({ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' });
    expect(documentCause(document('invalid', [unknown, changed]))).toBe('changed');
    expect(documentCause(document('invalid', [changed, failed]))).toBe('HASH_FAILURE');
    expect(documentCause(document('indeterminate', [signature(), unknown]))).toBe(
      'NO_CERTIFICATE_CHAIN_FOUND',
    );
    expect(documentCause(document('indeterminate', [signature()], { leftOut: 3 }))).toBe('left-out');
    expect(documentCause(document('valid', [signature()]))).toBeNull();
    expect(headline(i18next.t, document('valid', [signature()]))).toBe(
      'Το έγγραφο φέρει έγκυρη ηλεκτρονική υπογραφή, που δεν είναι εγκεκριμένη.',
    );
    expect(headline(t, document('invalid', [failed]))).toBe(
      'Το έγγραφο δεν είναι έγκυρα υπογεγραμμένο, γιατί όσα υπογράφηκαν έχουν αλλοιωθεί.',
    );
    expect(headline(t, document('unsigned'))).toBe('Το έγγραφο δεν φέρει υπογραφές.');
  });

  it('MSG the screen says of a document what the reports say, whatever it bears', () => {
    const qualified = signature({ qualified: true, qualification: 'QESig' });
    const seal = signature({ qualified: true, qualification: 'QESeal' });
    const unclear = signature({ qualificationReasons: ['qualifiers_conflict'] });
    const stamp = signature({ kind: 'timestamp' });
    const borne = [qualified, seal, signature(), unclear].flatMap((one) => [
      [one],
      [one, stamp],
      [one, one],
      [one, signature()],
      [one, qualified, unclear],
      [one, seal, signature()],
    ]);
    for (const signatures of borne) {
      const valid = document('valid', signatures);
      expect(headline(t, valid)).toBe(composeHeadline(el.validation, valid, ''));
      const noted = document('valid-with-warnings', signatures);
      const because = el.validation.causes[documentCause(noted) as 'CUSTOM'];
      expect(headline(t, noted)).toBe(composeHeadline(el.validation, noted, because));
      expect(headline(t, noted)).not.toContain('{{');
    }
    expect(headline(t, document('unsigned', [stamp]))).toBe(el.validation.headlines.stamped);
  });

  it('MSG a further signature alone is nothing to warn of, a filled field is', () => {
    const further = change({ level: 'form-filling', rule: 'further_signature', reason: null });
    const filled = change({ level: 'form-filling', rule: 'form_value', reason: null });
    const signed = signature({ changesAfter: 'form-filling', changes: [further] });
    const later = signature({ changesAfter: 'form-filling', changes: [further, filled] });
    expect([signatureCause(signed), standing(signed)]).toEqual([null, 'valid']);
    expect([signatureCause(later), standing(later)]).toEqual(['form-filling', 'warn']);
    expect(documentCause(document('valid-with-warnings', [later]))).toBe('form-filling');
  });

  it('MSG what came after a signature has a cause of its own for each kind, forbidden or not', () => {
    const step = (reason: string) => ({
      block: 'format',
      outcome: 'passed' as const,
      subIndication: null,
      reason,
      about: null,
    });
    const told = (facts: Partial<VerifiedSignature>) => {
      const one = signature(facts);
      return [signatureCause(one), standing(one)];
    };
    const filled = (rule: string) => ({
      changesAfter: 'form-filling' as const,
      changes: [change({ level: 'form-filling', rule, reason: null })],
    });
    expect(told({ changesAfter: 'other', changes: [change()] })).toEqual(['changed', 'invalid']);
    const limited = change({ reason: 'limit' });
    expect(told({ changesAfter: 'uncompared', changes: [limited] })).toEqual(['uncompared', 'unknown']);
    expect(told(filled('unread_look'))).toEqual(['unread_look', 'warn']);
    expect(told(filled('description'))).toEqual(['description', 'warn']);
    for (const remark of ['contents_padding', 'claimed_time', 'certificate_altered', 'stamp_claims'])
      expect(told({ steps: [step(remark)] })).toEqual([remark, 'warn']);
    const open = document('indeterminate', [signature({ changesAfter: 'uncompared', changes: [limited] })]);
    expect(documentCause(open)).toBe('uncompared');
  });

  it('MSG a document time-stamp that is not confirmed is told as such, and later notes are', () => {
    const stamp = signature({ kind: 'timestamp', indication: 'INDETERMINATE', subIndication: 'TRY_LATER' });
    expect(documentCause(document('valid-with-warnings', [signature(), stamp]))).toBe('time-stamp');
    const noted = signature({ changesAfter: 'annotations', changes: [change({ level: 'annotations' })] });
    expect(sentence(t, noted)).toBe('Έγκυρη, αλλά μετά την υπογραφή προστέθηκαν ή άλλαξαν σημειώσεις.');
  });

  it('MSG a code that this version does not know has words all the same', () => {
    expect(causeWords(t, 'SOMETHING_NEW')).toEqual(causeWords(t, 'CUSTOM'));
    expect(qualificationText(t, signature({ qualification: 'New.word' }))).toBe('Όχι');
    expect(troubleText(t, { why: { code: 'new_code' }, again: false })).toBe(el.errors.invalid_answer);
    const { fileType, encrypted, ambiguous } = el.verify.problems;
    const own = { file_type: fileType, pdf_encrypted: encrypted, pdf_ambiguous: ambiguous };
    for (const [code, text] of Object.entries(own))
      expect(troubleText(t, { why: { code }, again: false })).toBe(text);
  });

  it('MSG a qualified signature is called so, by the word of the trusted list alone', () => {
    const qualified = signature({ qualified: true, qualification: 'QESig' });
    expect(qualificationText(t, qualified)).toBe('Ναι. Εγκεκριμένη ηλεκτρονική υπογραφή.');
    expect(qualificationText(t, signature({ qualification: 'N/A' }))).toBe('Όχι');
    expect(qualificationText(t, signature({ qualification: 'Indeterminate QESig' }))).toContain(
      'Δεν μπορεί να διαπιστωθεί',
    );
  });

  it('MSG signatures of a kept document are told by the same words', () => {
    const kept = {
      field: 'S',
      kind: 'signature' as const,
      signer: '',
      signedAt: null,
      integrity: 'intact' as const,
      indication: 'INDETERMINATE' as const,
      subIndication: 'TRY_LATER',
    };
    expect(keptSentence(t, kept)).toContain(el.validation.causes.TRY_LATER);
    expect(keptSentence(t, { ...kept, indication: 'TOTAL-PASSED' })).toBe('Έγκυρη.');
    expect(keptSentence(t, { ...kept, changesAfter: 'other' })).toContain(el.validation.causes.changed);
    const limited = { ...kept, indication: 'TOTAL-PASSED' as const, changesAfter: 'uncompared' as const };
    expect(keptSentence(t, limited)).toContain(el.validation.causes.uncompared);
  });
});

describe('changes after a signature', () => {
  it('SGN-10 are read as one where they are of one kind and place, what is not permitted first', () => {
    const note = change({ level: 'annotations', rule: 'annotation', reason: null, page: 1 });
    const stored = change({ level: 'lta', rule: 'validation_data', reason: null, page: null, rect: null });
    const groups = groupsOf([stored, note, change(), change({ object: 5 })]);
    expect(groups.map(({ rule, changes }) => [rule, changes.length])).toEqual([
      ['unexplained', 2],
      ['annotation', 1],
    ]);
    expect(changedPages([stored, change(), note, change({ page: 1 })])).toEqual([1, 2]);
  });

  it('SGN-10 the pages before are those of the revision that was signed', () => {
    expect(signedEnd({ revision: 1, changes: [change()] }, document('invalid'))).toBe(100);
    expect(signedEnd({ revision: null, changes: [change()] }, document('invalid'))).toBe(100);
    expect(signedEnd({ revision: null, changes: [] }, document('invalid'))).toBeNull();
    expect(signedEnd({ revision: 9, changes: [] }, document('invalid'))).toBeNull();
  });
});
