import type { Hands } from '../hands.ts';
import { documentOf, idOf, signedOf, whiteWords } from '../made-up/documents.ts';
import { hidden } from '../made-up/papers.ts';
import { serviceWith } from '../made-up/service.ts';
import type { Story } from '../story.ts';

export const first = documentOf(1, 'αίτηση.pdf');
export const warned = documentOf(1, 'σύμβαση.pdf', { findings: whiteWords });
export const two = [documentOf(1, 'απόφαση.pdf'), documentOf(2, 'πρακτικό.pdf')];
export const twelve = Array.from({ length: 12 }, (_, at) => documentOf(at + 1, `απόφαση ${at + 1}.pdf`));
export const DESK = `/sign/${idOf(1)}`;

const seePage = ({ seePage: see }: Hands) => see();

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
  group: { at: DESK, answers: serviceWith(two), play: seePage },
  'group-twelve': { at: DESK, answers: serviceWith(twelve), play: seePage },
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
