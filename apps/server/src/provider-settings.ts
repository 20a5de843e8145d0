import { z } from 'zod';
import { list, secretUrl, setting, socketPath, text, whole } from './setting-kinds.ts';

/** Where keys live besides the server's own. */
export const providerSettings = {
  PROVIDER_NAME: setting(
    '',
    text.max(60, 'is longer than 60 characters'),
    'What the remote signature provider is called on the screens; empty calls it the signature provider.',
  ),
  PKCS11_MODULE: setting(
    '',
    text.regex(/^(\/|$)/, 'is not an absolute path'),
    "Absolute path of an HSM's PKCS#11 module, such as `/usr/lib/softhsm/libsofthsm2.so`; empty uses none. `./websign pkcs11 install` builds what loads it.",
  ),
  PKCS11_TOKEN: setting(
    '',
    text,
    "Label or serial number of the service's token; empty where every key is under its person's own PIN.",
  ),
  PKCS11_PIN_FILE: setting('', text, "File with that token's PIN. Needed with `PKCS11_TOKEN`."),
  PKCS11_SESSIONS: setting(
    '8',
    whole(1, 256),
    'Sessions on that token: so many values are made at once, of each process of this service.',
  ),
  PKCS11_ENVIRONMENT: setting(
    'SOFTHSM2_CONF,ChrystokiConfigurationPath,NFAST_HOME,CS_PKCS11_R3_CFG,YUBIHSM_PKCS11_CONF,KMS_PKCS11_CONFIG,P11NETHSM_CONFIG_FILE',
    list(text.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'names no environment variable')).transform(
      (names): Record<string, string> => Object.fromEntries(names.map((name) => [name, ''])),
    ),
    'Environment variables that the module is given, where they are set, separated by commas. It gets no others.',
  ),
  HSM_SOCKET: setting(
    '',
    socketPath,
    'Absolute path of the Unix socket at which the HSM process listens that `./websign hsm` runs as a user of its own, with `PKCS11_MODULE` and `PKCS11_PIN_FILE` among its settings and not among those of the server; empty: the server starts one as its own user.',
  ),
  CSC_URL: setting(
    '',
    secretUrl,
    'A remote signing service (Cloud Signature Consortium API v2 or v1.0.4) for accounts with `csc` keys: the address below which its methods lie, such as `https://provider.example/csc/v2`; empty has none.',
  ),
  CSC_CLIENT_ID: setting('', text, 'What this application is called there. Needed with `CSC_URL`.'),
  CSC_CLIENT_SECRET_FILE: setting(
    '',
    text,
    'File with the secret that belongs to it. Needed with `CSC_URL`.',
  ),
  CSC_ACTIVATION: setting(
    'codes',
    z.enum(['codes', 'redirect'], 'is neither codes nor redirect'),
    "What activates keys there: `codes` asks for PIN and code in the sign box; `redirect` leads to the service's own page (OAuth 2), the stronger way.",
  ),
  CSC_SECONDS: setting('20', whole(1, 120), 'Seconds that one answer of it may take.'),
  DSA_URL: setting(
    '',
    secretUrl,
    "A Greek state provider's signing service (`dsa/v1`) for accounts with `dsa` keys, such as `https://dsa.example`; empty has none.",
  ),
  DSA_SECONDS: setting('20', whole(1, 120), 'Seconds that it may take.'),
} as const;
