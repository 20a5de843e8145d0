import type { TestPki } from '../pki/test-pki.ts';
import type { CscSimulatedCredential } from './face.ts';

/** The PIN of every credential of {@link cscPeople}. */
export const CSC_PIN = 'Sign-4711';

/**
 * Credentials for a developer and for tests, one of each kind; their secrets are nobody's, and the same on every start,
 * so that an authenticator app keeps working.
 */
export function cscPeople({ signers }: TestPki): CscSimulatedCredential[] {
  const secret = (filling: string) => ({ totpSecret: filling.repeat(4) });
  const common = { pin: CSC_PIN, scal: 2 } as const;
  return [
    {
      ...common,
      id: 'nikos-rsa3072',
      user: 'nikos',
      identity: signers.rsa3072,
      algorithms: ['rsa-pss-sha256', 'rsa-pkcs1-sha256'],
      second: secret('JBSWY3DP'),
    },
    {
      ...common,
      id: 'eleni-p256',
      user: 'eleni',
      identity: signers.p256,
      algorithms: ['ecdsa-p256-sha256'],
      second: secret('KRSXG5CT'),
    },
    {
      ...common,
      id: 'giorgos-p384-sms',
      user: 'giorgos',
      identity: signers.p384,
      algorithms: ['ecdsa-p384-sha384'],
      second: 'sent',
      multisign: 5,
    },
    {
      ...common,
      id: 'maria-rsa2048-page',
      user: 'maria',
      identity: signers.rsa2048,
      algorithms: ['rsa-pkcs1-sha256'],
      second: secret('MFRGGZDF'),
      mode: 'oauth2code',
    },
    {
      ...common,
      id: 'ioulia-rsa4096-push',
      user: 'ioulia',
      identity: signers.rsa4096,
      algorithms: ['rsa-pss-sha512'],
      second: 'push',
    },
  ];
}
