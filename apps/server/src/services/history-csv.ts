import type { HistoryRow, historyFilter } from '@websign/contract';
import type { z } from 'zod';
import type { Context, SignedIn } from './context.ts';
import { historyRows } from './history.ts';
import { dayIn, isoTime } from './sign/zoned-time.ts';

/** The words of the exported list, the same as those of the screens. */
const words = {
  el: {
    file: 'ιστορικό',
    headings: [
      'Όνομα αρχείου',
      'Μέγεθος (byte)',
      'Έλεγχος ασφάλειας',
      'Έλεγχος εγκυρότητας',
      'Ευρήματα',
      'Αποτύπωμα (SHA-256)',
      'Χρόνος υπογραφής',
      'Υπογραφή',
      'Χρόνος μεταφόρτωσης',
      'Ασφαλές αντίγραφο του (SHA-256)',
    ],
    security: { passed: 'Χωρίς προβλήματα', warning: 'Προειδοποίηση', refused: 'Απορρίφθηκε' },
    validity: {
      none: 'Δεν έφερε υπογραφές',
      valid: 'Έγκυρες υπογραφές',
      unclear: 'Δεν μπορεί να διαπιστωθεί',
      invalid: 'Μη έγκυρες υπογραφές',
    },
    none: 'Κανένα',
    checks: {
      info: ['πληροφορία', 'πληροφορίες'],
      warn: ['προειδοποίηση', 'προειδοποιήσεις'],
      refuse: ['λόγος απόρριψης', 'λόγοι απόρριψης'],
    },
    signed: { here: 'Υπογεγραμμένο', elsewhere: 'Δεν έχει υπογραφεί εδώ', never: 'Μη υπογεγραμμένο' },
  },
  en: {
    file: 'history',
    headings: [
      'File name',
      'Size (bytes)',
      'Security check',
      'Validity check',
      'Findings',
      'Checksum (SHA-256)',
      'Signed at',
      'Signature',
      'Uploaded at',
      'Safe copy of (SHA-256)',
    ],
    security: { passed: 'No problems', warning: 'Warning', refused: 'Refused' },
    validity: {
      none: 'It came without signatures',
      valid: 'Valid signatures',
      unclear: 'Cannot be determined',
      invalid: 'Signatures not valid',
    },
    none: 'None',
    checks: {
      info: ['note', 'notes'],
      warn: ['warning', 'warnings'],
      refuse: ['reason for refusal', 'reasons for refusal'],
    },
    signed: { here: 'Signed', elsewhere: 'Not signed here', never: 'Not signed' },
  },
} as const;
export type CsvLocale = keyof typeof words;

const byteOrderMark = '\ufeff';
/** Characters of a piece of the stream. */
const pieceLength = 64 * 1024;

/**
 * A cell of RFC 4180 that no spreadsheet takes for a formula. Always quoted: where the list separator is another one,
 * a cell that was not would fall into several, and a later one could begin with an equals sign.
 */
const cell = (value: string | number) =>
  `"${String(value)
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`;

const separators = { comma: ',', semicolon: ';' } as const;
type CsvSeparator = keyof typeof separators;

/** How the list is written: the language of its words, and what stands between cells. */
interface CsvForm {
  readonly locale: CsvLocale;
  readonly separator: CsvSeparator;
}

const csvLine = (cells: readonly (string | number)[], separator: CsvSeparator) =>
  `${cells.map(cell).join(separators[separator])}\r\n`;

/** `2 πληροφορίες, 1 προειδοποίηση`. */
function shownChecks(checks: HistoryRow['checks'], locale: CsvLocale): string {
  const { checks: names, none } = words[locale];
  const shown = (['refuse', 'warn', 'info'] as const)
    .filter((verdict) => checks[verdict] > 0)
    .map((verdict) => `${checks[verdict]} ${names[verdict][checks[verdict] === 1 ? 0 : 1]}`);
  return shown.length === 0 ? none : shown.join(', ');
}

/** A file that came signed by others and is not signed here is not called unsigned. */
function signedWhere({ signed, validity }: HistoryRow): 'here' | 'elsewhere' | 'never' {
  if (signed) return 'here';
  return validity === 'none' ? 'never' : 'elsewhere';
}

function cellsOf(row: HistoryRow, locale: CsvLocale, zone: string): (string | number)[] {
  const { security, validity, signed } = words[locale];
  const time = (iso: string | null) => (iso === null ? '' : isoTime(Date.parse(iso), zone));
  return [
    ...[row.filename, row.size, security[row.security], validity[row.validity]],
    ...[shownChecks(row.checks, locale), row.checksum, time(row.signed_at)],
    ...[signed[signedWhere(row)], time(row.uploaded_at), row.origin?.checksum ?? ''],
  ];
}

/** HIS-2: everything that matches, as the text of a CSV file; times are in the configured zone and carry it. */
export async function* historyCsv(
  context: Context,
  signer: SignedIn,
  filter: z.output<typeof historyFilter>,
  { locale, separator }: CsvForm,
): AsyncGenerator<string> {
  let piece = byteOrderMark + csvLine(words[locale].headings, separator);
  for await (const row of historyRows(context, signer, filter)) {
    piece += csvLine(cellsOf(row, locale, context.config.TIME_ZONE), separator);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** `ιστορικό_2026-11-21.csv`, by the date in the configured zone. */
export const csvName = ({ config, clock }: Context, locale: CsvLocale): string =>
  `${words[locale].file}_${dayIn(clock(), config.TIME_ZONE)}.csv`;
