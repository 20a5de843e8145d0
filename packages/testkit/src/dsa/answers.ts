import { constants, createHash, type KeyObject, privateEncrypt, X509Certificate } from 'node:crypto';
import type { TestIdentity } from '../pki/identity.ts';

/** DER of DigestInfo before a SHA-256 digest (RFC 8017 §9.2, note 1). */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** The PKCS#1 v1.5 value of a ready SHA-256 digest. */
export function pkcs1Value(key: KeyObject, digest: Uint8Array): Buffer {
  const padding = constants.RSA_PKCS1_PADDING;
  return privateEncrypt({ key, padding }, Buffer.concat([SHA256_INFO, digest]));
}

export function certificatesAnswer({ certificate, chain }: TestIdentity): object {
  const own = new X509Certificate(certificate);
  return {
    Success: true,
    Subject: own.subject,
    Issuer: own.issuer,
    NotBefore: own.validFrom,
    NotAfter: own.validTo,
    SerialNumber: own.serialNumber,
    Thumbprint: createHash('sha1').update(certificate).digest('hex').toUpperCase(),
    Certificates: chain.map((der) => Buffer.from(der).toString('base64')),
  };
}

type Reason = 'logon' | 'locked' | 'otp' | 'input' | 'unknown';

const ERRORS: Readonly<Record<Reason, { Message: string; Code: string }>> = {
  logon: { Message: 'Failed to Logon.', Code: '0X80070005' },
  locked: { Message: 'The user is locked.', Code: '0X80070775' },
  otp: { Message: 'The signing operation failed.', Code: '0X900201E0' },
  input: { Message: 'The parameter is incorrect.', Code: '0X80070057' },
  unknown: { Message: 'The appliance is out of entropy', Code: '0X9002DEAD' },
};

/** How the provider says no; `echo` is repeated in it, as careless providers do. */
export function refusal(reason: Reason, echo?: string): object {
  const { Message, Code } = ERRORS[reason];
  const told = echo === undefined ? Message : `${Message}\u0000\u202e (${echo})`;
  return { Success: false, ErrData: { Message: told, Module: 'SAPI', Code, InnerCode: '0' } };
}
