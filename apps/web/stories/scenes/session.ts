import { signer } from '../made-up/people.ts';
import type { Story } from '../story.ts';
import { Pending, Refused } from '../world/answers.ts';

const refusedBy = (refusal: Refused): Story => ({
  at: '/login',
  signer: null,
  answers: { 'POST /api/login': refusal },
  play: async ({ t, fill, press, see }) => {
    await fill(t('login.username'), 'eleni');
    await fill(t('login.password'), 'not the password');
    await press(t('login.submit'));
    await see(t('login.summary'));
  },
});

/** Signing in and what stands around every screen. */
export const session = {
  login: { at: '/login', signer: null, answers: { 'POST /api/login': { signer } } },
  'login-empty': {
    at: '/login',
    signer: null,
    play: async ({ t, press, see }) => {
      await press(t('login.submit'));
      await see(t('login.passwordMissing'));
    },
  },
  'login-refused': refusedBy(new Refused('wrong_credentials')),
  'login-locked': refusedBy(new Refused('account_locked', { retryAfter: 287 })),
  accessibility: { at: '/accessibility', signer: null },
  'not-found': { at: '/nowhere', signer: null },
  menu: {
    at: '/',
    play: async ({ t, press, has, see }) => {
      if (has(t('header.menu'))) await press(t('header.menu'));
      await press(t('header.accountOf', { name: `${signer.Surname} ${signer.Name}` }));
      await see(signer.Email);
    },
  },
  idle: {
    at: '/',
    idleMs: 28.5 * 60_000,
    answers: { 'GET /api/ping': new Pending() },
    play: async ({ t, see }) => see(t('idle.title')),
  },
} satisfies Record<string, Story>;
