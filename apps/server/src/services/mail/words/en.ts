import type { Words } from './el.ts';

const documents = (count: number) => (count === 1 ? '1 document' : `${count} documents`);

export const en: Words = {
  greeting: (name) => `To: ${name}`,
  time: 'Time',
  certificate: 'Certificate serial number',
  checksum: 'Checksum (SHA-256)',
  files: 'Files',
  file: 'File',
  recipient: 'Recipient',
  more: (count) => `… and ${count} more; your history has them all.`,
  closing: 'This message was sent automatically. Please do not reply to it.',
  demo: 'DEMONSTRATION: the signatures are not qualified.',
  page: 'The application',
  notYou: 'If it was not you, contact the support of your service at once and change your password.',
  signed: (count) => ({
    subject: `You signed ${documents(count)}`,
    paragraphs: [`${documents(count)} ${count === 1 ? 'was' : 'were'} signed with your account.`],
  }),
  password_changed: () => ({
    subject: 'Your password has changed',
    paragraphs: ['The password of your account has changed. Any other open sessions have ended.'],
  }),
  otp_resynchronised: () => ({
    subject: 'Your one-time password device was resynchronised',
    paragraphs: ['The device that gives you one-time passwords (OTP) was resynchronised.'],
  }),
  otp_reset_begun: (effective) => ({
    subject: 'A new one-time password device was requested',
    paragraphs: [
      'The administrator has set a new one-time password (OTP) device for your account.',
      `The new device takes effect from ${effective}. Until then the old one holds, and the change can be cancelled.`,
    ],
  }),
  otp_reset_cancelled: () => ({
    subject: 'The change of your one-time password device was cancelled',
    paragraphs: [
      'The administrator has cancelled the change of your one-time password (OTP) device. The device that you had holds.',
    ],
  }),
  otp_reset_done: () => ({
    subject: 'Your new one-time password device is in effect',
    paragraphs: [
      'The new one-time password (OTP) device of your account is in effect from now on. The old one no longer is.',
    ],
  }),
  otp_reset_void: () => ({
    subject: 'Your new one-time password device will not take effect',
    paragraphs: [
      'The new one-time password (OTP) device will not take effect, because the old one was resynchronised in the meantime. The old device holds.',
    ],
  }),
  code: 'One-time password',
  validUntil: 'Valid until',
  one_time_code: () => ({
    subject: 'One-time password for signing',
    paragraphs: [
      'You asked for a one-time password (OTP) to sign. Type it only into the application, where you sign.',
      'Do not give it to anybody: neither the service nor its support will ask you for it.',
    ],
  }),
  notAsked:
    'If you did not ask for it, somebody else is signed in with your account: change your password at once and tell the support of your service.',
  askedByYou: 'If you did not ask for it, contact the support of your service at once.',
  document: (signer) => ({
    subject: `Signed document from: ${signer}`,
    paragraphs: [
      `The attached document was sent by: ${signer}. It is electronically signed.`,
      'Before you rely on the document, check its signature. If you did not expect this message, do not open the attachment.',
    ],
  }),
  document_copy: () => ({
    subject: 'A copy of the document that you sent',
    paragraphs: ['Attached is a copy of the signed document that you sent by e-mail.'],
  }),
};
