import {
  appName,
  changesTold,
  composeHeadline,
  documentCause,
  type Standing,
  signatureCause,
  standing,
  type VerifiedDocument,
  type VerifiedSignature,
  type VerifyAnswer,
} from '@websign/contract';
import type { ReportText } from '@websign/pdf';
import { zonedTime } from '../sign/zoned-time.ts';
import { type ReportLocale, type VerificationWords, verificationWords } from './words.ts';

type Block = ReportText['sections'][number]['blocks'][number];
type Rows = Extract<Block, { type: 'facts' }>['rows'];
type Tone = NonNullable<Rows[number]['tone']>;

/** Of one file; nobody reads a hundred. */
const MOST_SIGNATURES = 50;
/** Of one signature. */
const MOST_CHANGES = 30;

const verdictTones: Record<NonNullable<VerifiedDocument['verdict']>, Tone> = {
  valid: 'info',
  'valid-with-warnings': 'warn',
  indeterminate: 'warn',
  invalid: 'refuse',
  unsigned: 'plain',
};
/** How a signature stands, later changes included, with the indication whose word it takes. */
const standings: Record<Standing, { tone: Tone; indication: VerifiedSignature['indication'] }> = {
  valid: { tone: 'info', indication: 'TOTAL-PASSED' },
  warn: { tone: 'warn', indication: 'TOTAL-PASSED' },
  unknown: { tone: 'warn', indication: 'INDETERMINATE' },
  invalid: { tone: 'refuse', indication: 'TOTAL-FAILED' },
};

interface Telling {
  words: VerificationWords;
  /** A time of the answer, for people. */
  when(iso: string): string;
  number(value: number): string;
}

/** The report as pages say it, in one language; `zone` is an IANA name. */
export function composeVerification(
  answer: VerifyAnswer,
  { locale, zone, now }: { locale: ReportLocale; zone: string; now: number },
): ReportText {
  const words = verificationWords[locale];
  const telling = tellingOf(words, zone);
  const blocks: Block[] = [
    { type: 'title', text: words.title },
    { type: 'text', text: words.intro },
    ...answer.documents.flatMap((document) => documentBlocks(document, answer.verifiedAt, telling)),
  ];
  return {
    title: `${words.title}: ${answer.documents[0]?.name ?? ''}`,
    language: locale,
    producer: appName,
    created: zonedTime(now, zone),
    sections: [{ language: locale, blocks, footer: `${appName} · ${words.title} · ${words.footer}` }],
  };
}

function tellingOf(words: VerificationWords, zone: string): Telling {
  const number = new Intl.NumberFormat(words.tag);
  const when = new Intl.DateTimeFormat(words.tag, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ second: '2-digit', hourCycle: 'h23', timeZone: zone, timeZoneName: 'shortOffset' },
  });
  return {
    words,
    when: (iso) => when.format(new Date(iso)),
    number: (value) => number.format(value),
  };
}

/** What is said of a code, where there are words for it. */
const say = (words: Readonly<Record<string, string>>, code: string | null): string | undefined =>
  code !== null && Object.hasOwn(words, code) ? words[code] : undefined;

function documentBlocks(document: VerifiedDocument, verifiedAt: string, telling: Telling): Block[] {
  const { words, when, number } = telling;
  const { facts, verdicts } = words;
  const { verdict, signatures } = document;
  const cause = documentCause(document);
  const label =
    verdict === null ? undefined : { text: verdicts.verdicts[verdict], tone: verdictTones[verdict] };
  return [
    { type: 'heading', text: document.name, ...(label === undefined ? {} : { label }) },
    ...sentences(document, cause, words),
    {
      type: 'facts',
      rows: [
        { label: facts.size, value: `${number(document.size)} ${words.bytes}` },
        { label: facts.checksum, value: document.checksum },
        { label: facts.verified, value: when(verifiedAt) },
        ...(signatures.length === 0
          ? []
          : [
              { label: facts.signatures, value: number(signatures.length + document.leftOut) },
              { label: facts.basis, value: document.online ? words.fetched : words.embedded },
            ]),
      ],
    },
    ...signatures.slice(0, MOST_SIGNATURES).flatMap((signature) => signatureBlocks(signature, telling)),
    ...more(signatures.length - MOST_SIGNATURES, words),
  ];
}

function sentences(document: VerifiedDocument, cause: string | null, words: VerificationWords): Block[] {
  if (document.verdict === null) return texts(words.unread, say(words.refusals, document.code));
  const { causes, meanings, advice } = words.verdicts;
  const because = say(causes, cause) ?? causes.CUSTOM;
  const acting = say(advice, cause);
  return texts(
    composeHeadline(words.verdicts, document, because),
    say(meanings, cause),
    acting === undefined ? undefined : `${words.act} ${acting}`,
  );
}

const texts = (...all: (string | undefined)[]): Block[] =>
  all.flatMap((text) => (text === undefined || text === '' ? [] : [{ type: 'text', text }]));

function more(rest: number, { more: said }: VerificationWords): Block[] {
  return rest > 0 ? texts(said.replace('{count}', String(rest))) : [];
}

function signatureBlocks(signature: VerifiedSignature, telling: Telling): Block[] {
  const { words } = telling;
  const { indications, sentences: said, causes } = words.verdicts;
  const { kind, signer, changes } = signature;
  const stands = standing(signature);
  const { tone, indication } = standings[stands];
  const label = { text: indications[indication], tone };
  const because = say(causes, signatureCause(signature)) ?? causes.CUSTOM;
  const shown = changes.slice(0, MOST_CHANGES).map((change) => changeLine(change, words));
  const rest = changes.length - shown.length;
  if (rest > 0) shown.push(words.more.replace('{count}', String(rest)));
  return [
    { type: 'heading', text: `${words.kinds[kind]}: ${signer || words.unnamed}`, label },
    ...texts(said[stands].replace('{{because}}', () => because)),
    { type: 'facts', rows: [...signatureRows(signature, telling), ...proofRows(signature, telling)] },
    ...(shown.length === 0
      ? []
      : [
          { type: 'text' as const, text: words.changed },
          { type: 'list' as const, items: shown },
        ]),
  ];
}

const row = (label: string, value: string | null | undefined): Rows =>
  value === null || value === undefined || value === '' ? [] : [{ label, value }];

function signatureRows(signature: VerifiedSignature, { words, when, number }: Telling): Rows {
  const { facts, details } = words;
  const { signedAt, timeProven, claimedAt, level, covers, changesAfter, kind, qualified } = signature;
  const time = signedAt === null ? words.noTime : when(signedAt);
  const stated = kind !== 'timestamp' && !timeProven && signedAt !== null;
  return [
    {
      label: facts[kind === 'timestamp' ? 'stampedAt' : 'signedAt'],
      value: stated ? `${time} (${words.unproven})` : time,
    },
    ...(timeProven && claimedAt !== null && claimedAt !== signedAt
      ? row(facts.claimedAt, when(claimedAt))
      : []),
    ...row(facts.level, level && details.levels[level]),
    ...row(facts.covers, details.coverage[covers]),
    ...row(facts.changes, changesTold(signature) ? details.changeLevels[changesAfter] : null),
    ...(kind === 'timestamp'
      ? []
      : row(facts.qualified, `${qualified ? words.yes : words.no}${outcomeOf(signature, words)}`)),
    ...row(facts.page, signature.page === null ? null : number(signature.page)),
    ...row(facts.reason, signature.reason),
    ...row(facts.location, signature.location),
  ];
}

function outcomeOf({ qualification }: VerifiedSignature, { details }: VerificationWords): string {
  if (qualification === 'not_applicable' || qualification === 'N/A') return '';
  return ` (${say(details.qualifications, qualification) ?? qualification})`;
}

function proofRows(signature: VerifiedSignature, { words, when }: Telling): Rows {
  const { facts, details, verdicts } = words;
  const [certificate] = signature.chain;
  const revocation = certificate?.revocation;
  return [
    ...row(facts.issuer, certificate?.issuer),
    ...row(
      facts.revocation,
      revocation &&
        words.status
          .replace('{word}', details.statuses[revocation.status])
          .replace('{source}', revocation.source.toUpperCase())
          .replace('{time}', when(revocation.thisUpdate)),
    ),
    ...row(facts.revokedAt, revocation?.revokedAt ? when(revocation.revokedAt) : null),
    ...signature.timeStamps.flatMap(({ time, authority, indication }) =>
      row(
        facts.timeStamp,
        [time === null ? words.noTime : when(time), authority, verdicts.indications[indication]]
          .filter((part) => part !== '')
          .join(', '),
      ),
    ),
    ...row(facts.etsi, [signature.indication, signature.subIndication].filter(Boolean).join(' / ')),
  ];
}

/** `Σελίδα 2, έκδοση 3 του αρχείου, αντικείμενο 12: Σημείωση (/Contents)`. */
function changeLine(
  change: VerifiedSignature['changes'][number],
  { place, details }: VerificationWords,
): string {
  const parts = [
    ...(change.page === null ? [] : [place.page.replace('{n}', String(change.page))]),
    place.revision.replace('{n}', String(change.revision)),
    ...(change.object === null ? [] : [place.object.replace('{n}', String(change.object))]),
  ];
  const { changeReasons, changeRules } = details;
  const said = say(changeReasons, change.reason) ?? say(changeRules, change.rule) ?? change.rule;
  const what = [change.what, ...(change.field === null ? [] : [change.field])].join(' ');
  const where = parts.join(', ');
  return `${where[0]?.toLocaleUpperCase()}${where.slice(1)}: ${said} (${what})`;
}
