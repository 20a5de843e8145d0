import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SigningStarted } from '@websign/contract';
import { parseCertificate } from '@websign/pki';
import { toColumns } from '@websign/providers';
import {
  CSC_PIN,
  type CscSimulator,
  cscPeople,
  type DsaSimulator,
  startCscSimulator,
  startDsaSimulator,
  type TestIdentity,
} from '@websign/testkit';
import { cheapVault } from '../../../../packages/providers/test/cheap-vault.ts';
import { openStorage } from '../../src/storage/index.ts';
import { type Answer, Person, pki, type TestAccount, type TestHome, testHome } from './harness.ts';

export const PIN = CSC_PIN;
/** Whose password is for signing in here, and whose for signing at the provider. */
export const DSA = { username: 'petros@ministry', password: 'Dsa-0815', totpSecret: 'GEZDGNBVGY3TQOJQ' };

/** Accounts with keys elsewhere: the credential of the CSC simulator, or the user of the DSA's. */
const remote = [
  {
    username: 'ioanna',
    provider: 'csc',
    identity: pki.signers.rsa3072,
    key: { credentialID: 'nikos-rsa3072' },
  },
  { username: 'kostas', provider: 'csc', identity: pki.signers.p256, key: { credentialID: 'eleni-p256' } },
  { username: 'petra', provider: 'dsa', identity: pki.signers.rsa2048, key: { username: DSA.username } },
] as const;

export interface RemoteHome extends TestHome {
  csc: CscSimulator;
  dsa: DsaSimulator;
  /** Ioanna, Kostas and Petra, of {@link remote}. */
  elsewhere: TestAccount[];
}

/** A test home with two remote providers, and accounts of theirs beside its own. */
export async function remoteHome(extra: Record<string, string> = {}): Promise<RemoteHome> {
  const home = await testHome(extra);
  const csc = await startCscSimulator({ credentials: cscPeople(pki), clock: home.clock });
  const dsa = await startDsaSimulator({
    users: [{ ...DSA, identity: pki.signers.rsa2048 }],
    clock: home.clock,
  });
  writeFileSync(join(home.folder, 'csc.secret'), csc.client.secret, { mode: 0o600 });
  Object.assign(home.environment, {
    CSC_URL: csc.url,
    CSC_CLIENT_ID: csc.client.id,
    CSC_CLIENT_SECRET_FILE: join(home.folder, 'csc.secret'),
    CSC_SECONDS: '2',
    DSA_URL: dsa.url,
    PUBLIC_ORIGIN: 'https://sign.example',
    ...extra,
  });
  const elsewhere = await enrol(home);
  const remove = async () => {
    await csc.close();
    await dsa.close();
    await home.remove();
  };
  return { ...home, csc, dsa, elsewhere, remove };
}

async function enrol({ environment, clock }: TestHome): Promise<TestAccount[]> {
  const { WEBSIGN_DATA: dataFolder = '', MASTER_KEY_FILE: file = '', DATABASE_URL } = environment;
  const vault = cheapVault(file);
  const storage = await openStorage({
    ...{ dataFolder, nameKey: randomBytes(32), clock },
    ...(DATABASE_URL === undefined ? {} : { databaseUrl: DATABASE_URL }),
  });
  const accounts: TestAccount[] = [];
  for (const { username, provider, identity, key } of remote) {
    const [id, password] = [randomUUID(), `Passw0rd!${username}`];
    const access = { account: id, label: username, issuer: 'WebSign', certificate: null };
    const { sealed, totp } = await vault.enrolAccess({
      ...access,
      ...{ password: Buffer.from(password), method: 'device' },
    });
    await storage.accounts.create({
      ...{ id, username, surname: 'Δοκιμαστική', name: username, email: `${username}@example.test` },
      ...{ provider, keyReference: key, otpMethod: 'PROVIDER' },
      ...ofCertificate(identity),
      ...toColumns(sealed),
    });
    accounts.push({ username, password, totpSecret: totp.secret });
  }
  await storage.close();
  return accounts;
}

function ofCertificate({ certificate, chain }: TestIdentity) {
  const { serialHex, validity } = parseCertificate(certificate);
  return {
    ...{ subjectSerial: 'TEST-2', certificateSerial: serialHex.toUpperCase() },
    ...{ validUntil: validity.notAfter, chain },
  };
}

/** What the page led back to. */
export interface Back {
  state: string;
  code?: string;
  error?: string;
}

/** What a person does at the provider's page. */
export async function atPage(
  redirect: string,
  given: { pin?: string; otp?: string; answer?: 'approve' | 'cancel' },
): Promise<Back> {
  const form = await (await fetch(redirect)).text();
  const action = /action="([^"]+)"/.exec(form)?.[1];
  if (action === undefined) throw new Error(`no form: ${form}`);
  const answered = await fetch(new URL(action, redirect), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ pin: '', otp: '', answer: 'approve', ...given }),
  });
  const back = answered.headers.get('location');
  if (back === null) throw new Error(`the page stays: ${await answered.text()}`);
  return Object.fromEntries(new URL(back).searchParams) as unknown as Back;
}

/** Someone whose key is activated on the provider's page. */
export class Visitor extends Person {
  static override async at(url: string, account: TestAccount | undefined): Promise<Visitor> {
    const { sessionId } = await Person.at(url, account);
    const visitor = new Visitor(url, account as TestAccount);
    visitor.sessionId = sessionId;
    return visitor;
  }

  /** Asks for signatures, and goes to where one is led. */
  leave(documents: string[], headers: Record<string, string> = {}): Promise<Answer<SigningStarted>> {
    const { username } = this.account;
    const asked = { documents, username, visibility: false };
    return this.post<SigningStarted>('/api/sign_document', asked, headers);
  }

  comeBack<T = unknown>(signing: string, back: Back, headers: Record<string, string> = {}) {
    return this.post<T>(`/api/signings/${signing}/complete`, back, headers);
  }
}
