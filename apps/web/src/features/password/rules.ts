import { type PasswordRule, passwordRules } from '@websign/contract';

/** PWD-1's rules as the page ticks them: those of the password itself, and that both are equal. */
export type FormRule = PasswordRule | 'match';

export const formRules: readonly FormRule[] = [
  ...(Object.keys(passwordRules) as PasswordRule[]),
  'match',
] as const;

/** Whether a rule is kept; of nothing typed nothing is. */
export function keeps(rule: FormRule, password: string, confirmation: string): boolean {
  if (password === '') return false;
  return rule === 'match' ? password === confirmation : passwordRules[rule](password);
}
