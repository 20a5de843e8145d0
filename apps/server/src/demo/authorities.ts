import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { parseCertificate } from '@websign/pki';
import {
  type Authority,
  certify,
  ISSUING,
  OCSP_RESPONDER,
  type Profile,
  ROOT,
  spkiOf,
  TIME_STAMP_AUTHORITY,
} from './certificates.ts';
import { createFile, readIfThere, replaceFile } from './files.ts';

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
 * yet. Certificates of a folder from before there were revocation data get new ones with the URLs of those, for the
 * same keys. `root-ca.pem` beside it is for people and other programs. `origin`: where this server is reached.
 */
export async function openAuthorities(folder: string, now: number, origin: string): Promise<Authorities> {
  const path = join(folder, 'authorities.json');
  if (readIfThere(path) === undefined) createFile(path, write(await makeAuthorities(now, origin)));
  let authorities = placed(read(readIfThere(path)?.toString('utf8') ?? '', path), origin);
  if (!tellsOfRevocation(authorities.issuing.certificate)) {
    authorities = await certifyAnew(authorities, now);
    replaceFile(path, write(authorities));
  }
  createFile(join(folder, 'root-ca.pem'), pem(authorities.root.certificate));
  return authorities;
}

/** Whether a certificate says where its status is to be had. */
export function tellsOfRevocation(certificate: Uint8Array): boolean {
  return parseCertificate(certificate).extensions.crlDistributionPoints !== undefined;
}

async function makeAuthorities(now: number, origin: string): Promise<Authorities> {
  const key = newKey();
  const root = { key, certificate: await certify(ROOT, spkiOf(key), key, undefined, now) };
  const empty = () => ({ key: newKey(), certificate: new Uint8Array() });
  return certifyAnew(placed({ root, issuing: empty(), timeStamping: empty(), ocsp: empty() }, origin), now);
}

/** Certificates for the keys below the root. */
async function certifyAnew(authorities: Authorities, now: number): Promise<Authorities> {
  const { root, ocsp } = authorities;
  const under = async (issuer: Authority, { key }: Authority, profile: Profile, urls = issuer.urls) =>
    certify(profile, spkiOf(key), issuer.key, issuer.certificate, now, urls);
  const issuing = { ...authorities.issuing, certificate: await under(root, authorities.issuing, ISSUING) };
  const timeStamping = await under(issuing, authorities.timeStamping, TIME_STAMP_AUTHORITY);
  // A responder is not asked for its own status.
  const unasked = { caIssuers: [], crls: [], ...issuing.urls, ocsp: [] };
  return {
    root,
    issuing,
    timeStamping: { ...authorities.timeStamping, certificate: timeStamping },
    ocsp: { ...ocsp, certificate: await under(issuing, ocsp, OCSP_RESPONDER, unasked) },
  };
}

function placed(authorities: Authorities, origin: string): Authorities {
  const urls = (name: string, ocsp: string[]) => ({
    ocsp,
    caIssuers: [`${origin}/demo/ca/${name}.cer`],
    crls: [`${origin}/demo/crl/${name}.crl`],
  });
  const { root, issuing } = authorities;
  return {
    ...authorities,
    root: { ...root, urls: urls('root', []) },
    issuing: { ...issuing, urls: urls('issuing', [`${origin}/demo/ocsp`]) },
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
