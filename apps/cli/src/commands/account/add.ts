import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readPkcs12 } from '@websign/pki';
import { pkcs12Ports } from '@websign/ports';
import { fromColumns, type NewKey, toColumns } from '@websign/providers';
import type { Settings } from '@websign/server/config';
import { readCertificates } from '@websign/server/files';
import { parseAddress } from '@websign/server/policy/address';
import { codeMethodOf } from '@websign/server/services/codes/destination';
import { factsOf, requestPem, requireSameWay, subjectName } from '@websign/server/services/operators/enrol';
import { type Enrolment, enrolmentsIn } from '@websign/server/services/operators/enrolments';
import { requireWay } from '@websign/server/services/operators/set-otp';
import type { OtpMethod } from '@websign/server/services/otp-reset';
import { readArguments, required, single } from '../../arguments.ts';
import { CliError, EXIT } from '../../error.ts';
import { handOver, requireOtpPlace } from '../../otp-device.ts';
import { readKeyFile } from '../../read-file.ts';
import { readPassword } from '../../secret.ts';
import { withKeys } from '../../software-keys.ts';
import { withStorage } from '../../storage.ts';
import { addWithKeyElsewhere, cscKey, dsaKey } from './elsewhere.ts';
import { addWithKeyOnToken } from './on-token.ts';
import { isGiven, knownPassword, newPassword } from './person.ts';
import { otpMethodOf } from './set-otp.ts';

const OPTIONS = {
  email: { type: 'string' },
  request: { type: 'string' },
  surname: { type: 'string' },
  name: { type: 'string' },
  'subject-serial': { type: 'string' },
  country: { type: 'string', default: 'GR' },
  key: { type: 'string', default: 'ec-p256' },
  certificate: { type: 'string' },
  p12: { type: 'string' },
  'p12-password-file': { type: 'string' },
  'password-file': { type: 'string' },
  'own-password': { type: 'boolean', default: false },
  'otp-file': { type: 'string' },
  otp: { type: 'string' },
  phone: { type: 'string', default: '' },
  csc: { type: 'boolean', default: false },
  credential: { type: 'string' },
  'provider-account': { type: 'string' },
  dsa: { type: 'boolean', default: false },
  pkcs11: { type: 'boolean', default: false },
  token: { type: 'string' },
  label: { type: 'string' },
  id: { type: 'string' },
  'own-pin': { type: 'boolean', default: false },
  'pin-file': { type: 'string' },
  'provider-username': { type: 'string' },
  'provider-password-file': { type: 'string' },
} as const;
type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

const ISSUER = 'WebSign';
const KEYS: readonly string[] = ['ec-p256', 'ec-p384', 'rsa-3072'] satisfies NewKey[];
const isNewKey = (key: string): key is NewKey => KEYS.includes(key);

/** Makes an account: its key is made here and certified by the CA, or brought along in a PKCS#12 file. */
export async function add(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const username = single(positionals, 'USERNAME');
  const { request, certificate, p12, csc, dsa, pkcs11 } = values;
  if ([request, pkcs11 || certificate, p12, csc, dsa].filter(Boolean).length !== 1) {
    throw new CliError('usage', 'Name one of --request, --certificate, --p12, --pkcs11, --csc and --dsa.');
  }
  if (values.request !== undefined) await enrol(username, values.request, values);
  else if (pkcs11) await onToken(username, values);
  else if (values.certificate !== undefined) await certify(username, values.certificate, values);
  else if ((csc || dsa) && values.otp !== undefined)
    throw new CliError('usage', '--otp is for keys of this service: providers have codes of their own.');
  else if (csc) await addWithKeyElsewhere(username, emailOf(values), cscKey(values), values);
  else if (dsa) await addWithKeyElsewhere(username, emailOf(values), dsaKey(values), values);
  else await bring(username, required(values.p12, '--p12'), values);
  return EXIT.done;
}

/** First half: a new key, and the request (PKCS#10) that the CA certifies. */
async function enrol(username: string, file: string, values: Values): Promise<void> {
  const email = emailOf(values);
  const { key } = values;
  if (!isNewKey(key)) throw new CliError('usage', `--key ${key} is none of ${KEYS.join(', ')}.`);
  const subject = subjectOf(values);
  const device = isDevice(values);
  const method = codeMethodOf(methodOf(values).otpMethod);
  const password = await newPassword(values['password-file']);
  const totp = await withStorage(
    async (storage, settings) => {
      const taken = await storage.accounts.findByUsername(username);
      if (taken !== undefined) throw new CliError('failed', `There is an account "${username}" already.`);
      return withKeys(settings, async (keys) => {
        const id = randomUUID();
        const names = { account: id, label: username, issuer: ISSUER };
        const made = await keys.enrol({ ...names, password, key, subject, method });
        await keep(settings, { id, username, email, sealed: toColumns(made.sealed) });
        await writeFile(file, requestPem(made.csr), { flag: 'wx' });
        return made.totp;
      });
    },
    { mayBegin: true },
  );
  if (device) await handOver(totp, values['otp-file']);
  process.stdout.write(
    `Have the CA certify ${file}; then: websign account add ${username} --certificate FILE\n`,
  );
}

/** By which way codes come: of a device, where nothing else is said. */
function methodOf({ otp = 'totp', phone }: Values): OtpMethod {
  const method = otpMethodOf(otp, phone);
  requireWay(method);
  return method;
}

/** Whether codes come of a device, whose secret is to be handed over: a place for it is asked for first. */
function isDevice(values: Values): boolean {
  const device = methodOf(values).otpMethod === 'TOTP';
  if (device) requireOtpPlace(values['otp-file']);
  return device;
}

/** There the signer hears what was signed and changed (PWD-2): an address that takes no letters is refused. */
function emailOf(values: Values): string {
  const email = required(values.email, '--email');
  if (parseAddress(email) === undefined) {
    throw new CliError('usage', `--email ${email} is not an address that letters can be sent to.`);
  }
  return email;
}

function subjectOf(values: Values): Uint8Array {
  const surname = required(values.surname, '--surname');
  const givenName = required(values.name, '--name');
  const subjectSerial = required(values['subject-serial'], '--subject-serial');
  return subjectName({ country: values.country, surname, name: givenName, subjectSerial });
}

const enrolmentsOf = ({ WEBSIGN_DATA }: Settings) => enrolmentsIn(resolve(WEBSIGN_DATA));

/** Refuses where one of that name waits already. */
async function keep(settings: Settings, waiting: Enrolment): Promise<void> {
  const enrolments = enrolmentsOf(settings);
  if (await enrolments.keep(waiting)) return;
  const { username } = waiting;
  throw new CliError(
    'failed',
    `A key of ${username} waits for its certificate already; remove ${enrolments.fileOf(username)} to give it up.`,
  );
}

async function waitingFor(settings: Settings, username: string): Promise<Enrolment> {
  const waiting = await enrolmentsOf(settings).find(username);
  if (waiting !== undefined) return waiting;
  throw new CliError(
    'failed',
    `No key of ${username} waits for a certificate; account add ${username} --request FILE makes one.`,
  );
}

/** Second half: the certificate is bound to the waiting key, and the account is there. */
async function certify(username: string, file: string, values: Values): Promise<void> {
  const chain = readCertificates('--certificate', file);
  const facts = { ...factsOf(chain, file), ...methodOf(values) };
  const [certificate = new Uint8Array()] = chain;
  await withStorage(
    async (storage, settings) => {
      const { id, email, ...waiting } = await waitingFor(settings, username);
      const password = await knownPassword(values['password-file']);
      const sealed = await withKeys(settings, (keys) =>
        keys.bindCertificate(fromColumns(id, waiting.sealed), password, certificate),
      );
      requireSameWay(sealed, facts.otpMethod);
      await storage.accounts.create({
        id,
        username: waiting.username,
        email,
        ...facts,
        passwordGiven: isGiven(values),
        ...toColumns(sealed),
      });
      await storage.audit.append({ kind: 'account_added', accountId: id });
      await enrolmentsOf(settings).drop(username);
    },
    { mayBegin: true },
  );
  process.stdout.write(`${username} is added.\n`);
}

/** A key on a token of an HSM, where it stays. */
async function onToken(username: string, values: Values): Promise<void> {
  const email = emailOf(values);
  const device = isDevice(values);
  const totp = await addWithKeyOnToken({ username, email, issuer: ISSUER, method: methodOf(values) }, values);
  if (device) await handOver(totp, values['otp-file']);
  process.stdout.write(`${username} is added.\n`);
}

/** A key that exists already; it is sealed before anything is stored. */
async function bring(username: string, p12: string, values: Values): Promise<void> {
  const email = emailOf(values);
  const p12Password = await readPassword(required(values['p12-password-file'], '--p12-password-file'));
  const device = isDevice(values);
  const { privateKey: pkcs8, chain } = readPkcs12(await readKeyFile(p12), p12Password, pkcs12Ports());
  const facts = { ...factsOf(chain, p12), ...methodOf(values) };
  const [certificate = new Uint8Array()] = chain;
  const password = await newPassword(values['password-file']);
  const totp = await withStorage(
    (storage, settings) =>
      withKeys(settings, async (keys) => {
        const id = randomUUID();
        const names = { account: id, label: username, issuer: ISSUER };
        const method = codeMethodOf(facts.otpMethod);
        const enrolled = await keys.importKey({ ...names, password, pkcs8, certificate, method });
        const passwordGiven = isGiven(values);
        const row = { id, username, email, passwordGiven, ...facts, ...toColumns(enrolled.sealed) };
        await storage.accounts.create(row);
        await storage.audit.append({ kind: 'account_added', accountId: id });
        return enrolled.totp;
      }),
    { mayBegin: true },
  );
  if (device) await handOver(totp, values['otp-file']);
  process.stdout.write(`${username} is added.\n`);
}
