import {
  appName,
  type EvidenceSheet,
  type EvidenceVersion,
  pageRanges,
  type VerifiedSignature,
} from '@websign/contract';
import type { ReportText } from '@websign/pdf';
import { zonedTime } from '../sign/zoned-time.ts';
import { type SheetWords, sheetWords } from './words.ts';

type Block = ReportText['sections'][number]['blocks'][number];

/** Nobody reads more; the sheet as JSON has them all. */
const MOST_KINDS = 50;
const MOST_SIGNATURES = 50;
const MOST_DETAILS = 20;

interface Said {
  words: SheetWords;
  when(iso: string): string;
  bytes(octets: number): string;
}

/** The sheet as pages say it, in Greek and then in English; `zone` is an IANA name. */
export function composeSheet(sheet: EvidenceSheet, { zone, now }: { zone: string; now: number }): ReportText {
  const section = (language: keyof typeof sheetWords): ReportText['sections'][number] => {
    const said = saidIn(sheetWords[language], zone);
    const { words } = said;
    const blocks = [
      ...head(sheet, said),
      ...copyBlocks(sheet, said),
      ...sheet.versions.flatMap((version) => versionBlocks(version, said)),
      ...judgement(sheet, said),
      ...findings(sheet, said),
      ...audit(sheet, said),
    ];
    return { language, blocks, footer: `${appName} · ${words.title} · ${words.footer}` };
  };
  return {
    title: `${sheetWords.el.title}: ${sheet.document.name}`,
    language: 'el',
    producer: appName,
    created: zonedTime(now, zone),
    sections: [section('el'), section('en')],
  };
}

function saidIn(words: SheetWords, zone: string): Said {
  const number = new Intl.NumberFormat(words.tag);
  const time = new Intl.DateTimeFormat(words.tag, {
    ...{ day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    ...{ timeZone: zone, timeZoneName: 'shortOffset' },
  });
  return {
    words,
    when: (iso) => time.format(new Date(iso)),
    bytes: (octets) => `${number.format(octets)} ${words.bytes}`,
  };
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

function head({ document, signer, generatedAt }: EvidenceSheet, { words, when, bytes }: Said): Block[] {
  const { facts } = words;
  return [
    { type: 'title', text: words.title },
    { type: 'text', text: words.intro },
    { type: 'heading', text: words.document },
    {
      type: 'facts',
      rows: [
        { label: facts.name, value: document.name },
        { label: facts.uploaded, value: when(document.uploadedAt) },
        { label: facts.original, value: document.originalChecksum },
        { label: facts.originalSize, value: bytes(document.originalSize) },
        { label: facts.current, value: document.checksum },
        { label: facts.currentSize, value: bytes(document.size) },
        { label: facts.signer, value: signer.name },
        { label: facts.username, value: signer.username },
        { label: facts.subjectSerial, value: signer.subjectSerial },
        { label: facts.made, value: when(generatedAt) },
      ],
    },
  ];
}

function versionBlocks(version: EvidenceVersion, { words, when, bytes }: Said): Block[] {
  const { of } = words;
  const rows = [
    { label: of.time, value: when(version.signedAt) },
    { label: of.level, value: `PAdES ${version.level}` },
    { label: of.authentication, value: authentication(version, words) },
    { label: of.key, value: words.keyPlaces[version.keyProvider] ?? '' },
    { label: of.certificate, value: version.certificate.serial },
    { label: of.fingerprint, value: version.certificate.sha256 ?? '' },
    { label: of.reason, value: version.reason },
    { label: of.title, value: version.title },
    { label: of.look, value: version.visible ? words.visible : words.invisible },
    { label: of.before, value: version.baseChecksum },
    { label: of.after, value: version.checksum },
    { label: of.size, value: bytes(version.size) },
  ];
  return [
    { type: 'heading', text: fill(words.version, { number: String(version.number) }) },
    { type: 'facts', rows: rows.filter(({ value }) => value !== '') },
  ];
}

/** How the signer was known, in words. */
function authentication(
  { keyProvider, activation, otpMethod }: EvidenceVersion,
  words: Said['words'],
): string {
  const elsewhere = keyProvider === 'csc' || keyProvider === 'dsa';
  return elsewhere ? words.elsewhere[activation] : fill(words.authentication, { method: otpMethod });
}

function judgement({ signatures, earlierSignatures }: EvidenceSheet, said: Said): Block[] {
  const { words } = said;
  const heading: Block = { type: 'heading', text: words.judged };
  if (signatures === null) return [heading, { type: 'text', text: words.gone }];
  const earlier = earlierSignatures.map(({ signer }) => signer || words.unnamed);
  return [
    heading,
    { type: 'text', text: words.judgedIntro },
    ...signatures.slice(0, MOST_SIGNATURES).map((signature): Block => judged(signature, said)),
    ...(earlier.length === 0
      ? []
      : [
          { type: 'text' as const, text: words.earlier },
          { type: 'list' as const, items: earlier.slice(0, MOST_SIGNATURES) },
        ]),
  ];
}

const tones = { 'TOTAL-PASSED': 'info', INDETERMINATE: 'warn', 'TOTAL-FAILED': 'refuse' } as const;

function judged(signature: VerifiedSignature, said: Said): Block {
  const { words, when } = said;
  const { judgement: labels } = words;
  const [certificate] = signature.chain;
  const { indication, subIndication } = signature;
  const result = `${words.indications[indication] ?? indication} (${[indication, subIndication].filter(Boolean).join(', ')})`;
  const rows = [
    { label: labels.signer, value: signature.signer || words.unnamed },
    { label: labels.result, value: result, tone: tones[indication] },
    { label: labels.time, value: timeOf(signature, said) },
    { label: labels.stamp, value: stampOf(signature, said) },
    ...(certificate === undefined
      ? []
      : [
          { label: labels.certificate, value: `${certificate.subject}, ${certificate.serial}` },
          {
            label: labels.validity,
            value: `${when(certificate.notBefore)} – ${when(certificate.notAfter)}`,
          },
          { label: labels.issuer, value: certificate.issuer },
        ]),
    ...(signature.kind === 'timestamp'
      ? []
      : [{ label: labels.qualified, value: qualifiedAs(signature, words) }]),
  ];
  return { type: 'facts', rows };
}

/** Yes or no, with what TS 119 615 calls it where that applies. */
function qualifiedAs({ qualified, qualification }: VerifiedSignature, words: SheetWords): string {
  const answer = qualified ? words.qualifiedYes : words.qualifiedNo;
  if (qualification === 'not_applicable' || qualification === 'N/A') return answer;
  const { qualifications } = words;
  const named = Object.hasOwn(qualifications, qualification) ? qualifications[qualification] : undefined;
  return `${answer} (${named ?? qualification})`;
}

function timeOf({ signedAt, timeProven }: VerifiedSignature, { words, when }: Said): string {
  if (signedAt === null) return words.noTime;
  return fill(timeProven ? words.proven : words.claimed, { time: when(signedAt) });
}

function stampOf({ timeStamps }: VerifiedSignature, { words, when }: Said): string {
  const told = timeStamps.flatMap(({ time, authority }) =>
    time === null ? [] : [fill(words.stamp, { time: when(time), authority: authority || words.unnamed })],
  );
  return told.length === 0 ? words.noStamp : told.join('; ');
}

function findings({ findings: found }: EvidenceSheet, { words }: Said): Block[] {
  const heading: Block = { type: 'heading', text: words.findings };
  if (found.length === 0) return [heading, { type: 'text', text: words.noFindings }];
  const kinds = [...Map.groupBy(found, ({ kind }) => kind)].slice(0, MOST_KINDS);
  const items = kinds.map(([kind, alike]) => withPages(words.titles[kind] ?? kind, alike, words));
  return [heading, { type: 'list', items }];
}

/** What is said of something, with the pages where it stands. */
function withPages(
  title: string,
  alike: readonly { page?: number | undefined }[],
  words: SheetWords,
): string {
  const pages = [...new Set(alike.flatMap(({ page }) => page ?? []))].sort((a, b) => a - b);
  const [first] = pages;
  if (first === undefined) return title;
  if (pages.length === 1) return `${title}, ${fill(words.page, { page: String(first) })}`;
  return `${title}, ${fill(words.pages, { pages: pageRanges(pages) })}`;
}

/** CPY-3: what the document is a safe copy of, and all that the copy leaves out. */
function copyBlocks({ document: { origin } }: EvidenceSheet, { words }: Said): Block[] {
  if (origin === null) return [];
  const kinds = [...Map.groupBy(origin.leftOut, ({ kind }) => kind)];
  const items = kinds.map(([kind, alike]) => {
    const details = [...new Set(alike.flatMap(({ detail }) => detail ?? []))];
    const more = details.length - MOST_DETAILS;
    const texts = [
      ...details.slice(0, MOST_DETAILS).map((detail) => fill(words.quoted, { text: detail })),
      ...(more > 0 ? [fill(words.more, { number: String(more) })] : []),
    ].join(', ');
    const title = withPages(words.leftOut[kind], alike, words);
    return texts === '' ? title : `${title}: ${texts}`;
  });
  return [
    { type: 'heading', text: words.copy },
    { type: 'text', text: words.copyIntro },
    {
      type: 'facts',
      rows: [
        { label: words.copyOf.name, value: origin.name },
        { label: words.copyOf.checksum, value: origin.checksum },
      ],
    },
    { type: 'text', text: items.length === 0 ? words.nothingLeftOut : words.leftOutIntro },
    ...(items.length === 0 ? [] : [{ type: 'list' as const, items }]),
  ];
}

function audit({ audit: entries }: EvidenceSheet, { words, when }: Said): Block[] {
  const items = entries.map(({ sequence, at, kind, previous, hash }) =>
    fill(words.entry, {
      sequence: String(sequence),
      time: when(at),
      kind: Object.hasOwn(words.kinds, kind) ? (words.kinds[kind] ?? kind) : kind,
      previous,
      hash,
    }),
  );
  return [
    { type: 'heading', text: words.audit },
    { type: 'text', text: words.auditIntro },
    { type: 'list', items },
  ];
}
