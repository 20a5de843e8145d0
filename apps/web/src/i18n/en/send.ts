import type { Catalogue } from '../el.ts';

export const send: Catalogue['send'] = {
  open: 'Send by e-mail…',
  title: 'Send by e-mail',
  lead: 'The signed document will be sent as an attachment to one recipient.',
  to: 'E-mail address of the recipient',
  toHint: 'For example: name@example.com',
  copy: 'A copy to me too',
  copyHint: 'It will be sent to {{email}}.',
  text: 'The text of the message is fixed: it says who sends the document and what the file is called. You cannot add text of your own.',
  missing: 'Enter the address of the recipient.',
  invalid: 'Write one address in the form name@example.com.',
  submit: 'Send',
  working: 'Sending…',
  failed: 'The document was not sent',
  limit: 'You have already sent {{count}} documents within 24 hours, which is the daily limit.',
  limitUntil: 'You can send again after {{time}}.',
  unanswered:
    'The server did not answer. Before you send again, look in the history whether the message is already there.',
  done: 'Your message will be sent',
  doneText: 'The document will leave for {{to}} in a moment.',
  doneCopy: 'A copy will be sent to {{email}}.',
  doneHistory: 'The history shows whether the message was sent.',
  toHistory: 'See it in the history',
};
