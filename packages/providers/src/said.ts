/** What a remote provider said, by its own field names: bounded, one line each, fit for the audit. */
export type ProviderSaying = Readonly<Record<string, string>>;

const MAX_FIELDS = 8;
const MAX_LETTERS = 200;
/** Controls, white space of any kind, marks that turn the direction of text, halves of pairs. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Z}\p{Cs}]+/gu;

/**
 * Keeps texts and numbers among `fields`. What the person gave is blotted out of them: a provider may repeat in its
 * error what it was sent.
 */
export function sayingOf(
  fields: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): ProviderSaying {
  const said = Object.entries(fields)
    .filter((field): field is [string, string | number] => /^(string|number)$/.test(typeof field[1]))
    .map(([name, value]) => [name, cleaned(String(value), secrets)] as const);
  return Object.fromEntries(said.filter(([, text]) => text !== '').slice(0, MAX_FIELDS));
}

function cleaned(text: string, secrets: readonly string[]): string {
  const blotted = secrets
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '•••'), text.slice(0, 10 * MAX_LETTERS));
  return blotted.replaceAll(UNFIT, ' ').trim().slice(0, MAX_LETTERS).toWellFormed();
}
