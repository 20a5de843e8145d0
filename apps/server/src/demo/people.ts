import { randomInt } from 'node:crypto';
import type { NewKey } from '@websign/providers';
import type { Person } from './certificates.ts';

/** A signer of the demonstration; one key of each kind, so that both ways of signing are seen. */
export interface DemoPerson extends Person {
  username: string;
  email: string;
  key: NewKey;
}

export const PEOPLE: readonly DemoPerson[] = [
  {
    username: 'papadopoulou',
    surname: 'Παπαδοπούλου',
    givenName: 'Μαρία',
    serialNumber: 'IDCGR-DEMO000001',
    email: 'papadopoulou@demo.invalid',
    key: 'ec-p256',
  },
  {
    username: 'georgiou',
    surname: 'Γεωργίου',
    givenName: 'Νικόλαος',
    serialNumber: 'IDCGR-DEMO000002',
    email: 'georgiou@demo.invalid',
    key: 'rsa-3072',
  },
];

/** Without letters and digits that look alike. */
const LOWER = 'abcdefghjkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const ALL = LOWER + UPPER + DIGITS;

/** A password by PWD-1 that can be read aloud and typed: four groups, about 94 bits. */
export function newPassword(): string {
  const group = () => pick(LOWER) + pick(UPPER) + pick(DIGITS) + pick(ALL) + pick(ALL);
  return [group(), group(), group(), group()].join('-');
}

function pick(letters: string): string {
  return letters.charAt(randomInt(letters.length));
}
