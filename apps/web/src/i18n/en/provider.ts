import type { Catalogue } from '../el.ts';

export const provider: Catalogue['provider'] = {
  password: 'Password at the signature provider{{name}}',
  passwordHint: 'This is not the password you sign in here with.',
  passwordMissing: 'Enter your password at the signature provider.',
  otp: 'One-time password of the provider (OTP)',
  otpHint: 'The code that the signature provider gives you. It works once.',
  otpNext: 'Enter a new code. If your device still shows the last one, wait until it changes.',
  wrongPassword:
    'The signature provider did not accept what you entered. Check your password at the provider and the one-time password.',
  wrongOtp:
    'The signature provider did not accept the one-time password. Make sure that it is still valid and that you have not used it already.',
  groupHint: 'Choose which ones to sign.',
  codeEach:
    '{{count}} documents. The signature provider asks for a new one-time password for each document, so you will need {{count}} of them, one after the other.',
  documentOf: 'Document {{code}} of {{codes}}, with a one-time password of its own.',
  nextTitle: 'Password for the next document',
  visit_one: '{{count}} document will be signed.',
  visit_other: '{{count}} documents will be signed together.',
  visitFirst:
    'The signature provider takes up to {{max}} documents at a time. The first {{max}} will be signed now, and you can go on with the others afterwards.',
  what: 'You will be taken to the page of the signature provider{{name}}. There you enter your passwords and approve the signature. Then you come back here automatically.',
  time: 'The document will wait for you for ten minutes.',
  go: 'Continue to the signature provider',
  leavingTitle: 'On the way to the provider',
  leaving: 'You are being taken to the page of the signature provider…',
  backTitle: 'Completing the signature',
  backLead: 'You are back from the signature provider. Do not close this page.',
  declinedTitle: 'The signature was cancelled',
  nothingTitle: 'No signature is in progress',
  nothing: 'The signature you began has been closed already. The history shows its outcome.',
  toDocument: 'Back to the document',
};
