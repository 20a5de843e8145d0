import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CliError } from './error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads a command's arguments; a wrong one is a sentence, not a stack. */
export function readArguments<const T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CliError('usage', firstSentence(message), { cause });
  }
}

/** The value of an option that the command cannot do without. */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new CliError('usage', `${option} is missing.`);
  return value;
}

/** The command's single argument. */
export function single(positionals: string[], name: string): string {
  const [value, ...rest] = positionals;
  if (value === undefined) throw new CliError('usage', `${name} is missing.`);
  if (rest.length > 0) throw new CliError('usage', `One ${name} is enough; "${rest[0]}" is one too many.`);
  return value;
}

/** A command without arguments of its own. */
export function none(positionals: string[]): void {
  if (positionals[0] !== undefined)
    throw new CliError('usage', `"${positionals[0]}" is one argument too many.`);
}

const firstSentence = (message: string) => `${(message.split(/\.\s|\n/)[0] ?? message).replace(/\.$/, '')}.`;
