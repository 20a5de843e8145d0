import type { FreePlace } from '@websign/contract';
import type { Hands } from '../hands.ts';
import { placesWith } from '../made-up/always.ts';
import { documentOf, idOf, signature, signedOf, whiteWords } from '../made-up/documents.ts';
import { hidden } from '../made-up/papers.ts';
import { signer } from '../made-up/people.ts';
import { serviceWith } from '../made-up/service.ts';
import type { Story } from '../story.ts';
import { Pending } from '../world/answers.ts';
import { MOMENT } from '../world/clock.ts';

export const first = documentOf(1, 'αίτηση.pdf');
export const warned = documentOf(1, 'σύμβαση.pdf', { findings: whiteWords });
export const two = [documentOf(1, 'απόφαση.pdf'), documentOf(2, 'πρακτικό.pdf')];
export const twelve = Array.from({ length: 12 }, (_, at) => documentOf(at + 1, `απόφαση ${at + 1}.pdf`));
export const DESK = `/sign/${idOf(1)}`;

/** Names as people give them: long, without a space to break at, or of one word over and over. */
export const long = [
  documentOf(1, `ΕΞ_2026_000123_${'απόφαση_ανάληψης_υποχρέωσης_'.repeat(6)}τελικό.pdf`, {
    findings: whiteWords,
  }),
  documentOf(2, `${'Πρακτικό συνεδρίασης του συλλογικού οργάνου '.repeat(4)}.pdf`),
  documentOf(3, `${'Ω'.repeat(120)}.pdf`, { findings: whiteWords }),
];

const seePage = ({ seePage: see }: Hands) => see();

const lowerRight = { page: 2, x: 349, y: 36, width: 210, height: 72 };
/** The desk of one document that has something at its lower right corner, before a service that tells this of places. */
const deskOver = (
  change: (place: FreePlace) => FreePlace,
  words: (hands: Hands) => string,
  document = first,
): Story => ({
  at: DESK,
  answers: {
    ...serviceWith([document]),
    'GET /api/documents/:id/occupied': { areas: [[300, 20, 560, 120]], cause: null },
    'POST /api/free_places': placesWith(change),
  },
  play: async (hands) => {
    await hands.seePage();
    await hands.see(words(hands));
  },
});

const signedByOthers = documentOf(1, 'αίτηση.pdf', {
  signatures: [{ ...signature, field: 'Προϊστάμενος', signer: 'ΓΕΩΡΓΙΟΥ ΝΙΚΟΛΑΟΣ' }],
});
/** The same on a document that others signed; `opaque`: whether the signature would have its ground there. */
const overSigned = (opaque: boolean): Story =>
  deskOver(
    (place) => ({ ...place, status: 'full', opaque }),
    ({ t }) => t('placement.noFree', { page: 2 }),
    signedByOthers,
  );

/** A document that claims standards, one of which a visible signature would take from it. */
const accessible = documentOf(1, 'αίτηση.pdf', {
  signatures: signedByOthers.signatures,
  standards: ['PDF/A-2a', 'PDF/UA-1'],
  visibleKeepsStandards: false,
});

/** The signing screen before its box is opened, and the preview of a document. */
export const desk = {
  sign: { at: DESK, answers: serviceWith([first]), play: seePage },
  keys: {
    at: DESK,
    answers: serviceWith([first]),
    play: async ({ t, seePage, key, see }) => {
      await seePage();
      await key('?');
      await see(t('keys.title'));
    },
  },
  standards: {
    at: DESK,
    answers: serviceWith([accessible]),
    play: async ({ t, seePage, see }) => {
      await seePage();
      await see(t('placement.unseen'));
    },
  },
  group: { at: DESK, answers: serviceWith(two), play: seePage },
  'group-covered': {
    at: DESK,
    answers: {
      ...serviceWith(two),
      'POST /api/free_places': placesWith((place) => ({ ...place, status: 'full' })),
    },
    play: seePage,
  },
  'group-twelve': { at: DESK, answers: serviceWith(twelve), play: seePage },
  'group-long': { at: DESK, answers: serviceWith(long, { file: hidden }), play: seePage },
  'sign-draft': {
    at: DESK,
    answers: serviceWith(two),
    drafts: {
      [`draft:${signer.Serial}`]: JSON.stringify({
        [two[0]?.groupId ?? '']: {
          at: MOMENT - 60_000,
          draft: { visible: true, reason: 'Έγκριση', title: '', documents: {} },
        },
      }),
    },
    play: async ({ t, seePage, see }) => {
      await seePage();
      await see(t('draft.title'));
    },
  },
  'sign-codes': {
    at: DESK,
    answers: serviceWith(twelve),
    signer: { MaxDocumentsPerOtp: 5 },
    play: seePage,
  },
  'place-asked': {
    at: DESK,
    answers: { ...serviceWith([first]), 'POST /api/free_places': new Pending() },
    play: seePage,
  },
  'place-full': deskOver(
    (place) => ({
      ...place,
      status: 'full',
      smaller: { ...lowerRight, y: 8, width: 140, height: 24 },
      otherPage: { ...lowerRight, page: 1 },
    }),
    ({ t }) => t('placement.smaller'),
  ),
  'place-unknown': deskOver(
    (place) => ({ ...place, status: 'unknown', cause: 'unreadable' }),
    ({ t }) => t('placement.unknown', { page: 2 }),
  ),
  'place-field': {
    at: DESK,
    answers: {
      ...serviceWith([signedByOthers]),
      'GET /api/documents/:id/occupied': { areas: [[60, 120, 270, 192]], cause: null },
      'POST /api/free_places': placesWith((place) => ({
        ...place,
        status: 'field',
        placement: { page: 2, x: 60, y: 120, width: 210, height: 72 },
      })),
    },
    play: async (hands) => {
      await hands.seePage();
      await hands.see(hands.t('placement.field', { page: 2 }));
    },
  },
  'place-ground': overSigned(true),
  'place-no-ground': overSigned(false),
  'sign-warned': {
    at: DESK,
    answers: serviceWith([warned], { file: hidden }),
    play: async ({ t, press, seePage }) => {
      await seePage();
      await press(t('findings.show', { page: 2 }));
    },
  },
  'sign-locked': { at: DESK, answers: serviceWith([{ ...signedOf(first), state: 'locked' }]), play: seePage },
  'sign-unsignable': {
    at: DESK,
    answers: serviceWith([{ ...first, state: 'refused', findings: whiteWords }], { file: hidden }),
    play: seePage,
  },
  'sign-missing': { at: '/sign/another', answers: serviceWith([first]) },
  preview: { at: `${DESK}/preview`, answers: serviceWith([first]), play: seePage },
  'preview-found': {
    at: `${DESK}/preview`,
    answers: serviceWith([first]),
    play: async ({ t, seePage, press, fill, see }) => {
      await seePage();
      await press(t('viewer.find'));
      await fill(t('viewer.findLabel'), 'certificate');
      await see(t('viewer.found', { current: 1, total: 4 }));
    },
  },
} satisfies Record<string, Story>;
