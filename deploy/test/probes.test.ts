import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bridgeInstalled, installBridge } from '@websign/providers';
import { noHsm, type SoftHsm, softHsmModule, startSoftHsm } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Place, type Running, severalUsers } from '../../apps/cli/test/apart-bench.ts';
import { composed } from './compose.ts';
import { hasHelm, pod } from './kubernetes.ts';
import { ran } from './tools.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The command by which compose asks whether a container is well, without `CMD`. */
const commandOf = (service: string): string[] =>
  composed('compose.yaml', 'hsm.yaml').services[service]?.healthcheck?.test.slice(1) ?? [];

/** As the container runs it, by the Node.js that is here. */
const status = ([, ...args]: string[], environment: Record<string, string>): number | null =>
  ran(process.execPath, args, environment).status;

/** Ends what the command has confined, as a fault of it does. */
function endConfined({ child: { pid } }: Running): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const each of children.trim().split(' ').filter(Boolean)) process.kill(Number(each), 'SIGKILL');
}

const softhsm = noHsm(bridgeInstalled());
let hsm: SoftHsm | undefined;

async function startHsm(place: Place): Promise<Running> {
  if (!bridgeInstalled()) await installBridge();
  hsm = startSoftHsm(softHsmModule() ?? '');
  hsm.addToken('service', '0471');
  if (severalUsers) execFileSync('chown', ['-R', '61003:61003', hsm.folder]);
  place.write('hsm', 'hsm/pin', '0471\n');
  const token = { PKCS11_TOKEN: 'service', PKCS11_PIN_FILE: place.at('hsm/pin') };
  return place.hsm({ ...hsm.environment, ...token, PKCS11_MODULE: hsm.module });
}

const processes = [
  {
    name: 'signer',
    missing: undefined,
    start: (place: Place): Promise<Running> => place.signer(),
    socket: (place: Place) => ({ SIGNER_SOCKET: place.signerSettings.SIGNER_SOCKET }),
    values: {},
  },
  {
    name: 'hsm',
    missing: softhsm,
    start: startHsm,
    socket: (place: Place) => ({ HSM_SOCKET: place.hsmSocket }),
    values: { 'hsm.enabled': 'true', 'hsm.module': '/opt/hsm/module.so', 'hsm.token': '' },
  },
];

describe.each(processes)('the probe of the container $name', ({ name, missing, start, socket, values }) => {
  const command = commandOf(name);

  test.skipIf(!hasHelm)('is one for compose and the chart', () => {
    const [container] = pod(values).initContainers.filter((each) => each.name === name);
    expect(container?.startupProbe.exec?.command).toEqual(command);
  });

  describe.skipIf(missing !== undefined)(`asked of a real one (${missing ?? 'of this checkout'})`, () => {
    let place: Place;
    let running: Running;

    beforeAll(async () => {
      place = new Place();
      running = await start(place);
    });
    afterAll(async () => {
      await place?.remove();
      hsm?.remove();
    });

    test('finds it well, away where what it confines ended, and well once that is back', async () => {
      const found = () => status(command, socket(place));
      expect(found()).toBe(0);
      const endAndLook = () => {
        endConfined(running);
        return found();
      };
      await expect.poll(endAndLook, { timeout: 30_000 }).toBe(1);
      await expect.poll(found, { timeout: 60_000 }).toBe(0);
      await running.stop();
      expect(found()).toBe(1);
    });
  });
});
