import { copy, ORIGIN, serviceOfCopy } from '../made-up/copies.ts';
import { documentOf, signedOf } from '../made-up/documents.ts';
import { fileOf, form } from '../made-up/papers.ts';
import { taken, uploadOf, withScript } from '../made-up/uploads.ts';
import type { Story } from '../story.ts';
import { type Answers, type AnswerTo, inTurn, Pending, Refused } from '../world/answers.ts';

const SIGNERS = ['ΓΕΩΡΓΙΟΥ ΝΙΚΟΛΑΟΣ', 'ΠΑΠΑΔΟΠΟΥΛΟΥ ΕΛΕΝΗ'];
const other = documentOf(1, 'πρακτικό.pdf');

/** A refused form at the upload, and what becomes of the wish for a copy. */
const asking = (answer?: AnswerTo<'POST /api/documents/:id/safe_copy'>): Story => ({
  at: '/',
  answers: {
    ...serviceOfCopy(),
    'POST /api/upload_document': uploadOf(withScript(9, ORIGIN)),
    ...(answer && { 'POST /api/documents/:id/safe_copy': answer }),
  },
  play: async ({ t, drop, press, see }) => {
    await drop(fileOf(ORIGIN, form));
    await press(t('app.close'));
    await see(t('findings.show', { page: 2 }));
    if (answer) await press(t('copy.offer'));
  },
});

const desk = (answers: Answers): Story => ({
  at: `/sign/${copy.id}`,
  answers,
  play: async ({ t, seePage, see }) => {
    await seePage();
    await see(t('safeCopy.compare'));
  },
});
const comparing = (answers: Answers): Story => {
  const story = desk(answers);
  return {
    ...story,
    play: async (hands) => {
      await story.play?.(hands);
      await hands.press(hands.t('safeCopy.compare'));
      await hands.see(hands.t('compare.title'));
    },
  };
};

/** Safe copies: how they are offered and made, and how one looks at them before signing. */
export const copies = {
  'copy-offered': asking(),
  'copy-popup': {
    ...asking(),
    play: async ({ t, drop, see }) => {
      await drop(fileOf(ORIGIN, form));
      await see(t('popup.icons.error'));
    },
  },
  'copy-working': asking(new Pending()),
  'copy-failed': asking(new Refused('copy_impossible')),
  'copy-busy': asking(inTurn(new Refused('busy'), { document: copy.id })),
  'copy-signers': asking(
    inTurn(new Refused('signatures_unconfirmed', { signers: SIGNERS }), { document: copy.id }),
  ),
  'copy-of-many': {
    at: '/',
    answers: {
      ...serviceOfCopy([other]),
      'POST /api/upload_document': uploadOf(taken(1, other.name), withScript(9, ORIGIN)),
    },
    play: async ({ t, drop, press, see }) => {
      await drop(fileOf(other.name), fileOf(ORIGIN, form));
      await press(t('app.close'));
      await see(t('copy.offer'));
    },
  },
  copy: desk(serviceOfCopy()),
  'copy-in-group': desk(serviceOfCopy([other])),
  'copy-signed': desk(serviceOfCopy([], form, signedOf(copy))),
  'copy-compare': comparing(serviceOfCopy()),
  'copy-compare-gone': comparing(serviceOfCopy([], new Refused('expired'))),
  'copy-compare-damaged': comparing(serviceOfCopy([], new Blob(['%PDF-1.7 and nothing more']))),
} satisfies Record<string, Story>;
