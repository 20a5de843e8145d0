import { createInterface } from 'node:readline';
import { CliError, EXIT } from '../../error.ts';
import { signalled } from '../../signalled.ts';

/** A simulated provider that runs. */
export interface Served {
  /** What it is called. */
  title: string;
  url: string;
  /** What a developer needs to know to use it. */
  notes: readonly string[];
  /** Present one-time codes, a line each. */
  codes(): string[];
  close(): Promise<void>;
}

/** Tells what runs, prints the present codes whenever Enter is pressed, and ends at a signal. */
export async function serve({ title, url, notes, codes, close }: Served): Promise<number> {
  const say = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);
  say([`${title}: ${url}`, 'A simulation with published test keys: its signatures prove nothing.', '']);
  say([...notes, '', ...codes(), 'Enter prints the present codes. Ctrl-C stops it.']);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => say(codes()));
  await signalled();
  lines.close();
  await close();
  return EXIT.done;
}

/** `--port`; 0 where it is left out. */
export function portOf(given: string | undefined): number {
  const port = Number(given ?? 0);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new CliError('usage', `--port ${given} is no port.`);
}
