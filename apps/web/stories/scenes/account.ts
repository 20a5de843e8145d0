import { certificates, remembered } from '../made-up/people.ts';
import type { Story } from '../story.ts';
import { type Answers, Refused } from '../world/answers.ts';

const answers: Answers = {
  'GET /api/certificates': certificates,
  'POST /api/resync_otp': null,
  'POST /api/change_password': { message: 'password updated' },
};

/** The signer's own certificates, device and password. */
export const account = {
  certificates: { at: '/certificates', answers, play: async ({ t, see }) => see(t('account.chain')) },
  'certificates-remembered': {
    at: '/certificates#preferences',
    answers: { ...answers, 'GET /api/preferences': { preferences: remembered } },
    play: async ({ t, see }) => see(t('preferences.lead')),
  },
  'certificates-expiring': {
    at: '/certificates',
    answers: { 'GET /api/certificates': { ...certificates, status: 'expiring', daysLeft: 12 } },
    play: async ({ t, see }) => see(t('account.chain')),
  },
  resync: {
    at: '/certificates',
    answers,
    play: async ({ t, press, fill }) => {
      await press(t('resync.title'));
      await fill(t('resync.first'), '123456');
    },
  },
  'password-first': { at: '/change_password', signer: { PasswordChangeRequired: true }, answers },
  'password-signed-out': { at: '/change_password', signer: null, answers },
  password: {
    at: '/change_password',
    answers: { 'POST /api/change_password': new Refused('wrong_credentials') },
    play: async ({ t, fill, see }) => {
      await fill(t('password.old'), 'Passw0rd!');
      await fill(t('password.new'), 'Newpass');
      await fill(t('password.confirm'), 'New');
      await see(t('password.rulesMet', { met: 3, all: 7 }));
    },
  },
  'password-changed': {
    at: '/change_password',
    answers,
    play: async ({ t, fill, press, see }) => {
      await fill(t('password.old'), 'Passw0rd!');
      await fill(t('password.new'), 'Fresh-Passw0rd!');
      await fill(t('password.confirm'), 'Fresh-Passw0rd!');
      await press(t('password.submit'));
      await see(t('password.done'));
      await press(t('app.close'));
    },
  },
} satisfies Record<string, Story>;
