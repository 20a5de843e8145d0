import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type NamedAnchor, operatorAnchor, PkiError } from '@websign/pki';
import { nodePorts } from '@websign/ports';

/** A folder or file of trusted certificates that cannot be used; the message is a sentence for the operator. */
export class TrustFolderError extends Error {
  override name = 'TrustFolderError';
}

const CERTIFICATE_FILE = /\.(pem|crt|cer|der)$/i;
const MOST_FILES = 2000;
const MOST_BYTES = 8 * 1024 * 1024;
const PEM = /-----BEGIN (?:X509 )?CERTIFICATE-----([^-]*)-----END (?:X509 )?CERTIFICATE-----/g;

const ports = nodePorts();

/**
 * The certificates in the .pem, .crt, .cer and .der files of a folder, each PEM (one or many) or DER. What lies in
 * folders below it is not read. Throws {@link TrustFolderError} where one of them cannot be read.
 */
export function readTrustFolder(folder: string): NamedAnchor[] {
  return certificateFiles(folder).flatMap((name) => readTrustFile(join(folder, name)));
}

/** Changes when a file comes, goes or is written; undefined where the folder cannot be read. */
export function trustFolderState(folder: string): string | undefined {
  try {
    return certificateFiles(folder)
      .map((name) => {
        const { size, mtimeMs, ino } = statSync(join(folder, name));
        return `${name} ${size} ${mtimeMs} ${ino}`;
      })
      .join('\n');
  } catch {
    return undefined;
  }
}

/** The certificates of one file, PEM or DER. Throws {@link TrustFolderError}. */
export function readTrustFile(path: string): NamedAnchor[] {
  return certificatesOf(path, bytesOf(path)).map((certificate) => {
    try {
      return operatorAnchor(certificate, ports);
    } catch (cause) {
      if (!(cause instanceof PkiError)) throw cause;
      throw new TrustFolderError(`${path} holds what is no certificate.`, { cause });
    }
  });
}

function certificateFiles(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => CERTIFICATE_FILE.test(name));
  } catch (cause) {
    throw new TrustFolderError(`${folder} cannot be read.`, { cause });
  }
  if (names.length > MOST_FILES) throw new TrustFolderError(`${folder} holds more than ${MOST_FILES} files.`);
  return names.filter((name) => !lstatSync(join(folder, name)).isDirectory()).sort();
}

function bytesOf(path: string): Buffer {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new TrustFolderError(`${path} is no regular file.`);
    if (stat.size > MOST_BYTES) throw new TrustFolderError(`${path} is larger than 8 MiB.`);
    return readFileSync(path);
  } catch (cause) {
    if (cause instanceof TrustFolderError) throw cause;
    throw new TrustFolderError(`${path} cannot be read.`, { cause });
  }
}

function certificatesOf(path: string, bytes: Buffer): Uint8Array[] {
  // DER of a certificate begins with SEQUENCE and a length of two octets or more.
  if (bytes[0] === 0x30 && (bytes[1] ?? 0) > 0x80) return [new Uint8Array(bytes)];
  const blocks = [...bytes.toString('latin1').matchAll(PEM)];
  if (blocks.length === 0) throw new TrustFolderError(`${path} holds no certificate.`);
  return blocks.map(([, base64 = '']) => new Uint8Array(Buffer.from(base64, 'base64')));
}
