import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Place } from '../../apps/cli/test/apart-bench.ts';
import { composed } from './compose.ts';
import { hasHelm, pod } from './kubernetes.ts';
import { ran } from './tools.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The command by which compose asks whether a container is well, without `CMD`. */
const compose = (service: string) => composed('compose.yaml').services[service]?.healthcheck?.test.slice(1);

/** As the container runs it, by the Node.js that is here. */
function probe([, ...args]: string[] = [], environment: Record<string, string>): number | null {
  return ran(process.execPath, args, environment).status;
}

/** Ends what the command has confined, as a fault of it does. */
function endConfined(parent: number | undefined): void {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8');
  for (const child of children.trim().split(' ').filter(Boolean)) process.kill(Number(child), 'SIGKILL');
}

describe('the probe of the signer’s container', () => {
  let place: Place;
  let signer: Awaited<ReturnType<Place['signer']>>;
  const command = compose('signer');

  beforeAll(async () => {
    place = new Place();
    signer = await place.signer();
  });
  afterAll(() => place?.remove());

  const found = () => probe(command, { SIGNER_SOCKET: place.signerSettings.SIGNER_SOCKET });

  test.skipIf(!hasHelm)('is one for compose and the chart', () => {
    const [container] = pod().initContainers.filter(({ name }) => name === 'signer');
    expect(container?.startupProbe.exec?.command).toEqual(command);
  });

  test('finds it well, away where what it confines ended, and well once that is back', async () => {
    expect(found()).toBe(0);
    const endAndLook = () => {
      endConfined(signer.child.pid);
      return found();
    };
    await expect.poll(endAndLook, { timeout: 30_000 }).toBe(1);
    await expect.poll(found, { timeout: 60_000 }).toBe(0);
    await signer.stop();
    expect(found()).toBe(1);
  });
});
