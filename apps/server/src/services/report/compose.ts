import { appName, type Finding, type FindingsReport } from '@websign/contract';
import type { ReportText } from '@websign/pdf';
import { counts } from '../../policy/admission.ts';
import { zonedTime } from '../sign/zoned-time.ts';
import { type ReportLocale, type ReportWords, reportWords } from './words.ts';

type Block = ReportText['sections'][number]['blocks'][number];

/** Of one kind; nobody reads a hundred. */
const MOST_PLACES = 30;
/** Signatures that a file came with. */
const MOST_SIGNERS = 30;
/** The gravest first. */
const order: readonly Finding['verdict'][] = ['refuse', 'warn', 'info'];
const tones = { accept: 'info', warn: 'warn', refuse: 'refuse' } as const;

/** The report as pages say it, in Greek and then in English; `zone` is an IANA name. */
export function composeReport(
  report: FindingsReport,
  { zone, now }: { zone: string; now: number },
): ReportText {
  const section = (locale: ReportLocale): ReportText['sections'][number] => {
    const words = reportWords[locale];
    const blocks = [...head(report, words, zone), ...refusal(report, words), ...kinds(report, words, locale)];
    return { language: locale, blocks, footer: `${appName} · ${words.title} · ${words.footer}` };
  };
  return {
    title: `${reportWords.el.title}: ${report.document.name}`,
    language: 'el',
    producer: appName,
    created: zonedTime(now, zone),
    sections: [section('el'), section('en')],
  };
}

function head(report: FindingsReport, words: ReportWords, zone: string): Block[] {
  const { document, verdict, findings, signatures } = report;
  const { facts, tag } = words;
  const number = new Intl.NumberFormat(tag);
  const when = new Intl.DateTimeFormat(tag, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ hourCycle: 'h23', timeZone: zone, timeZoneName: 'shortOffset' },
  });
  const counted = order.flatMap((kind) => {
    const count = findings.filter((one) => one.verdict === kind).length;
    return count === 0 ? [] : [`${number.format(count)} ${words.counts[kind][count === 1 ? 0 : 1]}`];
  });
  const signers = signatures.map(
    ({ signer, integrity }) => `${signer || words.unnamed}: ${words.integrity[integrity]}`,
  );
  return [
    { type: 'title', text: words.title },
    { type: 'text', text: words.intro },
    {
      type: 'facts',
      rows: [
        { label: facts.document, value: document.name },
        { label: facts.size, value: `${number.format(document.size)} ${words.bytes}` },
        { label: facts.checksum, value: document.checksum },
        ...(document.pages === 0 ? [] : [{ label: facts.pages, value: number.format(document.pages) }]),
        { label: facts.uploaded, value: when.format(new Date(document.uploadedAt)) },
        { label: facts.result, value: words.results[verdict], tone: tones[verdict] },
        ...(counted.length === 0 ? [] : [{ label: facts.findings, value: counted.join(', ') }]),
        ...signers
          .slice(0, MOST_SIGNERS)
          .map((value, at) => ({ label: at === 0 ? facts.signatures : '', value })),
        { label: facts.made, value: when.format(new Date(report.generatedAt)) },
      ],
    },
  ];
}

/** Why the file was refused, where that is not for one of its findings. */
function refusal({ code, signatures, findings }: FindingsReport, words: ReportWords): Block[] {
  if (code === null) return findings.length === 0 ? [{ type: 'text', text: words.none }] : [];
  const said = Object.hasOwn(words.refusals, code) ? (words.refusals[code] ?? '') : '';
  const broken = !signatures.every(counts);
  const explained = code === 'security_issues' && !broken;
  if (explained || said === '') return [];
  return [
    { type: 'heading', text: words.refusal, label: { text: words.verdicts.refuse, tone: 'refuse' } },
    { type: 'text', text: broken && code === 'security_issues' ? words.brokenSignatures : said },
  ];
}

/** A part for each kind of finding: what it is, why it matters, what to do, where it is. */
function kinds({ findings, words: told }: FindingsReport, words: ReportWords, locale: ReportLocale): Block[] {
  const groups = order.flatMap((verdict) => {
    const of = Map.groupBy(
      findings.filter((one) => one.verdict === verdict),
      ({ kind }) => kind,
    );
    return [...of].map(([kind, members]) => ({ verdict, kind, members }));
  });
  const adviceOf = (kind: string) => told[kind]?.[locale].advice ?? '';
  const shared = repeated(groups.map(({ kind }) => adviceOf(kind)).filter((advice) => advice !== ''));
  const act = (advice: string): Block => ({ type: 'text', text: `${words.act} ${advice}` });
  const parts = groups.flatMap(({ verdict, kind, members }): Block[] => {
    const { title = kind, reason = '' } = told[kind]?.[locale] ?? {};
    const advice = adviceOf(kind);
    return [
      { type: 'heading', text: title, label: { text: words.verdicts[verdict], tone: verdict } },
      ...(reason === '' ? [] : [{ type: 'text' as const, text: reason }]),
      ...(advice === '' || shared.includes(advice) ? [] : [act(advice)]),
      {
        type: 'list',
        items: cut(
          members.map((finding) => placeOf(finding, words)),
          MOST_PLACES,
          words,
        ),
      },
    ];
  });
  const placed = findings.some(({ rect }) => rect !== undefined);
  return [...parts, ...shared.map(act), ...(placed ? [{ type: 'text' as const, text: words.places }] : [])];
}

/** The texts that occur more than once, each of them once. */
const repeated = (texts: readonly string[]): string[] => [
  ...new Set(texts.filter((text, at) => texts.indexOf(text) !== at)),
];

/** The first `most`, and a line that says how many more there are. */
function cut(lines: string[], most: number, words: ReportWords): string[] {
  const rest = lines.length - most;
  return rest > 0 ? [...lines.slice(0, most), words.more.replace('{count}', String(rest))] : lines;
}

/** Points (1/72 inch) as centimetres with one decimal. */
const centimetres = (points: number, { decimal }: ReportWords): string =>
  ((points / 72) * 2.54).toFixed(1).replace('.', decimal);

/** `Σελίδα 2, θέση 2,5 22,9 7,1 23,4, αντικείμενο 12: «…»`. */
function placeOf({ page, rect, object, revision, excerpt }: Finding, words: ReportWords): string {
  const parts = [
    page === undefined ? words.file : `${words.page} ${page}`,
    ...(rect === undefined
      ? []
      : [`${words.at} ${rect.map((points) => centimetres(points, words)).join(' ')}`]),
    ...(object === undefined ? [] : [`${words.object} ${object}`]),
    ...(revision === undefined ? [] : [words.revision.replace('{number}', String(revision))]),
  ];
  const [open, close] = words.quotes;
  return `${parts.join(', ')}${excerpt === undefined || excerpt === '' ? '' : `: ${open}${excerpt}${close}`}`;
}
