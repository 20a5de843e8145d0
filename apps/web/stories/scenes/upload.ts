import { documentOf } from '../made-up/documents.ts';
import { fileOf, scripted } from '../made-up/papers.ts';
import { serviceWith } from '../made-up/service.ts';
import { refused, taken, uploadOf, withScript } from '../made-up/uploads.ts';
import type { Story } from '../story.ts';
import { type Answers, type AnswerTo, Foreign, LOST, Pending } from '../world/answers.ts';

const SCRIPT = 'αίτηση με κώδικα.pdf';
const answering = (answer: AnswerTo<'POST /api/upload_document'>): Answers => ({
  ...serviceWith([documentOf(1, 'αίτηση.pdf'), documentOf(2, 'πρακτικό.pdf')], { file: scripted }),
  'POST /api/upload_document': answer,
});
const files = (...names: string[]) => names.map((name) => fileOf(name));

const refusedByCheck: Story = {
  at: '/',
  answers: answering(uploadOf(withScript(9, SCRIPT))),
  play: async ({ t, drop, press, see }) => {
    await drop(fileOf(SCRIPT, scripted));
    await press(t('app.close'));
    await see(t('upload.attempt.title'));
    await see(t('findings.show', { page: 2 }));
  },
};

/** The first page, what is on its way, and what became of it. */
export const upload = {
  home: { at: '/' },
  'home-files': { at: '/', answers: answering(uploadOf(taken(1, 'αίτηση.pdf'))) },
  'upload-running': {
    at: '/',
    answers: answering(new Pending(0.5)),
    play: async ({ t, drop, see }) => {
      await drop(...files('αίτηση.pdf', 'απόφαση.pdf', 'πρακτικό.pdf'));
      await see(t('upload.states.uploading'));
    },
  },
  'upload-checking': {
    at: '/',
    answers: answering(new Pending(1)),
    play: async ({ t, drop, see }) => {
      await drop(...files('αίτηση.pdf'));
      await see(t('upload.checking', { count: 1 }));
    },
  },
  'upload-popup': {
    at: '/',
    answers: answering(uploadOf(withScript(9, SCRIPT))),
    play: async ({ t, drop, see }) => {
      await drop(fileOf(SCRIPT, scripted));
      await see(t('popup.icons.error'));
    },
  },
  'upload-refused': refusedByCheck,
  place: {
    ...refusedByCheck,
    play: async (hands) => {
      await refusedByCheck.play?.(hands);
      await hands.press(hands.t('findings.show', { page: 2 }));
      await hands.seePage();
    },
  },
  'upload-mixed': {
    at: '/',
    answers: answering(
      uploadOf(
        taken(1, 'αίτηση.pdf'),
        taken(2, 'πρακτικό.pdf'),
        withScript(9, SCRIPT),
        refused(8, 'χαλασμένο.pdf', 'pdf_broken'),
        taken(3, 'απόφαση.pdf'),
        refused(7, 'με κωδικό.pdf', 'pdf_encrypted'),
      ),
    ),
    play: async ({ t, drop, press, see }) => {
      const names = ['αίτηση.pdf', 'πρακτικό.pdf', SCRIPT, 'χαλασμένο.pdf', 'απόφαση.pdf', 'με κωδικό.pdf'];
      await drop(...files(...names));
      await press(t('app.close'));
      await see('με κωδικό.pdf');
    },
  },
  'upload-lost': {
    at: '/',
    answers: answering(LOST),
    play: async ({ t, drop, press, see }) => {
      await drop(...files('αίτηση.pdf'));
      await press(t('app.close'));
      await see(t('upload.errors.offline'));
    },
  },
  'upload-proxy': {
    at: '/',
    answers: answering(new Foreign(502, '<h1>Bad Gateway</h1>')),
    play: async ({ t, drop, press, see }) => {
      await drop(...files('αίτηση.pdf'));
      await press(t('app.close'));
      await see(t('upload.errors.statusCode', { statusCode: 502 }));
    },
  },
} satisfies Record<string, Story>;
