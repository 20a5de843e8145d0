import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brokenPasswordRules } from '@websign/contract';
import { type Certificate, nameValue, type Pkcs12, parseCertificate, readPkcs12 } from '@websign/pki';
import { pkcs12Ports } from '@websign/ports';
import { toColumns } from '@websign/providers';
import { readArguments, required, single } from '../../arguments.ts';
import { CliError, EXIT } from '../../error.ts';
import { handOver, requireOtpPlace } from '../../otp-device.ts';
import { askPassword, readPassword } from '../../secret.ts';
import { withKeys } from '../../software-keys.ts';
import { withStorage } from '../../storage.ts';

const OPTIONS = {
  email: { type: 'string' },
  p12: { type: 'string' },
  'p12-password-file': { type: 'string' },
  'password-file': { type: 'string' },
  'otp-file': { type: 'string' },
} as const;

/** Makes an account for a key that exists already; the key is sealed before anything is stored. */
export async function add(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const username = single(positionals, 'USERNAME');
  const email = required(values.email, '--email');
  const p12 = required(values.p12, '--p12');
  const p12Password = await readPassword(required(values['p12-password-file'], '--p12-password-file'));
  requireOtpPlace(values['otp-file']);
  const { privateKey, chain } = readPkcs12(await readFile(p12), p12Password, pkcs12Ports());
  const person = personOf(chain, p12);
  const password = await newPassword(values['password-file']);
  const totp = await withStorage(
    (storage, settings) =>
      withKeys(settings, async (keys) => {
        const id = randomUUID();
        const enrolled = await keys.importKey({
          account: id,
          password,
          label: username,
          issuer: 'WebSign',
          pkcs8: privateKey,
          certificate: person.certificate.der,
        });
        await storage.accounts.create({
          id,
          username,
          email,
          ...facts(person, chain),
          ...toColumns(enrolled.sealed),
        });
        await storage.audit.append({ kind: 'account_added', accountId: id });
        return enrolled.totp;
      }),
    { mayBegin: true },
  );
  await handOver(totp, values['otp-file']);
  process.stdout.write(`${username} is added.\n`);
  return EXIT.done;
}

interface Person {
  certificate: Certificate;
  surname: string;
  name: string;
}

/** The certificate says who the person is. */
function personOf(chain: Pkcs12['chain'], file: string): Person {
  const [first] = chain;
  if (first === undefined) throw new CliError('failed', `${file} holds no certificate.`);
  const certificate = parseCertificate(first);
  const surname = nameValue(certificate.subject, 'surname');
  const name = nameValue(certificate.subject, 'givenName');
  if (surname === undefined || name === undefined) {
    throw new CliError('failed', `The certificate in ${file} names no surname and given name.`);
  }
  return { certificate, surname, name };
}

const facts = ({ certificate, surname, name }: Person, chain: Pkcs12['chain']) => ({
  surname,
  name,
  subjectSerial: nameValue(certificate.subject, 'serialNumber') ?? '',
  certificateSerial: certificate.serialHex.toUpperCase(),
  validUntil: certificate.validity.notAfter,
  otpMethod: 'TOTP',
  chain,
});

/** PWD-1 holds for the first password too. */
async function newPassword(file: string | undefined): Promise<string> {
  const password =
    file === undefined ? await askPassword("The account's password: ") : await readPassword(file);
  const broken = brokenPasswordRules(password);
  if (broken.length === 0) return password;
  throw new CliError('failed', `The password breaks the rules for: ${broken.join(', ')}.`);
}
