import { draftSignature, finishSignature, type Raised, type SignatureLevel } from '@websign/pades';
import type { Placement } from '@websign/pdf';
import { digestOf, estimateCmsBytes, type Material, nameValue } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { readSettings } from '@websign/server/config';
import { type Identity, openIdentity } from '@websign/server/identity';
import type { SignatureWish } from '@websign/server/sandbox/engine';
import type { Raising } from '@websign/server/services/raise/document';
import { fullName, type Wording, worded } from '@websign/server/services/sign/wish';
import { zonedTime } from '@websign/server/services/sign/zoned-time';
import { stampWith } from '@websign/server/services/time-stamps';
import { readArguments, required } from '../arguments.ts';
import { AUTHORITY_OPTIONS, type Authorities, openAuthorities } from '../authorities.ts';
import { PARALLEL, sourceOf, withEngine } from '../engine.ts';
import { CliError } from '../error.ts';
import { type FileOutcome, forEachFile } from '../files.ts';
import {
  isAway,
  isLongTerm,
  materialAhead,
  parseLevel,
  raisePatiently,
  remarks,
  requireMeans,
} from '../levels.ts';
import { outputName, writeNew } from '../place.ts';
import { readDocument, readKeyFile } from '../read-file.ts';
import { refused } from '../refusal.ts';
import { readPassword } from '../secret.ts';

const OPTIONS = {
  ...AUTHORITY_OPTIONS,
  p12: { type: 'string' },
  'password-file': { type: 'string' },
  out: { type: 'string' },
  visible: { type: 'string' },
  reason: { type: 'string', default: '' },
  title: { type: 'string', default: '' },
  level: { type: 'string' },
  'or-lower': { type: 'boolean', default: false },
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
  level: SignatureLevel;
  /** Whether a lower level is kept where an authority is away. */
  orLower: boolean;
}

/** Signs many files with one key; each has an outcome of its own. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length === 0) throw new CliError('usage', 'FILE is missing.');
  const p12 = required(values.p12, '--p12');
  const passwordFile = required(values['password-file'], '--password-file');
  const out = required(values.out, '--out');
  const placement = values.visible === undefined ? undefined : parsePlacement(values.visible);
  const locale = parseLocale(values.locale);
  const asked = parseLevel(values.level);
  const authorities = openAuthorities(values, readSettings(process.env));
  try {
    const level = asked ?? usualLevel(authorities);
    requireMeans(level, authorities);
    if (level === 'B-LTA' && values.lock)
      throw new CliError('usage', '--lock lets nothing follow, so its highest level is B-LT.');
    const identity = await openIdentity(p12, await readKeyFile(p12), await readPassword(passwordFile));
    const { reason, title, lock, 'or-lower': orLower } = values;
    const task: Task = { identity, out, placement, reason, title, locale, lock, level, orLower };
    return await withEngine(
      (engine) => {
        const signing: Raising = { ...authorities, engine, clock: Date.now };
        return forEachFile(positionals, values.json, (file) => signFile(signing, file, task));
      },
      { children: Math.min(PARALLEL, positionals.length) },
    );
  } finally {
    await authorities.close();
  }
}

/** By what was given: B-LT with authorities for time-stamps and trusted certificates. */
const usualLevel = ({ timeStamps, trusting }: Authorities): SignatureLevel =>
  timeStamps === undefined ? 'B-B' : trusting ? 'B-LT' : 'B-T';

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

async function signFile(signing: Raising, file: string, task: Task): Promise<FileOutcome> {
  try {
    const bytes = await readDocument(file);
    const { tail, level, early, restricted } = await signing.engine.together((engine) =>
      signed({ ...signing, engine }, bytes, task),
    );
    const output = outputName(file, task.out, 'signed');
    await writeNew(output, task.out, [bytes, tail]);
    const lower =
      level === task.level || restricted ? '' : `; ${task.level} is not to be had now: extend it later`;
    const line = `signed (${level}): ${output}${lower}${remarks({ early, final: false, ...(restricted ? { restricted } : {}) })}`;
    return { ok: true, line, json: { ok: true, output, level, ...(early ? { early } : {}) } };
  } catch (error) {
    return refused(error, 'not signed');
  }
}

type Signed = Pick<Raised, 'tail' | 'level' | 'early' | 'restricted'>;

async function signed(signing: Raising, bytes: Uint8Array, task: Task): Promise<Signed> {
  const { engine, timeStamps, clock } = signing;
  const { identity, level } = task;
  const material = await ahead(signing, task);
  const wish = { ...wishOf(task), ...(material === undefined ? {} : { material }) };
  const prepared = await engine.prepare(sourceOf(bytes), wish);
  const draft = draftSignature(prepared, identity, nodePorts());
  const signature = identity.sign(draft.signedAttributes);
  const stamp =
    level === 'B-B' || timeStamps === undefined ? undefined : stampWith(timeStamps, engine, clock);
  const made = { ...(await finishSignature(prepared, draft, signature, nodePorts(), stamp)), early: false };
  if (material !== undefined) return { ...made, level: 'B-LT' };
  if (!isLongTerm(level) || task.lock) return made;
  try {
    return await raisePatiently(signing, sourceOf(bytes), { level, field: prepared.field }, made.tail);
  } catch (error) {
    if (task.orLower && isAway(error)) return made;
    throw error;
  }
}

/** A lock lets nothing follow: what other signatures get afterwards goes into its own revision. */
async function ahead(signing: Raising, task: Task): Promise<Material | undefined> {
  if (!task.lock || !isLongTerm(task.level)) return undefined;
  try {
    return await materialAhead(signing, task.identity.chain);
  } catch (error) {
    if (task.orLower && isAway(error)) return undefined;
    throw error;
  }
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
