import { type Served, servePkcs11, serveSigner } from '@websign/providers';
import { ConfigError, configOf, type Environment, readSettings, type Settings } from './config.ts';
import { readConfigured } from './files.ts';
import { type Logger, openLog } from './logging.ts';
import { warnOfModes } from './secret-files.ts';

const hourMs = 60 * 60_000;

/** A process of keys that a user of its own runs, for the server of another; its settings are those of its own unit. */
export interface Apart {
  /** Where it is reached. */
  socket: string;
  close(): Promise<void>;
}

/** Runs the signer process for SIGNER_SOCKET. Throws ConfigError with a sentence for the operator. */
export async function runSigner(environment: Environment): Promise<Apart> {
  const settings = readSettings(environment);
  const { SIGNER_SOCKET: socket, MASTER_KEY_FILE: file, RESET_OTP_DELAY_HOURS } = settings;
  requireSet(socket, 'SIGNER_SOCKET: the Unix socket at which the signer process is to be reached');
  requireSet(file, 'MASTER_KEY_FILE: the file with the master key of the signer');
  readConfigured('MASTER_KEY_FILE', file).fill(0);
  const { ledgerFile } = configOf(settings, false);
  return running('signer', socket, settings, (log) =>
    serveSigner(
      {
        masterKey: { file },
        newDeviceAfterMs: RESET_OTP_DELAY_HOURS * hourMs,
        ledgerFile,
        onCrash: (err) => log.error({ err }, 'the signer process ended and is started again'),
      },
      socket,
    ),
  );
}

/** Runs the HSM process for HSM_SOCKET. Throws ConfigError with a sentence for the operator. */
export async function runHsm(environment: Environment): Promise<Apart> {
  const settings = readSettings(environment);
  const { HSM_SOCKET: socket, PKCS11_MODULE: module, PKCS11_TOKEN: token } = settings;
  const { PKCS11_PIN_FILE: pinFile, PKCS11_SESSIONS: sessions } = settings;
  requireSet(socket, 'HSM_SOCKET: the Unix socket at which the HSM process is to be reached');
  requireSet(module, "PKCS11_MODULE: the HSM's PKCS#11 module");
  if (token !== '') readConfigured('PKCS11_PIN_FILE', pinFile).fill(0);
  return running('hsm', socket, settings, (log) =>
    servePkcs11(
      {
        ...{ module, token, pinFile, sessions, environment: settings.PKCS11_ENVIRONMENT },
        onCrash: (err) => log.error({ err }, 'the HSM process ended and is started again'),
      },
      socket,
    ),
  );
}

function requireSet(value: string, what: string): void {
  if (value === '') throw new ConfigError(`Set ${what}.`);
}

async function running(
  name: 'signer' | 'hsm',
  socket: string,
  settings: Settings,
  serve: (log: Logger) => Promise<Served>,
): Promise<Apart> {
  const log = openLog(settings.LOG_LEVEL);
  warnOfModes(settings, log);
  const served = await serve(log);
  log.info({ process: name, socket, pid: served.pid }, 'listening');
  return {
    socket,
    async close() {
      await served.close();
      log.info({ process: name }, 'stopped');
    },
  };
}
