import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Place } from './place.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const jump = fileURLToPath(new URL('./jump.ts', import.meta.url));
/** What `./websign` runs, without its look at what was built. */
const program = `${root}dist/websign.cjs`;

/** One replica: a server process that is started, killed and started again on the same ports. */
export class Replica {
  readonly port: number;
  readonly logged: string[] = [];
  readonly #place: Place;
  readonly #more: Record<string, string>;
  readonly #jumps: string;
  #child: ChildProcess | undefined;

  constructor(place: Place, port: number, more: Record<string, string> = {}) {
    this.#place = place;
    this.port = port;
    this.#more = more;
    this.#jumps = join(place.folder, `jump-${port}`);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when it takes requests; throws with what it said when it ends before. */
  async start(): Promise<void> {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `--import=${jump}`, program, 'start'],
      {
        env: {
          PATH: process.env.PATH,
          ...this.#place.environment,
          ...{ PORT: String(this.port), WEBSIGN_DATA: this.#place.dataFolder(), TEST_JUMP: this.#jumps },
          ...this.#more,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#child = child;
    // A test that is cut off leaves none behind.
    const abandon = () => child.kill('SIGKILL');
    process.once('exit', abandon);
    child.once('exit', () => process.off('exit', abandon));
    const listening = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.logged.push(line);
        if (line.startsWith('WebSign: ')) listening.resolve();
      });
    }
    const ended = once(child, 'exit').then(() => {
      throw new Error(`a replica ended at its start: ${this.logged.slice(-8).join('\n')}`);
    });
    ended.catch(() => undefined);
    await Promise.race([listening.promise, ended]);
  }

  /** SIGKILL, which nobody hears. */
  kill = (): Promise<void> => this.#end('SIGKILL');
  stop = (): Promise<void> => this.#end('SIGTERM');

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  /** What `/readyz` says. */
  async ready(): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.port + 1}/readyz`);
    return ((await response.json()) as { status: string }).status;
  }

  /** Sets the server's own clock so many milliseconds from the machine's. */
  jump(ms: number): void {
    writeFileSync(this.#jumps, String(ms));
    this.#child?.kill('SIGUSR2');
  }

  /** Stops the process that holds the keys, or lets it go on. */
  signer(signal: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of descendants(this.#child?.pid ?? 0)) {
      const line = commandLine(pid);
      if (/dist\/signer\.cjs/.test(line)) process.kill(pid, signal);
    }
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Processes below one, by what the kernel says. */
function descendants(of: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It ended meanwhile.
    }
  }
  const below = (pid: number): number[] =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(of);
}
