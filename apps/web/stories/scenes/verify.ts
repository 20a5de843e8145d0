import type { VerifiedDocument } from '@websign/contract';
import type { Hands } from '../hands.ts';
import { config } from '../made-up/always.ts';
import { fileOf, letter, rewritten } from '../made-up/papers.ts';
import * as made from '../made-up/verified.ts';
import type { Story } from '../story.ts';
import { type Answers, type AnswerTo, inTurn, LOST, Pending, Refused } from '../world/answers.ts';

const judging = (answer: AnswerTo<'POST /api/verify_document'>): Answers => ({
  'POST /api/verify_document': answer,
});
const check = async ({ t, drop, see }: Hands, bytes: Blob = letter) => {
  await drop(fileOf('αίτηση.pdf', bytes));
  await see(t('verify.results'));
};
/** One file with that verdict. */
const verdict = (document: VerifiedDocument, bytes?: Blob): Story => ({
  at: '/verify',
  answers: judging(made.answerOf(document)),
  play: async (hands) => {
    await check(hands, bytes);
    await hands.see(hands.t('verify.close'));
  },
});
const changed = verdict(made.changed, rewritten);

/** The demonstration's samples, in the order of their buttons. */
const samples = inTurn(
  made.answerOf(made.valid),
  made.answerOf(made.revoked),
  made.answerOf(made.suspended),
  made.answerOf(made.expired),
  made.answerOf(made.changed),
);

/** The check of signatures: what it says of each kind of document, and how pages are compared. */
export const verify = {
  verify: {
    at: '/verify',
    answers: { 'GET /api/config': { ...config, demo: true } },
    play: async ({ t, see }) => see(t('verify.samples.title')),
  },
  'verify-running': {
    at: '/verify',
    answers: judging(new Pending(0.5)),
    play: async (hands) => check(hands),
  },
  'verify-valid': verdict(made.valid),
  'verify-advanced': verdict(made.advanced),
  'verify-unsigned': verdict(made.unsigned),
  'verify-annotated': verdict(made.annotated),
  'verify-suspended': verdict(made.suspended),
  'verify-samples': {
    at: '/verify',
    answers: {
      'GET /api/config': { ...config, demo: true },
      'GET /demo/samples/:id': letter,
      'POST /api/verify_document': samples,
    },
    play: async ({ t, press, see }) => {
      await press(t('verify.samples.all'));
      await see(t('verify.finished', { count: 5 }));
    },
  },
  'verify-changed': changed,
  'verify-compare': {
    ...changed,
    play: async (hands) => {
      await changed.play?.(hands);
      await hands.press(hands.t('verify.changes.compare', { page: 2 }));
      await hands.seePage();
    },
  },
  'verify-unreadable': {
    at: '/verify',
    answers: judging(new Refused('pdf_encrypted')),
    play: async (hands) => {
      await check(hands);
      await hands.see(hands.t('verify.unchecked'));
    },
  },
  'verify-lost': { at: '/verify', answers: { ...judging(LOST), 'GET /api/ping': LOST } },
} satisfies Record<string, Story>;
