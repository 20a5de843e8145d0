import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bridgeInstalled, installBridge } from '@websign/providers';
import { makeTestPki, noHsm, pem, type SoftHsm, softHsmModule, startSoftHsm } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { canRead, Place, severalUsers } from './apart-bench.ts';
import { RemotePerson } from './remote-person.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const module = softHsmModule();
const missing = noHsm(bridgeInstalled());
const PIN = 'service-0471';
const users = severalUsers ? 'of users of their own' : 'of one user: skipped what takes root and setpriv';

describe.skipIf(missing !== undefined)(`HSM process and server, ${users} (${missing ?? 'softhsm2'})`, () => {
  let hsm: SoftHsm;
  let place: Place;
  let process: Awaited<ReturnType<Place['serving']>>;
  let server: Awaited<ReturnType<Place['server']>>;
  let eleni: RemotePerson;

  beforeAll(async () => {
    if (!bridgeInstalled()) await installBridge();
    place = new Place();
    hsm = startSoftHsm(module ?? '');
    const { p256 } = makeTestPki().signers;
    hsm.addToken('service', PIN);
    hsm.addKey('service', PIN, { label: 'eleni', id: '01', pkcs8: p256.pkcs8 });
    place.write('hsm', 'hsm/pin', `${PIN}\n`);
    const certificates = p256.chain.map((der) => pem('CERTIFICATE', der)).join('');
    place.write('server', 'server/eleni.pem', certificates);
    if (severalUsers) execFileSync('chown', ['-R', '61003:61003', hsm.folder]);
    await place.signer();
    process = await place.hsm(settings());
    const { SIGNER_SOCKET, WEBSIGN_DATA } = place.serverSettings;
    const env = { SIGNER_SOCKET, WEBSIGN_DATA, HSM_SOCKET: place.hsmSocket, PKCS11_TOKEN: 'service' };
    const key = ['--pkcs11', '--label', 'eleni', '--certificate', place.at('server/eleni.pem')];
    const files = ['--password-file', place.at('server/password'), '--otp-file', place.at('server/otp')];
    const person = ['--email', 'eleni@example.gr', '--own-password', ...files];
    const added = await place.websign('server', ['account', 'add', 'eleni', ...key, ...person], env);
    expect(added).toMatchObject({ code: 0, stderr: '' });
    server = await place.server({ HSM_SOCKET: place.hsmSocket });
    eleni = new RemotePerson(server.found, place.at('server/otp'));
  });
  afterAll(async () => {
    await place?.remove();
    hsm?.remove();
  });

  const settings = () => ({
    ...hsm.environment,
    PKCS11_MODULE: hsm.module,
    PKCS11_TOKEN: 'service',
    PKCS11_PIN_FILE: place.at('hsm/pin'),
  });

  test('a document is signed on a token whose PIN the server neither has nor is asked for', async () => {
    expect((await eleni.sign()).toString('latin1')).toContain('/ByteRange');
    expect(statSync(place.hsmSocket).mode & 0o777).toBe(0o660);
    const { stdout } = await place.websign('server', ['pkcs11', 'list'], { HSM_SOCKET: place.hsmSocket });
    expect(stdout).toMatch(/^token "service"\t/m);
    expect(stdout).toMatch(/^ {2}key\tlabel "eleni"\tid 01$/m);
  });

  test.skipIf(!severalUsers)('nobody else reads the PIN or the token, and it reads nothing of theirs', () => {
    const token = join(hsm.folder, 'softhsm2.conf');
    const reads = (file: string) =>
      (['hsm', 'server', 'signer'] as const).filter((user) => canRead(user, file));
    expect(reads(place.at('hsm/pin'))).toEqual(['hsm']);
    expect(reads(token)).toEqual(['hsm']);
    expect(reads(place.signerSettings.MASTER_KEY_FILE)).toEqual(['signer']);
    expect(reads(join(place.serverSettings.WEBSIGN_DATA, 'websign.db'))).toEqual(['server']);
  });

  test('doctor says whose it is, and that keys can sign', async () => {
    const env = { ...place.serverSettings, HSM_SOCKET: place.hsmSocket };
    const { stdout } = await place.websign('server', ['doctor'], env);
    expect(stdout).toContain(`the HSM process is of ${severalUsers ? 'its own' : "this server's"} user, at `);
    expect(stdout).toContain('pkcs11: keys can sign');
  });

  test('one that is killed is missed, and signs again when it is back', async () => {
    process.child.kill('SIGKILL');
    await process.outcome;
    rmSync(place.hsmSocket);
    const late = await place.websign('server', ['pkcs11', 'list'], { HSM_SOCKET: place.hsmSocket });
    expect(late).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^websign: HSM_SOCKET: the HSM process does not answer at \S+ \(ENOENT\)\. /,
      ),
    });
    process = await place.hsm(settings());
    await expect.poll(() => eleni.sign().then(() => 'signed', String), { timeout: 90_000 }).toBe('signed');
  });

  test('the command says in one sentence what it lacks', async () => {
    const none = await place.websign('hsm', ['hsm'], { HSM_SOCKET: place.at('run-hsm/other') });
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^websign: Set PKCS11_MODULE: .*\n$/),
    });
  });
});
