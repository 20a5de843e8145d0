import type { Ddl } from '../engine.ts';

/** Since when an account's password is one that an operator gave; null: the signer's own, as of all accounts until now. */
export const givenPasswords = ({ integer }: Ddl): readonly string[] => [
  `ALTER TABLE accounts ADD COLUMN "passwordGivenAt" ${integer}`,
];
