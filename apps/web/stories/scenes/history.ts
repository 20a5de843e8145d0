import { idOf } from '../made-up/documents.ts';
import { copyDetail, refusedDetail, rows, signedDetail } from '../made-up/history.ts';
import { scripted } from '../made-up/papers.ts';
import type { Story } from '../story.ts';
import { type Answers, LOST, Refused } from '../world/answers.ts';

const details = new Map([signedDetail, refusedDetail, copyDetail].map((detail) => [detail.row.id, detail]));
const answers: Answers = {
  'GET /api/history': ({ query }) => (query.q ? { rows: [], total: 0 } : rows),
  'GET /api/history/:id': ({ id }) => details.get(id) ?? new Refused('not_found'),
  'GET /api/documents/:id/file': scripted,
  'POST /api/send_document': null,
};

const signed: Story = {
  at: `/history?row=${idOf(1)}`,
  answers,
  play: async ({ t, see }) => see(t('historyRow.versions')),
};
const sending: Story = {
  ...signed,
  play: async ({ t, press, fill }) => {
    await press(t('send.open'));
    await fill(t('send.to'), 'onoma@example.gr');
  },
};

/** What was uploaded, what became of it, and sending it by e-mail. */
export const history = {
  'history-empty': {
    at: '/history',
    answers: { 'GET /api/history': { rows: [], total: 0 } },
    play: async ({ t, see }) => see(t('history.empty')),
  },
  history: { at: '/history', answers, play: async ({ see }) => see('αίτηση.pdf') },
  'history-none': {
    at: `/history?q=${encodeURIComponent('δεν υπάρχει')}`,
    answers,
    play: async ({ t, see }) => see(t('history.noMatch')),
  },
  'history-lost': { at: '/history', answers: { 'GET /api/history': LOST } },
  'history-signed': signed,
  'history-refused': {
    at: `/history?row=${idOf(9)}`,
    answers,
    play: async ({ t, see }) => see(t('historyRow.refusal')),
  },
  'history-copy': {
    at: `/history?row=${idOf(5)}`,
    answers,
    play: async ({ t, see }) => see(t('safeCopy.leftOut')),
  },
  send: sending,
  'send-done': {
    ...sending,
    play: async (hands) => {
      await sending.play?.(hands);
      await hands.press(hands.t('send.submit'));
      await hands.see(hands.t('send.done'));
    },
  },
} satisfies Record<string, Story>;
