import type { Words } from './el.ts';

const documents = (count: number) => (count === 1 ? '1 document' : `${count} documents`);

const inDays = (days: number) =>
  days === 0 ? 'in less than a day' : days === 1 ? 'in 1 day' : `in ${days} days`;

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
  notYou:
    'If it was not you, contact the service that gave you the account at once and change your password.',
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
  account_locked: () => ({
    subject: 'Your account was locked for a while',
    paragraphs: [
      'A wrong password or one-time password (OTP) was given five times by somebody signed in to your account. The account was locked for five minutes.',
      'You will get no further message of other locks of the same day.',
    ],
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
  ways: {
    TOTP: 'from an application on your device',
    EMAIL: 'by e-mail to your address',
    SMS: 'by SMS to your mobile',
  },
  otp_method_begun: (way, effective) => ({
    subject: 'The way you get one-time passwords will change',
    paragraphs: [
      `The administrator has set that you get one-time passwords (OTP) ${way}.`,
      `This takes effect from ${effective}. Until then the old way holds, and the change can be cancelled.`,
    ],
  }),
  otp_method_done: (way) => ({
    subject: 'The way you get one-time passwords has changed',
    paragraphs: [
      `From now on you get one-time passwords (OTP) ${way}. Those of the old way are no longer valid.`,
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
    'If you did not ask for it, somebody else is signed in with your account: change your password at once and tell the service that gave you the account.',
  ends: 'Ends',
  renew:
    'After its end you cannot sign. Ask the service that gave you the account for a new one in good time. What you have signed already is not affected.',
  certificate_ending: (days) => ({
    subject: `Your certificate ends ${inDays(days)}`,
    paragraphs: [`The certificate that you sign with ends ${inDays(days)}.`],
  }),
  certificates_digest: (count, days) => ({
    subject: `${count === 1 ? '1 certificate ends' : `${count} certificates end`} soon`,
    paragraphs: [
      `${count === 1 ? '1 certificate ends' : `${count} certificates end`} ${days === 1 ? 'within the next day' : `within the next ${days} days`}. The signers have been told, except those who are blocked.`,
    ],
  }),
  moreSigners: (count) => `… and ${count} more; the command “websign certificates expiring” shows them.`,
  askedByYou: 'If you did not ask for it, contact the service that gave you the account at once.',
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
