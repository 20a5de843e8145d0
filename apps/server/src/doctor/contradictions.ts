import { join, relative, sep } from 'node:path';
import type { Config } from '../config.ts';
import { type Check, ok, type Said, warning } from './face.ts';

/** Settings that each can be read, and together do not mean what they should. */
const rules: [(config: Config) => boolean, string, string][] = [
  [
    ({ PUBLIC_ORIGIN }) => PUBLIC_ORIGIN === '',
    'PUBLIC_ORIGIN is not set: HSTS is not sent, and letters name no address',
    'Set it to where people reach the application, such as https://sign.example.',
  ],
  [
    ({ PUBLIC_ORIGIN }) => PUBLIC_ORIGIN.startsWith('http:'),
    'PUBLIC_ORIGIN is not https: passwords would travel in the clear',
    'Put a reverse proxy with TLS in front, and set PUBLIC_ORIGIN to its https address.',
  ],
  [
    ({ PUBLIC_ORIGIN, TRUST_PROXY }) => PUBLIC_ORIGIN.startsWith('https:') && TRUST_PROXY.length === 0,
    'TRUST_PROXY is empty, though TLS ends at a proxy: all people have its address, and one who guesses throttles all',
    "Set TRUST_PROXY to the proxy's address or network.",
  ],
  [
    ({ UPLOAD_ORIGIN, ALLOWED_ORIGINS, PUBLIC_ORIGIN }) =>
      UPLOAD_ORIGIN !== '' && PUBLIC_ORIGIN === '' && ALLOWED_ORIGINS.length === 0,
    'UPLOAD_ORIGIN is set, and no origin may call it',
    'Set PUBLIC_ORIGIN, or ALLOWED_ORIGINS, to the origin of the pages.',
  ],
  [
    ({ ARCHIVE_TSA_URLS, level }) => ARCHIVE_TSA_URLS.length > 0 && level !== 'B-LTA',
    'ARCHIVE_TSA_URLS is set, and SIGNATURE_LEVEL is not B-LTA: it is not used',
    'Set SIGNATURE_LEVEL=B-LTA, or unset ARCHIVE_TSA_URLS.',
  ],
  [
    ({ SMTP_HOST }) => SMTP_HOST === '',
    'SMTP_HOST is not set: letters are written into files, and nobody gets them',
    'Set SMTP_HOST and MAIL_FROM.',
  ],
  [
    ({ SMTP_TLS, SMTP_HOST, SMTP_USER }) =>
      SMTP_TLS === 'none' && SMTP_USER !== '' && !['', 'localhost', '127.0.0.1', '::1'].includes(SMTP_HOST),
    'SMTP_TLS=none with SMTP_USER: the password travels to the mail server in the clear',
    'Set SMTP_TLS to starttls or tls.',
  ],
  [
    ({ SEAL_P12_FILE }) => SEAL_P12_FILE === '',
    'SEAL_P12_FILE is not set: evidence sheets are to be had as JSON only, and audit exports are not sealed',
    'Set it to a PKCS#12 file with a key for electronic seals.',
  ],
  [
    ({ SIGNATURE_LEVEL, level }) => SIGNATURE_LEVEL !== '' && ['B-B', 'B-T'].includes(level),
    'signatures end at a level below B-LT: they cannot be checked any more when certificates have ended',
    'Unset SIGNATURE_LEVEL, with TRUST_FOLDER or LOTL_URL set.',
  ],
  [
    ({ LOG_LEVEL }) => LOG_LEVEL === 'silent',
    'LOG_LEVEL=silent: nobody learns what goes wrong',
    'Set LOG_LEVEL=info.',
  ],
  [
    ({ MASTER_KEY_FILE, dataFolder }) => MASTER_KEY_FILE !== '' && lies(MASTER_KEY_FILE, dataFolder),
    'MASTER_KEY_FILE lies in the data folder: whoever copies the folder has the keys, too',
    'Move the master key to where backups of the data folder do not reach it.',
  ],
  [
    ({ SIGNER_SOCKET, MASTER_KEY_FILE }) => SIGNER_SOCKET !== '' && MASTER_KEY_FILE !== '',
    'MASTER_KEY_FILE is set beside SIGNER_SOCKET: it is not used, and should not be in reach of this user',
    'Set it for ./websign signer alone, in a file that only the user of that reads.',
  ],
  [
    ({ HSM_SOCKET, PKCS11_MODULE, PKCS11_PIN_FILE }) =>
      HSM_SOCKET !== '' && (PKCS11_MODULE !== '' || PKCS11_PIN_FILE !== ''),
    'PKCS11_MODULE or PKCS11_PIN_FILE is set beside HSM_SOCKET: neither is used, and the PIN should not be in reach of this user',
    'Set them for ./websign hsm alone, the PIN in a file that only the user of that reads.',
  ],
  [
    ({ OPERATIONS_HOST }) => ['0.0.0.0', '::'].includes(OPERATIONS_HOST),
    'OPERATIONS_HOST lets every network ask for metrics',
    'Set it to an inner address, or see to it that only the monitoring reaches that port.',
  ],
];

function lies(file: string, folder: string): boolean {
  const path = relative(join(folder), join(file));
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !path.startsWith(sep);
}

export const contradictions: Check = {
  name: 'contradictions',
  look: async ({ config }) => {
    const found: Said[] = rules.filter(([meets]) => meets(config)).map(([, what, act]) => warning(what, act));
    return found.length > 0 ? found : [ok('settings fit together')];
  },
};
