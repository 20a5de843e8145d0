import { signedName } from '@websign/contract';

/** Under which name an earlier signed version is saved: `αίτηση.pdf` becomes `αίτηση_signed_1.pdf`. */
export function versionName(name: string, number: number): string {
  return signedName(name).replace(/\.pdf$/i, `_${number}$&`);
}
