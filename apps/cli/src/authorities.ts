import { type TrustStore, trustStore } from '@websign/pki';
import { type MaterialClient, outboundHttp, timeStampClient } from '@websign/providers';
import type { Settings } from '@websign/server/config';
import type { TimeStamps } from '@websign/server/services/time-stamps';
import { readTrustFile, readTrustFolder, TrustFolderError } from '@websign/server/services/trust/folder';
import { required } from './arguments.ts';
import { CliError } from './error.ts';
import { openMaterial } from './material.ts';

/** Options of the commands that ask authorities. */
export const AUTHORITY_OPTIONS = {
  tsa: { type: 'string', multiple: true },
  'tsa-certificates': { type: 'string' },
  trust: { type: 'string' },
  'allow-loopback': { type: 'boolean', default: false },
} as const;

export interface AuthorityValues {
  tsa?: string[] | undefined;
  'tsa-certificates'?: string | undefined;
  trust?: string | undefined;
  'allow-loopback': boolean;
}

/** Whom a command trusts and asks. */
export interface Authorities {
  trust: TrustStore;
  /** Whether anything at all is trusted: without it no certificate is. */
  trusting: boolean;
  timeStamps: TimeStamps | undefined;
  material: MaterialClient;
  close(): Promise<void>;
}

type Outside = Pick<
  Settings,
  'TRUST_FOLDER' | 'REVOCATION_SECONDS' | 'OUTBOUND_PROXY' | 'OUTBOUND_NO_PROXY'
> &
  Pick<Settings, 'REVOCATION_NETWORKS' | 'TSA_SECONDS'>;

/** Reads what is trusted and opens the ways out; nothing is asked yet. Throws CliError for what cannot be used. */
export function openAuthorities(values: AuthorityValues, settings: Outside): Authorities {
  const folder = values.trust ?? settings.TRUST_FOLDER;
  const stampers = values['tsa-certificates'];
  const trusted = folder === '' ? [] : readable(() => readTrustFolder(folder));
  const stamping = stampers === undefined ? trusted : readable(() => readTrustFile(stampers));
  const way = {
    noProxy: settings.OUTBOUND_NO_PROXY,
    ...(settings.OUTBOUND_PROXY === '' ? {} : { proxy: settings.OUTBOUND_PROXY }),
  };
  const configured = outboundHttp({ ...way, addresses: 'any' });
  const servers = (values.tsa ?? []).map((url) => ({ url: addressOf(url) }));
  if (servers.length > 0 && stamping.length === 0)
    required(undefined, '--tsa-certificates (PEM: whom the authority must chain to)');
  const material = openMaterial(settings, values['allow-loopback']);
  const client = timeStampClient({ http: configured, servers, timeoutMs: settings.TSA_SECONDS * 1000 });
  const anchors = stamping.map(({ anchor }) => anchor.certificate);
  return {
    trust: trustStore([...trusted, ...stamping]),
    trusting: trusted.length > 0,
    timeStamps: servers.length === 0 ? undefined : { client, anchors },
    material,
    close: async () => {
      await Promise.all([configured.close(), material.close()]);
    },
  };
}

function addressOf(url: string): string {
  if (!URL.canParse(url)) throw new CliError('usage', `--tsa ${url} is not a URL.`);
  return url;
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof TrustFolderError)) throw cause;
    throw new CliError('failed', cause.message, { cause });
  }
}
