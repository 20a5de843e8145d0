import { keyProvider } from '@websign/contract';
import type { Selectable } from 'kysely';
import type { Account } from '../face/accounts.ts';
import { strings } from './context.ts';
import type { Tables } from './tables.ts';

/** The columns that everybody may read: the sealed ones are asked for by name only. */
export const accountColumns = [
  'id',
  'username',
  'surname',
  'name',
  'email',
  'subjectSerial',
  'certificateSerial',
  'validUntil',
  'otpMethod',
  'chainJson',
  'totpLast',
  'createdAt',
  'provider',
  'keyReferenceJson',
  'phone',
  'blockedAt',
  'passwordGivenAt',
] as const;

type Row = Pick<Selectable<Tables['accounts']>, (typeof accountColumns)[number]>;

export const toAccount = ({ chainJson, keyReferenceJson, provider, ...row }: Row): Account => ({
  ...row,
  provider: keyProvider.parse(provider),
  keyReference: JSON.parse(keyReferenceJson),
  chain: strings(chainJson).map((der) => Buffer.from(der, 'base64')),
});
