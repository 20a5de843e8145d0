import { limits } from './limits.ts';

/** The rules of PWD-1, each told apart so that a form can tick them as one types. */
export const passwordRules = {
  length: (password: string) => password.length >= limits.passwordLength,
  lower: (password: string) => /[a-z]/.test(password),
  upper: (password: string) => /[A-Z]/.test(password),
  digit: (password: string) => /[0-9]/.test(password),
  symbol: (password: string) => [...password].some((c) => limits.passwordSymbols.includes(c)),
  allowed: (password: string) =>
    [...password].every((c) => /[A-Za-z0-9]/.test(c) || limits.passwordSymbols.includes(c)),
} as const;

export type PasswordRule = keyof typeof passwordRules;

/** The rules that `password` breaks; empty when it satisfies all. */
export function brokenPasswordRules(password: string): PasswordRule[] {
  return (Object.keys(passwordRules) as PasswordRule[]).filter((rule) => !passwordRules[rule](password));
}
