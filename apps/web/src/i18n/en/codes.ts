import type { Catalogue } from '../el.ts';

export const codes: Catalogue['codes'] = {
  hints: {
    email: 'The six-digit code that is sent by e-mail to {{to}}.',
    sms: 'The six-digit code that is sent by SMS to the mobile {{to}}.',
  },
  send: 'Send a code',
  again: 'Send a new code',
  sending: 'Sending…',
  sent: {
    email:
      'The code was sent to {{to}} and is valid for {{time}}. If you do not find it, look in the junk mail, too.',
    sms: 'The code was sent to the mobile {{to}} and is valid for {{time}}.',
    provider: 'The signature provider was asked for a code.',
  },
  next: 'You can ask for a new code in {{time}}.',
  providerSilent:
    'The signature provider sent no code. If its own application shows you a code, type that one.',
  wrong: 'The one-time password is wrong, is over, or was used already. Ask for a new code and try again.',
  methods: {
    email: 'By e-mail to {{to}}, when you ask for it to sign',
    sms: 'By SMS to the mobile {{to}}, when you ask for it to sign',
    provider: 'From the signature provider',
    page: 'On the page of the signature provider',
  },
};
