import { createHash } from 'node:crypto';
import { limits, type SendFailure, signedName } from '@websign/contract';
import { parseAddress } from '../../policy/address.ts';
import { warnedAhead } from '../../policy/expiry.ts';
import { harmless, portableName } from '../../policy/file-name.ts';
import { isOver } from '../../policy/retention.ts';
import type { Account, OutboxJob } from '../../storage/index.ts';
import type { Context } from '../context.ts';
import { fullName } from '../sign/wish.ts';
import { shownTime, zonedTime } from '../sign/zoned-time.ts';
import type { LetterOrder } from './jobs.ts';
import type { Attachment, Letter } from './letter.ts';
import { type Content, page } from './page.ts';
import type { Said, Words } from './words/el.ts';

/** Names shown in a letter, and letters of each. */
const filesShown = 50;
const nameLetters = 120;

/** Why a letter cannot be written, ever. */
export class UnwritableLetter extends Error {
  override name = 'UnwritableLetter';
  readonly failure: Extract<SendFailure, 'expired' | 'internal'>;

  constructor(message: string, failure: UnwritableLetter['failure'] = 'internal') {
    super(message);
    this.failure = failure;
  }
}

interface Draft {
  content: Content;
  /** The signer's own address when left out. */
  to?: string;
  attachment?: Attachment;
}

type Surroundings = Pick<Context, 'config' | 'storage' | 'clock'>;
type Order<Kind extends LetterOrder['letter']> = Extract<LetterOrder, { letter: Kind }>;
type SignersOrder = Exclude<LetterOrder, Order<'certificates_digest'>>;

/** One line of a person's or a file's name, cut where it is longer than people read. */
function shown(name: string): string {
  const letters = [...harmless(name)];
  return letters.length <= nameLetters ? letters.join('') : `${letters.slice(0, nameLetters).join('')}…`;
}

/** What a letter calls its signer. */
export const shownName = (account: Account): string => shown(fullName(account));

/** The letter that a job asks for. Throws {@link UnwritableLetter} when there is nothing to write any more. */
export async function writeLetter(
  context: Surroundings,
  order: LetterOrder,
  job: Pick<OutboxJob, 'id'>,
): Promise<Letter> {
  const { config } = context;
  const { content, to, attachment } = await addressed(context, order);
  const address = parseAddress(to);
  if (address === undefined) throw new UnwritableLetter('the address is not valid');
  return {
    messageId: messageId(job, order),
    date: order.at,
    to: address,
    ...page(content, { demo: config.demo, origin: config.PUBLIC_ORIGIN }),
    ...(attachment && { attachment }),
  };
}

/** Always the same for the same job: a mail server may tell by it that it has the letter already. */
function messageId({ id }: Pick<OutboxJob, 'id'>, order: LetterOrder): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([id, order]))
    .digest('hex');
  return `<${digest.slice(0, 40)}@websign.invalid>`;
}

/** Operators' letters go to them, all others to the signer, unless the letter itself says to whom. */
async function addressed(context: Surroundings, order: LetterOrder): Promise<Draft & { to: string }> {
  if (order.letter === 'certificates_digest')
    return { content: await digest(context, order), to: context.config.OPERATORS_MAIL };
  const account = await context.storage.accounts.find(order.accountId);
  if (!account) throw new UnwritableLetter('the account is gone');
  return { to: account.email, ...(await draft(context, order, account)) };
}

async function draft(context: Surroundings, order: SignersOrder, account: Account): Promise<Draft> {
  if (order.letter === 'signed') return signedNote(context, order, account);
  if (order.letter === 'document') return documentLetter(context, order, account);
  if (order.letter === 'certificate_ending') return { content: ending(context, order, account) };
  return { content: notice(context, order, account) };
}

const timeIn = ({ config }: Surroundings, at: number): string => shownTime(zonedTime(at, config.TIME_ZONE));

type Notice = Exclude<SignersOrder, Order<'signed'> | Order<'document'> | Order<'certificate_ending'>>;

function said(context: Surroundings, order: Notice, words: Words): Said {
  const { letter } = order;
  if (letter === 'otp_reset_begun') return words[letter](timeIn(context, order.effectiveAt));
  if (letter === 'otp_method_begun')
    return words[letter](words.ways[order.otpMethod], timeIn(context, order.effectiveAt));
  return letter === 'otp_method_done' ? words[letter](words.ways[order.otpMethod]) : words[letter]();
}

/** What happened to the account itself. */
function notice(context: Surroundings, order: Notice, account: Account): Content {
  const { letter, at } = order;
  const own = letter === 'password_changed' || letter === 'otp_resynchronised' || letter === 'account_locked';
  return {
    name: shown(fullName(account)),
    said: (words) => said(context, order, words),
    facts: (words) => [[words.time, timeIn(context, at)]],
    warning: (words) => (own ? words.notYou : words.askedByYou),
  };
}

function ending(context: Surroundings, order: Order<'certificate_ending'>, account: Account): Content {
  const { serial, validUntil } = order;
  if (account.certificateSerial !== serial || account.validUntil !== validUntil)
    throw new UnwritableLetter('the certificate was renewed');
  const left = validUntil - context.clock();
  if (left <= 0) throw new UnwritableLetter('the certificate has ended');
  return {
    name: shown(fullName(account)),
    said: (words) => words.certificate_ending(Math.round(left / (24 * 60 * 60_000))),
    facts: (words) => [
      [words.certificate, serial],
      [words.ends, timeIn(context, validUntil)],
    ],
    warning: (words) => words.renew,
  };
}

/** The operators' list, as it stands when it is written: the service's own first, then the signers', the soonest first. */
async function digest(context: Surroundings, order: Order<'certificates_digest'>): Promise<Content> {
  const { storage, clock } = context;
  const now = clock();
  const range = { from: now, to: now + warnedAhead };
  const { accounts, total } = await storage.roster.ending(range, { limit: filesShown, offset: 0 });
  const own = order.own.filter(({ validUntil }) => validUntil > now);
  if (own.length + total === 0) throw new UnwritableLetter('no certificate ends soon');
  const all = [
    ...own.map(({ name, validUntil }) => ({ name, validUntil })),
    ...accounts.map((account) => ({
      name: `${fullName(account)} (${account.username})`,
      validUntil: account.validUntil,
    })),
  ];
  return {
    said: (words) => words.certificates_digest(own.length + total, limits.certificateWarningDays),
    facts: () => all.map(({ name, validUntil }) => [shown(name), timeIn(context, validUntil)]),
    ...(total > accounts.length && { warning: (words) => words.moreSigners(total - accounts.length) }),
  };
}

async function signedNote(context: Surroundings, order: Order<'signed'>, account: Account): Promise<Draft> {
  const { documents, total } = await context.storage.signings.signedIn(
    account.id,
    order.signingId,
    filesShown,
  );
  const [first] = documents;
  if (!first) throw new UnwritableLetter('nothing was signed');
  const content: Content = {
    name: shown(fullName(account)),
    said: (words) => words.signed(total),
    facts: (words) => [
      [words.time, timeIn(context, first.signedAt)],
      [words.certificate, first.certificateSerial],
    ],
    files: { names: documents.map(({ name }) => shown(name)), total },
    warning: (words) => words.notYou,
  };
  return { content };
}

/** Fixed text; the recipient's letter holds no address, neither the signer's nor that of a copy. */
async function documentLetter(
  context: Surroundings,
  order: Order<'document'>,
  account: Account,
): Promise<Draft> {
  const send = await context.storage.sends.find(order.sendId);
  if (!send || send.accountId !== account.id) throw new UnwritableLetter('the send is gone');
  const { documents, blobs } = context.storage;
  const document = await documents.find(account.id, send.documentId);
  const kept = document && !isOver(document.expiresAt, context.clock()) && (await blobs.size(order.sha256));
  if (!document || kept === undefined || kept === false)
    throw new UnwritableLetter('the document is no longer kept', 'expired');
  const name = signedName(document.name);
  const copy = order.to === 'signer';
  const content: Content = {
    ...(copy && { name: shown(fullName(account)) }),
    said: (words) => (copy ? words.document_copy() : words.document(shown(fullName(account)))),
    facts: (words) => [
      ...(copy ? [[words.recipient, send.recipient] as [string, string]] : []),
      [words.checksum, order.sha256],
    ],
    files: { names: [shown(name)], total: 1 },
    ...(copy && { warning: (words) => words.notYou }),
  };
  // Checked while it is read: changed bytes break the letter off before it is whole.
  const open = async () => (await blobs.stream(order.sha256, { verify: true })).stream;
  const attachment = { name: portableName(name), until: document.expiresAt, open };
  return { content, ...(copy ? {} : { to: send.recipient }), attachment };
}
