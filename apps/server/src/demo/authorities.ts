import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import {
  type Authority,
  certify,
  ISSUING,
  OCSP_RESPONDER,
  ROOT,
  spkiOf,
  TIME_STAMP_AUTHORITY,
} from './certificates.ts';
import { createFile, readIfThere } from './files.ts';

/** The demonstration's public-key infrastructure. */
export interface Authorities {
  root: Authority;
  issuing: Authority;
  timeStamping: Authority;
  ocsp: Authority;
}

const NAMES = ['root', 'issuing', 'timeStamping', 'ocsp'] as const;

/**
 * Reads the authorities of a demonstration folder; makes them, all in one file or none, where there are none
 * yet. `root-ca.pem` beside it is for people and other programs.
 */
export async function openAuthorities(folder: string, now: number): Promise<Authorities> {
  const path = join(folder, 'authorities.json');
  if (readIfThere(path) === undefined) createFile(path, write(await makeAuthorities(now)));
  const authorities = read(readIfThere(path)?.toString('utf8') ?? '', path);
  createFile(join(folder, 'root-ca.pem'), pem(authorities.root.certificate));
  return authorities;
}

async function makeAuthorities(now: number): Promise<Authorities> {
  const rootKey = newKey();
  const root = { key: rootKey, certificate: await certify(ROOT, spkiOf(rootKey), rootKey, undefined, now) };
  const under = async (issuer: Authority, profile: typeof ROOT): Promise<Authority> => {
    const key = newKey();
    return { key, certificate: await certify(profile, spkiOf(key), issuer.key, issuer.certificate, now) };
  };
  const issuing = await under(root, ISSUING);
  return {
    root,
    issuing,
    timeStamping: await under(issuing, TIME_STAMP_AUTHORITY),
    ocsp: await under(issuing, OCSP_RESPONDER),
  };
}

export function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
}

function write(authorities: Authorities): string {
  const entries = NAMES.map((name) => {
    const { certificate, key } = authorities[name];
    const pkcs8 = key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    return [name, { certificate: Buffer.from(certificate).toString('base64'), key: pkcs8 }];
  });
  return `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`;
}

function read(text: string, path: string): Authorities {
  try {
    const stored = JSON.parse(text) as Record<string, { certificate: string; key: string }>;
    const authority = (name: (typeof NAMES)[number]): Authority => ({
      certificate: new Uint8Array(Buffer.from(stored[name]?.certificate ?? '', 'base64')),
      key: createPrivateKey({
        key: Buffer.from(stored[name]?.key ?? '', 'base64'),
        format: 'der',
        type: 'pkcs8',
      }),
    });
    return {
      root: authority('root'),
      issuing: authority('issuing'),
      timeStamping: authority('timeStamping'),
      ocsp: authority('ocsp'),
    };
  } catch (cause) {
    throw new Error(`${path} is damaged; remove the data folder to make a new demonstration.`, { cause });
  }
}

function pem(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
