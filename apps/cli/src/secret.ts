import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CliError } from './error.ts';

/** A password from a file, or from standard input for `-`: its first line. */
export async function readPassword(file: string): Promise<string> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  const [password = ''] = content.split(/\r?\n/);
  if (password === '')
    throw new CliError('failed', `${file === '-' ? 'Standard input' : file} holds no password.`);
  return password;
}

/** Asks a person at a terminal; what is typed is not shown. */
export async function askPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CliError('usage', '--password-file is missing.');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
