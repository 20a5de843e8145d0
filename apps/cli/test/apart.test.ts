import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isInstalled } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { canRead, Place, severalUsers } from './apart-bench.ts';
import { RemotePerson } from './remote-person.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const openssl = isInstalled('openssl');
const users = severalUsers ? 'of users of their own' : 'of one user: skipped what takes root and setpriv';

describe.skipIf(!openssl)(
  `signer process and server, ${users}${openssl ? '' : ' (skipped: openssl)'}`,
  () => {
    let place: Place;
    let signer: Awaited<ReturnType<Place['signer']>>;
    let server: Awaited<ReturnType<Place['server']>>;
    let eleni: RemotePerson;

    beforeAll(async () => {
      place = new Place();
      place.addPkcs12('eleni.p12');
      signer = await place.signer();
      const { SIGNER_SOCKET, WEBSIGN_DATA } = place.serverSettings;
      const password = place.at('server/password');
      const files = [
        '--p12',
        place.at('server/eleni.p12'),
        '--p12-password-file',
        password,
        '--password-file',
        password,
      ];
      const person = ['--email', 'eleni@example.gr', '--own-password', '--otp-file', place.at('server/otp')];
      const added = await place.websign('server', ['account', 'add', 'eleni', ...files, ...person], {
        SIGNER_SOCKET,
        WEBSIGN_DATA,
      });
      expect(added).toMatchObject({ code: 0, stderr: '' });
      server = await place.server();
      eleni = new RemotePerson(server.found, place.at('server/otp'));
    });
    afterAll(() => place?.remove());

    const operations = async () => {
      const url = /"operationsUrl":"([^"]+)"/.exec(server.said())?.[1];
      return (await fetch(`${url}/readyz`)).json();
    };
    /** Of the signer's unit: its supervisor, and the process that it confines. */
    const family = () =>
      readdirSync('/proc').filter((pid) => {
        if (!/^\d+$/.test(pid)) return false;
        try {
          const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
          return Number(pid) === signer.child.pid || Number(parent) === signer.child.pid;
        } catch {
          return false; // It ended while it was looked at.
        }
      });

    test('sign in and sign without a master key in the server’s reach', async () => {
      expect((await eleni.sign()).toString('latin1')).toContain('/ByteRange');
      expect(statSync(place.signerSettings.SIGNER_LEDGER_FILE).size).toBeGreaterThan(0);
      expect(existsSync(join(place.serverSettings.WEBSIGN_DATA, 'signer'))).toBe(false);
    });

    test('readiness, log and doctor say whose the signer process is', async () => {
      const { SIGNER_SOCKET: at } = place.signerSettings;
      const said = severalUsers ? `of its own user, at ${at}` : `of this server's user, at ${at}`;
      expect(await operations()).toMatchObject({ status: 'ready', signer: said });
      expect(server.said()).toContain(JSON.stringify(said));
      const { stdout } = await place.websign('server', ['doctor', '--json'], place.serverSettings);
      const findings = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const keys = findings.filter(({ check }) => check === 'keys');
      expect(keys).toContainEqual(
        expect.objectContaining({
          state: severalUsers ? 'ok' : 'warning',
          found: `the signer process is ${said}`,
        }),
      );
      expect(keys).toContainEqual({
        check: 'keys',
        state: 'ok',
        found: 'the master key opens the accounts (1)',
      });
    });

    test.skipIf(!severalUsers)(
      'neither can read the other’s files, and no third one reaches the socket',
      () => {
        const {
          MASTER_KEY_FILE: key,
          SIGNER_LEDGER_FILE: ledger,
          SIGNER_SOCKET: socket,
        } = place.signerSettings;
        const database = join(place.serverSettings.WEBSIGN_DATA, 'websign.db');
        for (const file of [key, ledger])
          expect({ file, signer: canRead('signer', file), server: canRead('server', file) }).toEqual({
            file,
            signer: true,
            server: false,
          });
        for (const file of [database, place.at('server/otp'), place.at('server/password')])
          expect({ file, server: canRead('server', file), signer: canRead('signer', file) }).toEqual({
            file,
            server: true,
            signer: false,
          });
        expect(statSync(socket).mode & 0o777).toBe(0o660);
        const script = `require('node:net').connect(process.argv[1]).on('connect', () => process.exit(0)).on('error', ({ code }) => { console.log(code); process.exit(1) })`;
        const come = (user: 'server' | 'stranger') =>
          place.start(user, process.execPath, ['-e', script, socket]).outcome;
        return Promise.all([
          expect(come('server')).resolves.toMatchObject({ code: 0 }),
          expect(come('stranger')).resolves.toMatchObject({ code: 1, stdout: 'EACCES\n' }),
        ]);
      },
    );

    test.skipIf(!severalUsers)(
      'what holds the master key is a process of the signer’s user, without a network',
      () => {
        const all = family();
        expect(all).toHaveLength(2);
        const network = (pid: string) => statSync(`/proc/${pid}/ns/net`).ino;
        for (const pid of all)
          expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t61002\t61002\t61002\t61002$/m);
        const [confined = ''] = all.filter((pid) => Number(pid) !== signer.child.pid);
        expect(readFileSync(`/proc/${confined}/cmdline`, 'latin1')).toContain('--permission');
        expect(network(confined)).not.toBe(network(String(process.pid)));
      },
    );

    test('doctor warns of a folder in which anybody could listen instead', async () => {
      chmodSync(place.at('run-signer'), 0o757);
      const { code, stdout } = await place.websign('server', ['doctor'], place.serverSettings);
      chmodSync(place.at('run-signer'), 0o750);
      expect(code).toBeGreaterThan(0);
      expect(stdout).toMatch(
        /^warning {2}keys: the signer process is .*, in a folder that everybody may write to$/m,
      );
    });

    test('commands ask the same vault, and one that needs the file says so', async () => {
      const { SIGNER_SOCKET, WEBSIGN_DATA } = place.serverSettings;
      const env = { SIGNER_SOCKET, WEBSIGN_DATA };
      const listed = await place.websign('server', ['master-key', 'list'], env);
      expect(listed).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^version 1\tnewest\t1 accounts\t/),
      });
      const rotated = await place.websign('server', ['master-key', 'rotate'], env);
      expect(rotated).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('All is sealed under version 1'),
      });
      const added = await place.websign('server', ['master-key', 'add'], env);
      expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining('Only whoever may change it') });
    });

    test('whoever has got hold of the socket and talks nonsense harms nobody else', async () => {
      const idle = Array.from({ length: 100 }, () => connect(place.serverSettings.SIGNER_SOCKET));
      const nonsense = connect(place.serverSettings.SIGNER_SOCKET);
      const closed = new Promise((resolve) => nonsense.once('close', resolve));
      for (const socket of [...idle, nonsense]) socket.on('error', () => {});
      nonsense.resume().write(Buffer.alloc(100_000, 0x41));
      await closed;
      expect((await eleni.signIn()).status).toBe(200);
      for (const socket of idle) socket.destroy();
    });

    test('a signer that is killed is missed, and works again when it is back', async () => {
      signer.child.kill('SIGKILL');
      await signer.outcome;
      await expect.poll(async () => (await eleni.signIn()).status, { timeout: 20_000 }).toBe(503);
      const late = await place.websign('server', ['master-key', 'list'], place.serverSettings);
      expect(late.code).toBe(1);
      expect(late.stderr).toMatch(
        /^websign: SIGNER_SOCKET: the signer process does not answer at \S+ \(ECONNREFUSED\)\. Start it, by systemctl start websign-signer or by \.\/websign signer as its own user; /,
      );
      signer = await place.signer();
      await expect.poll(async () => (await eleni.signIn()).status, { timeout: 20_000 }).toBe(200);
      expect((await eleni.sign()).toString('latin1')).toContain('/ByteRange');
      expect(server.said()).toContain('the signer process is away and is tried again');
    });

    test('two that start at once find each other; alone the server says what to do', async () => {
      await server.stop();
      expect((await signer.stop()).code).toBe(0);
      const coming = place.server();
      await new Promise((resolve) => setTimeout(resolve, 2000));
      signer = await place.signer();
      server = await coming;
      expect((await new RemotePerson(server.found, place.at('server/otp')).signIn()).status).toBe(200);
      await server.stop();
      await signer.stop();
      const { code, stderr } = await place.websign('server', ['start'], place.serverSettings);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /^websign: SIGNER_SOCKET: the signer process does not answer at .* Start it, /,
        ),
      });
    });

    test('the command says in one sentence what it lacks', async () => {
      const none = await place.websign('signer', ['signer'], {});
      expect(none).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^websign: Set SIGNER_SOCKET: .*\n$/),
      });
      const keyless = await place.websign('signer', ['signer'], {
        SIGNER_SOCKET: place.at('run-signer/other'),
      });
      expect(keyless).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^websign: Set MASTER_KEY_FILE: .*\n$/),
      });
      const relative = await place.websign('signer', ['signer'], { SIGNER_SOCKET: 'run/signer' });
      expect(relative.stderr).toBe('websign: SIGNER_SOCKET is not an absolute path.\n');
    });
  },
);
