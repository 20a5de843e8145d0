import type { RefusedRevocation, RevocationAnswer } from '@websign/pki';
import { AUTHORITY_EXTENSIONS, RESPONDER_EXTENSIONS, type TestSubject, testSubject } from './revocation.ts';

/** Who takes part in the cases. */
export interface RevocationWorld {
  root: TestSubject;
  /** The authority whose certificates are asked about; the root issued it. */
  issuer: TestSubject;
  /** The certificate that is asked about. */
  signer: TestSubject;
  /** Issued by the authority for OCSPSigning. */
  responder: TestSubject;
  /** Another authority under the root, of another name and key. */
  other: TestSubject;
}

/** One reading of RFC 6960 or RFC 5280, and what it must come to. */
export interface RevocationCase {
  title: string;
  /** One OCSPResponse, or CRLs. */
  ocsp?: Uint8Array;
  crls?: Uint8Array[];
  /** The certificate that is asked about; the signer's where it is left out. */
  certificate?: Uint8Array;
  /** Its issuer, where it is another than the world's. */
  issuer?: TestSubject;
  /** Further certificates at hand. */
  certificates?: Uint8Array[];
  expected: Partial<RevocationAnswer> | RefusedRevocation['reason'];
  /** Why openssl comes to another judgement, where it does. */
  openssl?: string;
}

export const CRL_URL = 'http://crl.test.invalid/a.crl';
export const SIGNER_SERIAL = Uint8Array.of(0x0a, 0xbc);

export async function revocationWorld(): Promise<RevocationWorld> {
  const root = await testSubject('root', 'Revocation Root', undefined, { extensions: AUTHORITY_EXTENSIONS });
  const issuer = await testSubject('intermediate', 'Revocation Authority', root, {
    extensions: AUTHORITY_EXTENSIONS,
  });
  return {
    root,
    issuer,
    signer: await testSubject('p256', 'Revocation Signer', issuer, {
      serial: SIGNER_SERIAL,
      extensions: {
        basicConstraints: { ca: false },
        keyUsage: ['nonRepudiation'],
        crlDistributionPoints: [CRL_URL],
      },
    }),
    responder: await testSubject('p384', 'Revocation Responder', issuer, {
      serial: Uint8Array.of(0x0b, 1),
      extensions: RESPONDER_EXTENSIONS,
    }),
    other: await testSubject('rsa2048', 'Another Authority', root, {
      serial: Uint8Array.of(0x5a, 9),
      extensions: AUTHORITY_EXTENSIONS,
    }),
  };
}
