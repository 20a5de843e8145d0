import { sign } from 'node:crypto';
import { issueCrl, issueOcspResponse, type Missing } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import type { DemonstrationServices } from '../http/demo-routes.ts';
import type { Authorities } from './authorities.ts';
import { AUTHORITY_ALGORITHM, type Authority } from './certificates.ts';
import type { Register, Revocation } from './revocations.ts';
import { demoTimeStampAuthority } from './time-stamps.ts';

const DAY = 24 * 60 * 60_000;
const ports = nodePorts();

/** How long an answer holds. */
const OCSP_TERM = DAY;
const CRL_TERM = 7 * DAY;

/** The demonstration's authorities at work. */
export function demoServices(
  authorities: Authorities,
  register: Register,
  sample: DemonstrationServices['sample'],
  clock: () => number,
): DemonstrationServices {
  const answerOcsp = (request: Uint8Array) => ocsp(request, authorities, register, clock());
  const crl = async (name: string) => {
    if (name === 'issuing') return list(authorities.issuing, register.all(), clock());
    return name === 'root' ? list(authorities.root, [], clock()) : undefined;
  };
  const certificate = (name: string) =>
    name === 'issuing' || name === 'root' ? authorities[name].certificate : undefined;
  return {
    answerTimeStamp: demoTimeStampAuthority(authorities, clock),
    answerOcsp,
    crl,
    certificate,
    sample,
    local: async (missing) => {
      const path = localPath(missing);
      if (path === undefined) return undefined;
      const [, kind, name = ''] = /^\/demo\/(?:(ocsp)$|(?:crl|ca)\/(\w+)\.(?:crl|cer)$)/.exec(path) ?? [];
      if (missing.kind === 'ocsp') return kind === undefined ? undefined : answerOcsp(missing.request);
      return missing.kind === 'crl' ? crl(name) : certificate(name);
    },
  };
}

/** The path of a URL on this machine, whatever its port: that of an earlier start may have been another. */
function localPath({ url }: Missing): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.hostname === '127.0.0.1' ? parsed.pathname : undefined;
}

const signer =
  ({ key }: Authority) =>
  (message: Uint8Array) =>
    sign('sha384', message, { key, dsaEncoding: 'der' });

function ocsp(
  request: Uint8Array,
  { issuing, ocsp: responder }: Authorities,
  register: Register,
  now: number,
): Promise<Uint8Array> {
  return issueOcspResponse(
    request,
    {
      issuer: issuing.certificate,
      chain: [responder.certificate],
      algorithm: AUTHORITY_ALGORITHM,
      sign: signer(responder),
      status: (serialHex) => {
        const found = register.all().find((revocation) => revocation.serialHex === serialHex);
        if (found === undefined || found.revokedAt > now) return { status: 'good' };
        return { status: 'revoked', revokedAt: found.revokedAt, reason: found.reason };
      },
      producedAt: now,
      nextUpdate: now + OCSP_TERM,
    },
    ports,
  );
}

/** Made when it is asked for; its number is the second, so that it always grows. */
function list(authority: Authority, revocations: readonly Revocation[], now: number): Promise<Uint8Array> {
  return issueCrl(
    {
      issuer: authority.certificate,
      number: Math.floor(now / 1000),
      thisUpdate: now,
      nextUpdate: now + CRL_TERM,
      entries: revocations
        .filter(({ revokedAt }) => revokedAt <= now)
        .map(({ serialHex, revokedAt, reason }) => ({
          serial: Buffer.from(serialHex, 'hex'),
          revokedAt,
          reason,
        })),
    },
    AUTHORITY_ALGORITHM,
    signer(authority),
    ports,
  );
}
