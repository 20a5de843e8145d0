import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { killOwn, stillRunning } from '../kills/victims.ts';
import { type ProcessState, processState, processTree } from '../load/processes.ts';

const stateOf = (pid: number | undefined): ProcessState => {
  const state = processState(pid ?? 0);
  if (state === undefined) throw new Error('there is no such process');
  return state;
};

/** A process whose parent has gone: nobody's any more, and not ours. */
async function abandoned(): Promise<ProcessState> {
  const shell = spawn('sh', ['-c', 'sleep 300 >/dev/null 2>&1 & echo $!'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[line]] = await Promise.all([
    once(createInterface({ input: shell.stdout }), 'line'),
    once(shell, 'exit'),
  ]);
  return stateOf(Number(line));
}

const begun: number[] = [];
const sleeper = () => {
  const child = spawn('sleep', ['300'], { stdio: 'ignore' });
  begun.push(child.pid ?? 0);
  return child;
};

describe('what the bench of kills may kill', () => {
  afterAll(() => {
    for (const pid of begun) if (processState(pid)) process.kill(pid, 'SIGKILL');
  });

  test('a process below this one goes, and counts as killed once', async () => {
    const child = sleeper();
    const state = stateOf(child.pid);
    const gone = once(child, 'exit');
    expect(killOwn(state)).toBe(true);
    expect(await gone).toEqual([null, 'SIGKILL']);
    expect(killOwn(state)).toBe(false);
    expect(stillRunning([state])).toEqual([]);
  });

  test('an id that has passed to another process is left alone', () => {
    const state = stateOf(sleeper().pid);
    expect(killOwn({ ...state, startedAt: state.startedAt - 1 })).toBe(false);
    expect(stillRunning([state])).toEqual([state].map(({ pid }) => expect.objectContaining({ pid })));
  });

  test("a process that does not hang below this one is left alone, and so is what is not ours to see in a root's tree", async () => {
    const other = await abandoned();
    begun.push(other.pid);
    expect(killOwn(other)).toBe(false);
    expect(stillRunning([other])).toHaveLength(1);
    expect(processTree(process.pid).map(({ pid }) => pid)).not.toContain(other.pid);
  });
});
