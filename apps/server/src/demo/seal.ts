import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { type Identity, identityOf } from '../identity.ts';
import { type Authorities, newKey } from './authorities.ts';
import { certify, SEAL, spkiOf } from './certificates.ts';
import { createFile, readIfThere } from './files.ts';

/** The demonstration's seal, kept in its folder; made where there is none yet. */
export async function openSeal(folder: string, { issuing }: Authorities, now: number): Promise<Identity> {
  const path = join(folder, 'seal.json');
  if (readIfThere(path) === undefined) createFile(path, await makeSeal(issuing, now));
  const stored = JSON.parse(readIfThere(path)?.toString('utf8') ?? '') as {
    certificate: string;
    key: string;
  };
  const key = createPrivateKey({ key: Buffer.from(stored.key, 'base64'), format: 'der', type: 'pkcs8' });
  const certificate = new Uint8Array(Buffer.from(stored.certificate, 'base64'));
  return identityOf(path, key, [certificate, issuing.certificate]);
}

async function makeSeal(issuing: Authorities['issuing'], now: number): Promise<string> {
  const key = newKey();
  const certificate = await certify(SEAL, spkiOf(key), issuing.key, issuing.certificate, now, issuing.urls);
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  return `${JSON.stringify({ certificate: Buffer.from(certificate).toString('base64'), key: pkcs8 }, null, 1)}\n`;
}
