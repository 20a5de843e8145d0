import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];

/**
 * Runs a program with this process's terminal, passes signals on to it and resolves to its exit code
 * (128 + the signal's number where a signal ended it, as shells say it).
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const handlers = PASSED_ON.map((signal) => [signal, () => child.kill(signal)]);
    for (const [signal, handler] of handlers) process.on(signal, handler);
    const settle = (finish) => (value, signal) => {
      for (const [name, handler] of handlers) process.removeListener(name, handler);
      finish(value, signal);
    };
    child.once('error', settle(reject));
    child.once(
      'exit',
      settle((code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0))),
    );
  });
}

/** Runs a program quietly and resolves to its exit code and everything it printed. */
export function capture(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** Says every ten seconds that something still goes on, so that a long silence is never mistaken for a hang. */
export async function withProgress(what, work) {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  process.stderr.write(`${what} …\n`);
  const timer = setInterval(() => process.stderr.write(`  … ${seconds()} s\n`), 10_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.stderr.write(`${what}: ${seconds()} s\n`);
  }
}
