import { createReadStream, existsSync } from 'node:fs';
import { checkExport, type ExportFlaw } from '@websign/server/services/audit/check';
import { readTrustFile, TrustFolderError } from '@websign/server/services/trust/folder';
import type { AuditHead } from '@websign/server/storage/index';
import { none, readArguments } from '../../arguments.ts';
import { CliError, EXIT } from '../../error.ts';
import { printable } from '../../printable.ts';
import { readKeyFile } from '../../read-file.ts';
import { withStorage } from '../../storage.ts';
import { flawWords } from './words.ts';

const OPTIONS = {
  anchor: { type: 'string' },
  file: { type: 'string' },
  seal: { type: 'string' },
  certificate: { type: 'string' },
} as const;

/** Checks the chain of the log, or of an export; prints its head, to be kept elsewhere as the next check's anchor. */
export async function verify(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  const anchor = values.anchor === undefined ? undefined : parseAnchor(values.anchor);
  if (values.file !== undefined) return verifyFile({ ...values, file: values.file }, anchor);
  if (values.seal !== undefined || values.certificate !== undefined)
    throw new CliError('usage', '--file is missing.');
  return verifyLog(anchor);
}

async function verifyLog(anchor: AuditHead | undefined): Promise<number> {
  const verdict = await withStorage((storage) => storage.audit.verify(anchor));
  if (!verdict.ok) {
    process.stdout.write(
      `The audit log is broken at row ${verdict.sequence}: ${flawWords[verdict.reason]}.\n`,
    );
    return EXIT.failed;
  }
  const { sequence, hash } = verdict.head;
  process.stdout.write(`The audit log is intact: ${sequence} rows.\nanchor ${sequence}:${hash}\n`);
  return EXIT.done;
}

interface ExportFile {
  file: string;
  seal?: string | undefined;
  certificate?: string | undefined;
}

async function verifyFile(
  { file, seal, certificate }: ExportFile,
  anchor: AuditHead | undefined,
): Promise<number> {
  const beside = `${file}.p7s`;
  const sealFile = seal ?? (existsSync(beside) ? beside : undefined);
  const verdict = await checkExport({
    bytes: createReadStream(file, { highWaterMark: 1024 * 1024 }),
    seal: sealFile === undefined ? undefined : await readKeyFile(sealFile),
    anchors: certificate === undefined ? [] : anchorsOf(certificate),
    anchor,
  });
  if (!verdict.ok) {
    process.stdout.write(
      `The export is not intact${placeOf(verdict.flaw)}: ${flawWords[verdict.flaw.reason]}.\n`,
    );
    return EXIT.failed;
  }
  const { first, last, count, hash, at } = verdict.statement;
  process.stdout.write(`The export is intact: ${count} rows, ${first} to ${last}, made at ${at}.\n`);
  process.stdout.write(`anchor ${last}:${hash}\n`);
  if (verdict.seal === undefined) {
    process.stdout.write('It is not sealed: who made it is not proven.\n');
    return EXIT.failed;
  }
  const by = printable(verdict.seal.certificate.subject.text);
  if (verdict.seal.trusted) {
    process.stdout.write(`Sealed by ${by}.\n`);
    return EXIT.done;
  }
  const why =
    certificate === undefined
      ? 'give --certificate with the certificate of the service, or of who issued it'
      : `that does not lead to the certificates of ${certificate}, or was not valid then`;
  process.stdout.write(`The seal names ${by}, which is not proven: ${why}.\n`);
  return EXIT.failed;
}

const placeOf = (flaw: ExportFlaw): string => {
  if ('sequence' in flaw) return ` at row ${flaw.sequence}`;
  return 'line' in flaw ? ` in line ${flaw.line}` : '';
};

function anchorsOf(path: string) {
  try {
    return readTrustFile(path).map(({ anchor }) => anchor);
  } catch (cause) {
    if (!(cause instanceof TrustFolderError)) throw cause;
    throw new CliError('failed', cause.message, { cause });
  }
}

function parseAnchor(text: string): AuditHead {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined) {
    throw new CliError('usage', `--anchor ${text} is not SEQUENCE:HASH as an earlier check printed it.`);
  }
  return { sequence: Number(sequence), hash };
}
