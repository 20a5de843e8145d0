import { draftSignature, finishSignature, type SignedDocument, type Stamp } from '@websign/pades';
import type { Placement } from '@websign/pdf';
import { digestOf, estimateCmsBytes, nameValue } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { timeStampClient } from '@websign/providers';
import { readCertificates } from '@websign/server/files';
import { type Identity, openIdentity } from '@websign/server/identity';
import type { Engine, SignatureWish } from '@websign/server/sandbox/engine';
import { fullName, type Wording, worded } from '@websign/server/services/sign/wish';
import { zonedTime } from '@websign/server/services/sign/zoned-time';
import { stampWith } from '@websign/server/services/time-stamps';
import { readArguments, required } from '../arguments.ts';
import { sourceOf, withEngine } from '../engine.ts';
import { CliError } from '../error.ts';
import { type FileOutcome, forEachFile } from '../files.ts';
import { signedName, writeNew } from '../place.ts';
import { readDocument, readKeyFile } from '../read-file.ts';
import { refused } from '../refusal.ts';
import { readPassword } from '../secret.ts';

const OPTIONS = {
  p12: { type: 'string' },
  'password-file': { type: 'string' },
  out: { type: 'string' },
  visible: { type: 'string' },
  reason: { type: 'string', default: '' },
  title: { type: 'string', default: '' },
  tsa: { type: 'string' },
  'tsa-certificates': { type: 'string' },
  locale: { type: 'string', default: 'el' },
  lock: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** How each file is to be signed. */
interface Task {
  identity: Identity;
  out: string;
  placement: Placement | undefined;
  reason: string;
  title: string;
  locale: Wording['locale'];
  lock: boolean;
  stamp: Stamp | undefined;
}

/** Signs many files with one key; each has an outcome of its own. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new CliError('usage', 'FILE is missing.');
  const p12 = required(values.p12, '--p12');
  const passwordFile = required(values['password-file'], '--password-file');
  const out = required(values.out, '--out');
  const placement = values.visible === undefined ? undefined : parsePlacement(values.visible);
  const anchors = readAnchors(values.tsa, values['tsa-certificates']);
  const locale = parseLocale(values.locale);
  const identity = await openIdentity(p12, await readKeyFile(p12), await readPassword(passwordFile));
  const { reason, title, lock, tsa } = values;
  return withEngine((engine) => {
    const stamp = tsa === undefined ? undefined : stampFrom(engine, tsa, anchors);
    const task: Task = { identity, out, placement, reason, title, locale, lock, stamp };
    return forEachFile(positionals, values.json, (file) => signFile(engine, file, task));
  });
}

/** Asks the authority at `url`; its certificates must lead to one of `anchors`. */
function stampFrom(engine: Engine, url: string, anchors: Uint8Array[]): Stamp {
  return stampWith({ client: timeStampClient({ servers: [{ url }] }), anchors }, engine, Date.now);
}

function readAnchors(tsa: string | undefined, file: string | undefined): Uint8Array[] {
  if (tsa === undefined) return [];
  if (!URL.canParse(tsa)) throw new CliError('usage', `--tsa ${tsa} is not a URL.`);
  const anchors = required(file, '--tsa-certificates (PEM: whom the authority must chain to)');
  return readCertificates('--tsa-certificates', anchors);
}

/** `PAGE,X,Y,W,H`: page from 1, points from the lower left corner of the page as it is shown (SGN-2). */
export function parsePlacement(text: string): Placement {
  const numbers = text
    .split(',')
    .map((part) => (/^\s*\d+(\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN));
  const [page = 0, x = 0, y = 0, width = 0, height = 0] = numbers;
  const whole = numbers.length === 5 && !numbers.some(Number.isNaN);
  if (whole && Number.isInteger(page) && page >= 1 && width > 0 && height > 0)
    return { page, x, y, width, height };
  throw new CliError('usage', `--visible ${text} is not PAGE,X,Y,WIDTH,HEIGHT, such as 1,36,36,200,60.`);
}

async function signFile(engine: Engine, file: string, task: Task): Promise<FileOutcome> {
  try {
    const bytes = await readDocument(file);
    const { tail, level } = await signed(engine, bytes, task);
    const output = signedName(file, task.out);
    await writeNew(output, task.out, [bytes, tail]);
    return { ok: true, line: `signed (${level}): ${output}`, json: { ok: true, output, level } };
  } catch (error) {
    return refused(error, 'not signed');
  }
}

async function signed(engine: Engine, bytes: Uint8Array, task: Task): Promise<SignedDocument> {
  const { identity, stamp } = task;
  const prepared = await engine.prepare(sourceOf(bytes), wishOf(task));
  const draft = draftSignature(prepared, identity, nodePorts());
  const signature = identity.sign(draft.signedAttributes);
  return finishSignature(prepared, draft, signature, nodePorts(), stamp);
}

function wishOf({ identity, placement, reason, title, lock, locale }: Task): SignatureWish {
  const { chain, certificate, algorithm } = identity;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const time = zonedTime(Date.now(), zone);
  const { subject } = certificate;
  const surname = nameValue(subject, 'surname');
  const given = nameValue(subject, 'givenName');
  const person = surname && given ? fullName({ surname, name: given }) : undefined;
  const name = person ?? nameValue(subject, 'commonName') ?? subject.text;
  return {
    ...worded({ locale, name, reason, title, time, placement }),
    digestAlgorithm: digestOf(algorithm),
    contentsBytes: estimateCmsBytes(chain),
    lock,
  };
}

function parseLocale(text: string): Wording['locale'] {
  if (text === 'el' || text === 'en') return text;
  throw new CliError('usage', `--locale ${text} is neither el nor en.`);
}
