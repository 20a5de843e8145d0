import type { SignatureAlgorithm } from '@websign/pki';
import { z } from 'zod';

const ALGORITHMS = [
  'ecdsa-p256-sha256',
  'ecdsa-p384-sha384',
  'rsa-pkcs1-sha256',
  'rsa-pkcs1-sha384',
  'rsa-pkcs1-sha512',
  'rsa-pss-sha256',
  'rsa-pss-sha384',
  'rsa-pss-sha512',
] as const satisfies readonly SignatureAlgorithm[];

/** What is kept with an account about its key at the signing service: nothing secret. */
export const cscReference = z.object({
  credentialID: z.string().min(1).max(1024),
  /** Most signatures of one activation, as the credential said when the account was added. */
  multisign: z.number().int().min(1).optional(),
  /** What the key makes, where that is not the usual algorithm of such a key. */
  algorithm: z.enum(ALGORITHMS).optional(),
  /** Whether the service sends a code when asked, as the credential said when the account was added. */
  sendsCodes: z.boolean().optional(),
  /** The account at the service that account tokens name (v2 §8.4.1). */
  accountId: z.string().min(1).max(1024).optional(),
});
export type CscReference = z.infer<typeof cscReference>;
