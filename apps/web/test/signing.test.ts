import type { DocumentAnswer, SignedDocument } from '@websign/contract';
import { signRequest } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import { canSign, chosenDocuments, emptyDesk, reduceDesk } from '../src/features/sign/desk.ts';
import { atPreset, defaultPlacement } from '../src/features/sign/placement.ts';
import { sharedFailure, signRequestFor } from '../src/features/sign/request.ts';
import { sampleDocument } from './samples.ts';

const document = (letter: string, state: DocumentAnswer['state'] = 'ready'): DocumentAnswer =>
  sampleDocument(letter, {
    state,
    pageSizes: [
      { width: 595, height: 842, rotate: 0 },
      { width: 842, height: 595, rotate: 90 },
    ],
    findings: [
      { id: `${letter}1`, kind: 'hidden_text', verdict: 'warn' },
      { id: `${letter}2`, kind: 'ocr_layer', verdict: 'info' },
    ],
  });
const fields = {
  password: 'p',
  otp: ' 123 456 ',
  visible: true,
  reason: ' Έγκριση ',
  title: '',
  lock: false,
};
const [a, b] = [document('a'), document('b')];
const none = { invisible: new Set<string>(), confirmedPlaces: [] };

describe('the sign request', () => {
  it('SGN-2 carries what was seen and chosen, and satisfies the contract', () => {
    const there = atPreset('topLeft', 1, { width: 595, height: 842 });
    const request = signRequestFor({
      onPage: false,
      documents: [a, b],
      placementOf: ({ id }) => (id === a.id ? there : defaultPlacement(b)),
      ...none,
      username: 'u',
      fields,
      locale: 'el',
    });
    expect(signRequest.parse(request)).toMatchObject({
      documents: [a.id, b.id],
      otp: '123456',
      visibility: true,
      reason: 'Έγκριση',
      checksums: { [a.id]: a.checksum, [b.id]: b.checksum },
    });
    // Each where the screen shows it, whoever put it there.
    expect(request.placements).toEqual({ [a.id]: there, [b.id]: defaultPlacement(b) });
  });

  it('SGN-2 an invisible signature has no place', () => {
    const request = signRequestFor({
      onPage: false,
      documents: [a],
      placementOf: defaultPlacement,
      ...none,
      username: 'u',
      fields: { ...fields, visible: false },
      locale: 'en',
    });
    expect(request).toMatchObject({ visibility: false, placements: {} });
  });

  it('SGN-2 activated on the provider’s own page, it carries no password and no code', () => {
    const parts = {
      documents: [a],
      placementOf: defaultPlacement,
      ...none,
      username: 'u',
      fields,
      locale: 'el' as const,
    };
    const request = signRequestFor({ ...parts, onPage: true });
    expect(Object.keys(signRequest.parse(request))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/password|otp/)]),
    );
  });

  it('SGN-13 names the places that were confirmed, and whose signature is not seen', () => {
    const base = { documents: [a, b], placementOf: defaultPlacement, username: 'u', onPage: false };
    const parts = { ...base, locale: 'el' as const };
    const seen = { invisible: new Set([b.id]), confirmedPlaces: [a.id] };
    const request = signRequest.parse(signRequestFor({ ...parts, ...seen, fields }));
    expect(request).toMatchObject({ invisible: [b.id], confirmedPlaces: [a.id] });
    expect(Object.keys(request.placements ?? {})).toEqual([a.id]);
    const unseen = signRequestFor({ ...parts, ...seen, fields: { ...fields, visible: false } });
    expect(unseen.invisible).toEqual([]);
  });

  it('SGN-7 confirms the warnings and nothing else', () => {
    const request = signRequestFor({
      onPage: false,
      documents: [a, b],
      placementOf: defaultPlacement,
      ...none,
      username: 'u',
      fields,
      locale: 'el',
    });
    expect(request.confirmed).toEqual(['a1', 'b1']);
  });
});

describe('the outcome', () => {
  const failed = (id: string, code: SignedDocument['code']): SignedDocument =>
    code ? { document: id, status: 'error', code } : { document: id, status: 'success' };

  it('SGN-5 a failure of the person asks again; one of a document does not', () => {
    const shared = (...documents: SignedDocument[]) => sharedFailure({ documents, retryAfter: 90 });
    expect(shared(failed('a', 'wrong_otp'), failed('b', 'wrong_otp'))?.code).toBe('wrong_otp');
    expect(shared(failed('a', 'account_locked'))?.retryAfter).toBe(90);
    expect(shared(failed('a', 'timestamp_unavailable'))).toBeNull();
    expect(shared(failed('a', 'wrong_otp'), failed('b', undefined))).toBeNull();
  });
});

describe('the desk', () => {
  it('SGN-9 unsigned documents are signed together; signed ones only when asked for again', () => {
    const signed = document('c', 'signed');
    expect(chosenDocuments(emptyDesk, [a, b, signed]).map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
    const again = reduceDesk(emptyDesk, { do: 'again', id: signed.id });
    expect(canSign(again, signed)).toBe(true);
    const after = reduceDesk(again, {
      do: 'settled',
      outcomes: [{ document: signed.id, status: 'success' }],
    });
    expect(canSign(after, signed)).toBe(false);
  });

  it('SGN-6 locked, refused and expired documents are never signed', () => {
    for (const state of ['locked', 'refused', 'expired'] as const) {
      expect(canSign(reduceDesk(emptyDesk, { do: 'again', id: a.id }), document('a', state))).toBe(false);
    }
  });

  it('SGN-9 an unticked document is left out', () => {
    const desk = reduceDesk(emptyDesk, { do: 'tick', ids: [a.id], on: false });
    expect(chosenDocuments(desk, [a, b])).toEqual([b]);
  });
});
