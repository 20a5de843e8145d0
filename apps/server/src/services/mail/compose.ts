import type { Readable } from 'node:stream';
import { appName } from '@websign/contract';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Letter } from './letter.ts';

/** The letter as an RFC 5322 message: UTF-8, CRLF, plain text and HTML beside each other, then the attachment. */
export async function compose(letter: Letter, from: string): Promise<Readable> {
  const { attachment } = letter;
  const attachments = attachment && [
    {
      filename: attachment.name,
      contentType: 'application/pdf',
      contentTransferEncoding: 'base64',
      content: await attachment.open(),
    },
  ];
  const message = new MailComposer({
    from: { name: appName, address: from },
    to: letter.to,
    subject: letter.subject,
    messageId: letter.messageId,
    date: new Date(letter.date),
    text: letter.text,
    html: letter.html,
    // RFC 3834: nobody's automatic reply answers it.
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'el, en' },
    ...(attachments && { attachments }),
    // Greek takes half the room so, and no line is a command to anybody.
    textEncoding: 'base64',
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return message.createReadStream();
}
