import type { Catalogue } from '../el.ts';

export const login: Catalogue['login'] = {
  title: 'Sign in',
  lead: 'Sign in with the account that your service gave you.',
  passwordChanged: 'The password was changed. Sign in with the new one.',
  username: 'Username',
  password: 'Password',
  over: 'Your session has ended. Sign in again to go on from where you were.',
  left: 'You are signed out.',
  submit: 'Sign in',
  working: 'Signing in…',
  show: 'Show password',
  hide: 'Hide password',
  capsLock: 'Caps Lock is on.',
  greek: 'You are typing Greek letters. Check the language of your keyboard.',
  usernameMissing: 'Enter your username.',
  passwordMissing: 'Enter your password.',
  summary: 'You are not signed in yet',
  retryIn: 'You can try again in {{time}}.',
  retryNow: 'You can try again now.',
};

export const time: Catalogue['time'] = {
  minutes_one: '{{count}} minute',
  minutes_other: '{{count}} minutes',
  seconds_one: '{{count}} second',
  seconds_other: '{{count}} seconds',
  and: '{{first}} and {{second}}',
};
