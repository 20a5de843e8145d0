import { PkiError, parseCertificate } from '@websign/pki';
import { type HttpErrorCode, ProviderError, type ProviderErrorCode } from '../errors.ts';
import { type Outbound, type OutboundRequest, outboundHttp } from '../http/outbound.ts';
import {
  certificatesAnswer,
  type DsaCredentials,
  problemOf,
  readAnswer,
  signBufferAnswer,
} from './answers.ts';

export interface DsaClientOptions {
  /** Of the provider, before `/dsa/v1/…`: https, or http on this machine. */
  url: string;
  /** How it is reached; directly when left out. */
  http?: Outbound;
  /** For one whole answer; 20 s when left out. */
  timeoutMs?: number;
}

export interface DsaSigning extends DsaCredentials {
  otp: string;
  /** SHA-256 of the signed attributes. */
  digest: Uint8Array;
}

/**
 * The protocol of the Greek state's providers: JSON over HTTPS without a session, the person's credentials in each
 * call. Throws ProviderError: `wrong_password`, `wrong_otp`, `account_locked`, `timeout`, `unavailable`, or
 * `provider_error` with what was said.
 */
export interface DsaClient {
  /** Signer's certificate first, then its chain; DER, each one readable. */
  certificates(credentials: DsaCredentials): Promise<Uint8Array[]>;
  /** A PKCS#1 v1.5 signature value; unverified. Asked once: the same code again fails for its 30 s. */
  signDigest(signing: DsaSigning): Promise<Uint8Array>;
  /** Whether the provider answers at all. */
  health(): Promise<void>;
}

/** Asks for the bare PKCS#1 value. */
const PKCS1_VALUE = '541696';
const MAX_BYTES = 512 * 1024;

/** Throws ProviderError `http_address` for an address that passwords must not travel to. */
export function dsaClient({ url, http, timeoutMs = 20_000 }: DsaClientOptions): DsaClient {
  requireSafe(url);
  const base = `${url.replace(/\/+$/, '')}/dsa/v1`;
  const way = http ?? outboundHttp({ addresses: 'any' });

  async function post(call: string, asked: Readonly<Record<string, string>>): Promise<Uint8Array> {
    const body = Buffer.from(JSON.stringify(asked), 'utf8');
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const request = { url: `${base}/${call}`, method: 'POST', headers, body } as const;
    return ask(way, { ...request, timeoutMs, maxBytes: MAX_BYTES }).finally(() => body.fill(0));
  }

  return {
    async certificates({ username, password }) {
      const body = await post('Certificates', { Username: username, Password: password });
      const answer = readAnswer(certificatesAnswer, body);
      if (!answer.Success) throw problemOf({ Message: answer.Message }, [password]);
      return answer.Certificates.map(readCertificate);
    },
    async signDigest({ username, password, otp, digest }) {
      const body = await post('SignBuffer', {
        Username: username,
        Password: password,
        SignPassword: otp,
        BufferToSign: Buffer.from(digest).toString('base64'),
        Flags: PKCS1_VALUE,
      });
      const answer = readAnswer(signBufferAnswer, body);
      if (!answer.Success) throw problemOf(answer.ErrData, [password, otp]);
      return new Uint8Array(Buffer.from(answer.Data.Signature, 'base64'));
    },
    async health() {
      try {
        await way.ask({ url: `${base}/Certificates`, method: 'GET', timeoutMs, maxBytes: MAX_BYTES });
      } catch (error) {
        // Whatever it says to a call without anybody's credentials, it is there.
        if (error instanceof ProviderError && error.code === 'http_status') return;
        throw outcomeOf(error);
      }
    },
  };
}

function requireSafe(address: string): void {
  const url = URL.parse(address);
  const plain =
    url !== null && [url.search, url.hash, url.username, url.password].every((part) => part === '');
  const here = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? '');
  if (!plain || !(url.protocol === 'https:' || (here && url.protocol === 'http:')))
    throw new ProviderError('http_address', 'a provider is asked over https');
}

function readCertificate(base64: string): Uint8Array {
  const der = new Uint8Array(Buffer.from(base64, 'base64'));
  try {
    parseCertificate(der);
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new ProviderError('provider_error', 'the provider gave a certificate that cannot be read', {
      cause,
    });
  }
  return der;
}

async function ask(http: Outbound, request: OutboundRequest): Promise<Uint8Array> {
  try {
    return (await http.ask(request)).body;
  } catch (error) {
    throw outcomeOf(error);
  }
}

const OUTCOMES: Readonly<Record<HttpErrorCode, ProviderErrorCode>> = {
  http_timeout: 'timeout',
  http_unreachable: 'unavailable',
  http_busy: 'unavailable',
  http_address: 'unavailable',
  http_status: 'provider_error',
  http_too_large: 'provider_error',
};

function outcomeOf(cause: unknown): unknown {
  if (!(cause instanceof ProviderError) || !cause.code.startsWith('http_')) return cause;
  const code = OUTCOMES[cause.code as HttpErrorCode];
  return new ProviderError(code, `the provider: ${cause.message}`, { cause });
}
