import { type LaterChanges, openPdf, securityStore } from '@websign/pdf';
import {
  dssHome,
  isInstalled,
  judged,
  judgedByDss,
  judgedByPyhanko,
  type LongTermWorld,
  longTermWorld,
  makeTestPki,
  type XrefKind,
} from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { raise, type Validation } from '../src/index.ts';
import { aheadOf, callsOn, document, extended, offline, ports, signed, signedAt } from './long-term.ts';

const KINDS: XrefKind[] = ['table', 'stream', 'objstm', 'hybrid'];
const LEVELS = ['B-LT', 'B-LTA'] as const;
const DAY = 24 * 3600 * 1000;
const NONE = { tail: new Uint8Array() };

const told = ({ signatures }: Validation) =>
  signatures.map(
    ({ kind, indication, level = '', changes }) => `${kind} ${indication} ${level} ${changes.level}`,
  );
const judgedBy = (tool: string, name: string) =>
  isInstalled(tool) ? name : `skipped: ${tool} not installed`;
const startsWith = (file: Uint8Array, original: Uint8Array) =>
  Buffer.from(file.subarray(0, original.length)).equals(Buffer.from(original));

/** A signature of every level and kind of file, a second one, one that was extended, one that was renewed. */
async function everyFile(world: LongTermWorld): Promise<{ name: string; file: Uint8Array; level: string }[]> {
  const files: { name: string; file: Uint8Array; level: string }[] = [];
  for (const kind of KINDS) {
    for (const level of LEVELS) {
      const { file } = await signedAt(level, document(kind), world);
      files.push({ name: `${kind} ${level}`, file, level });
    }
  }
  const [lt, lta] = [files[0], files[1]];
  if (lt === undefined || lta === undefined) throw new Error('there are no files');
  world.now += 3600 * 1000;
  files.push({ name: 'second', file: (await signedAt('B-LTA', lta.file, world)).file, level: 'B-LTA' });
  const plain = await signed(document(), world, { plain: true });
  files.push({ name: 'extended', file: (await extended(plain.file, 'B-LTA', world)).file, level: 'B-LTA' });
  const certified = await signed(document(), world, { certify: 2 });
  files.push({
    name: 'certified',
    file: (await extended(certified.file, 'B-LTA', world)).file,
    level: 'B-LTA',
  });
  const final = await signed(document(), world, { certify: 1 });
  files.push({ name: 'P=1', file: (await extended(final.file, 'B-LTA', world)).file, level: 'B-LTA' });
  return files;
}

describe('signing for the long term', () => {
  test.each(KINDS)('SGN-10 a %s file reaches B-LT and B-LTA by what it holds itself', async (kind) => {
    const world = await longTermWorld();
    const original = document(kind);
    const lt = await signedAt('B-LT', original, world);
    expect(lt.raised).toMatchObject({
      level: 'B-LT',
      steps: ['validation_data'],
      early: false,
      final: false,
    });
    expect(startsWith(lt.file, original)).toBe(true);
    expect(told(await offline(lt.file, world))).toEqual(['signature TOTAL-PASSED B-LT lta']);
    const lta = await signedAt('B-LTA', original, world);
    expect(lta.raised).toMatchObject({ level: 'B-LTA', steps: ['validation_data', 'archive_time_stamp'] });
    expect(told(await offline(lta.file, world))).toEqual([
      'signature TOTAL-PASSED B-LTA lta',
      'timestamp TOTAL-PASSED  none',
    ]);
  });

  test('the store has the chains of signer and time-stamp and what their authorities say, once', async () => {
    const world = await longTermWorld();
    const { file, raised } = await signedAt('B-LTA', document(), world);
    const { certificates, ocsps, crls } = securityStore(openPdf(file, ports));
    expect(raised.added).toEqual({
      certificates: certificates.length,
      ocsps: ocsps.length,
      crls: crls.length,
    });
    const held = certificates.map(({ der }) => Buffer.from(der).toString('hex'));
    for (const one of [world.signer, world.timeStamping, world.issuing]) {
      expect(held).toContain(Buffer.from(one.certificate).toString('hex'));
    }
    expect([ocsps.length, crls.length]).toEqual([2, 1]);
    expect(world.asked.filter((url) => url.endsWith('/ocsp'))).toHaveLength(2);
  });

  test('revocation data that are older than the time-stamp are taken, and told', async () => {
    const world = await longTermWorld();
    world.away.add('/ocsp');
    const { file, raised } = await signedAt('B-LT', document(), world);
    expect(raised).toMatchObject({ level: 'B-LT', early: true });
    expect(told(await offline(file, world))).toEqual(['signature TOTAL-PASSED B-LT lta']);
    expect((await extended(file, 'B-LT', world)).raised).toMatchObject({ ...NONE, early: true });
    // Two hours later the lists are newer, and go into the document; once.
    world.now += 2 * 3600 * 1000;
    const later = await extended(file, 'B-LT', world);
    expect(later.raised).toMatchObject({ level: 'B-LT', steps: ['validation_data'], early: false });
    expect((await extended(later.file, 'B-LT', world)).raised).toMatchObject({ ...NONE, early: false });
  });

  test('without revocation data there is no B-LT, and the caller may try again', async () => {
    const world = await longTermWorld();
    for (const gone of ['/ocsp', '.crl']) world.away.add(gone);
    const { tail, field } = await signed(document(), world);
    const again = () => raise(tail, { level: 'B-LT', field }, callsOn(document(), world));
    await expect(again()).rejects.toMatchObject({ name: 'PadesError', code: 'revocation_unavailable' });
    world.away.clear();
    expect(await again()).toMatchObject({ level: 'B-LT', steps: ['validation_data'] });
  });

  test('without an authority for its time-stamp there is no B-LTA', async () => {
    const world = await longTermWorld();
    const { tail, field } = await signed(document(), world);
    world.away.add('tsa');
    const raising = raise(tail, { level: 'B-LTA', field }, callsOn(document(), world));
    await expect(raising).rejects.toMatchObject({ name: 'PadesError', code: 'time_stamp_failed' });
  });

  test('a token that is larger than usual gets the room that it needs', async () => {
    const world = await longTermWorld();
    const { tail, field } = await signed(document(), world);
    const calls = callsOn(document(), world);
    const rooms: number[] = [];
    const large = {
      ...calls,
      prepare: (...[behind, wish]: Parameters<typeof calls.prepare>) => {
        rooms.push(wish.timeStamp?.contentsBytes ?? 0);
        return calls.prepare(behind, wish);
      },
      stamp: async () => new Uint8Array(20_000).fill(1),
    };
    const raised = await raise(tail, { level: 'B-LTA', field }, large);
    expect(rooms).toEqual([16_384, 24_096]);
    expect(raised.steps).toEqual(['validation_data', 'archive_time_stamp']);
    const endless = { ...large, stamp: async () => new Uint8Array(99_000) };
    await expect(
      raise(tail, { level: 'B-LTA', field }, { ...endless, stamp: growing() }),
    ).rejects.toMatchObject({
      code: 'time_stamp_too_large',
    });
  });
});

/** Each token is larger than the last one. */
function growing() {
  let size = 10_000;
  return async () => {
    size += 12_000;
    return new Uint8Array(size);
  };
}

describe('extending', () => {
  test('B-B gets a time-stamp, data and one more: what it did is told', async () => {
    const world = await longTermWorld();
    const { file } = await signed(document(), world, { plain: true });
    const { raised } = await extended(file, 'B-T', world);
    expect(raised).toMatchObject({ level: 'B-T', steps: ['time_stamp'] });
    expect((await extended(file, 'B-LT', world)).raised.steps).toEqual(['time_stamp', 'validation_data']);
    const lta = await extended(file, 'B-LTA', world);
    expect(lta.raised.steps).toEqual(['time_stamp', 'validation_data', 'archive_time_stamp']);
    expect(startsWith(lta.file, file)).toBe(true);
    expect(told(await offline(lta.file, world))).toEqual([
      'signature TOTAL-PASSED B-LTA lta',
      'timestamp TOTAL-PASSED  lta',
      'timestamp TOTAL-PASSED  none',
    ]);
  });

  test('what has more changes than are compared is not raised, and not called changed', async () => {
    const world = await longTermWorld();
    const { file } = await signed(document(), world, { plain: true });
    const calls = callsOn(file, world);
    const change = { revision: 2, level: 'other', rule: 'unexplained', what: '/Page' } as const;
    const told = async (reason: 'limit' | 'page') => {
      const changes: LaterChanges = { level: 'other', changes: [{ ...change, reason }], truncated: false };
      const validate: typeof calls.validate = async (...given) => {
        const found = await calls.validate(...given);
        return { ...found, signatures: found.signatures.map((one) => ({ ...one, changes })) };
      };
      return raise(new Uint8Array(), { level: 'B-T' }, { ...calls, validate });
    };
    await expect(told('limit')).rejects.toMatchObject({
      ...{ code: 'not_valid', message: expect.stringContaining('more came after it than is compared') },
    });
    await expect(told('page')).rejects.toMatchObject({
      ...{ code: 'not_valid', message: expect.stringContaining('changed after it was signed') },
    });
  });

  test('what reaches the level already gets nothing', async () => {
    const world = await longTermWorld();
    const { file } = await signedAt('B-LT', document(), world);
    for (const level of ['B-T', 'B-LT'] as const) {
      expect((await extended(file, level, world)).raised).toMatchObject({
        ...NONE,
        level: 'B-LT',
        steps: [],
      });
    }
  });

  test('B-LTA is renewed again and again, and holds when everything at first has ended', async () => {
    const world = await longTermWorld();
    let { file } = await signedAt('B-LTA', document(), world);
    for (let year = 0; year < 2; year++) {
      world.now += 300 * DAY;
      const renewed = await extended(file, 'B-LTA', world);
      expect(renewed.raised).toMatchObject({
        level: 'B-LTA',
        steps: ['validation_data', 'renewal'],
        added: { certificates: 0, ocsps: 2 },
        early: false,
      });
      file = renewed.file;
    }
    world.now += 3600 * 1000;
    const verdicts = told(await offline(file, world));
    expect(verdicts).toEqual([
      'signature TOTAL-PASSED B-LTA lta',
      'timestamp TOTAL-PASSED  lta',
      'timestamp TOTAL-PASSED  lta',
      'timestamp TOTAL-PASSED  none',
    ]);
    if (isInstalled('pyhanko')) {
      const [others] = judgedByPyhanko([file], world.root.certificate, world.now);
      expect(others?.map(({ passed }) => passed)).toEqual([true, true, true, true]);
    }
    if (dssHome === undefined) return;
    const job = { name: 'renewed', bytes: file, anchors: [world.root.certificate], at: world.now };
    expect(judgedByDss([job], dssHome)).toMatchObject([
      { indication: 'TOTAL_PASSED', format: 'PAdES-BASELINE-LTA' },
    ]);
  }, 120_000);

  test('a signature that permits no change is told', async () => {
    const world = await longTermWorld();
    for (const options of [{ certify: 1 as const }, { lock: true }]) {
      const { file } = await signed(document(), world, options);
      const { raised, file: after } = await extended(file, 'B-LTA', world);
      expect(raised).toMatchObject({ level: 'B-LTA', final: true });
      expect(told(await offline(after, world))[0]).toMatch(/TOTAL-PASSED B-LTA lta$/);
    }
  });

  test('what is not signed, not valid or not trusted is refused', async () => {
    const world = await longTermWorld();
    const refused = async (file: Uint8Array, code: string) =>
      expect(extended(file, 'B-LTA', world)).rejects.toMatchObject({ name: 'PadesError', code });
    await refused(document(), 'unsigned');
    const { file } = await signed(document(), world);
    const changed = Buffer.from(file);
    changed.write('H', changed.indexOf('hello'));
    await refused(changed, 'not_valid');
    const appended = Buffer.concat([file, Buffer.from('\n% more\n')]);
    await refused(appended, 'not_valid');
    const { certificate } = makeTestPki().stranger;
    const trusting = { ...world, root: { ...world.root, certificate } };
    await expect(extended(file, 'B-LT', trusting)).rejects.toMatchObject({ code: 'not_valid' });
    world.now += 5000 * DAY;
    await refused(file, 'not_valid');
  });

  test.each(['keyCompromise', 'certificateHold'] as const)(
    '%s is told apart from what is not valid',
    async (reason) => {
      const world = await longTermWorld();
      const { tail, field } = await signed(document(), world);
      world.status = { status: 'revoked', revokedAt: world.now - DAY, reason };
      const raising = raise(tail, { level: 'B-LT', field }, callsOn(document(), world));
      await expect(raising).rejects.toMatchObject({ code: 'revoked' });
    },
  );

  test('signatures past a bound keep a file from being raised, and not one that was just made', async () => {
    const world = await longTermWorld();
    const { tail, field } = await signed(document(), world);
    const calls = callsOn(document(), world);
    const bounded = {
      ...calls,
      validate: async (...given: Parameters<typeof calls.validate>) => ({
        ...(await calls.validate(...given)),
        leftOut: 3,
      }),
    };
    await expect(raise(tail, { level: 'B-LT' }, bounded)).rejects.toMatchObject({ code: 'not_valid' });
    expect(await raise(tail, { level: 'B-LT', field }, bounded)).toMatchObject({ level: 'B-LT' });
  });

  test('two files for the long term, one signer after the other: both stay what they are', async () => {
    const world = await longTermWorld();
    const first = await signedAt('B-LTA', document(), world);
    world.now += DAY;
    const second = await signedAt('B-LTA', first.file, world);
    expect(told(await offline(second.file, world))).toEqual([
      'signature TOTAL-PASSED B-LTA form-filling',
      'timestamp TOTAL-PASSED  form-filling',
      'signature TOTAL-PASSED B-LTA lta',
      'timestamp TOTAL-PASSED  none',
    ]);
  });
});

describe('P=1', () => {
  test.each([{ certify: 1 as const }, { lock: true }])(
    'SGN-6 %j: validation data go into the signature’s own revision, and nothing is appended',
    async (options) => {
      const world = await longTermWorld();
      const material = await aheadOf(world);
      const { file } = await signed(document(), world, { ...options, material });
      expect(told(await offline(file, world))[0]).toMatch(/TOTAL-PASSED B-LT none$/);
      if (isInstalled('pyhanko')) {
        const [verdicts] = judgedByPyhanko([file], world.root.certificate, world.now + 1000);
        expect(verdicts).toEqual([{ passed: true, changes: 'NONE' }]);
      }
      if (dssHome === undefined) return;
      const job = { name: 'P=1', bytes: file, anchors: [world.root.certificate], at: world.now + 60_000 };
      expect(judgedByDss([job], dssHome)).toMatchObject([{ indication: 'TOTAL_PASSED' }]);
    },
    60_000,
  );
});

describe('judged by others', () => {
  test.skipIf(!isInstalled('pyhanko'))(
    judgedBy(
      'pyhanko',
      'SGN-10 pyHanko passes every level by what the file holds, and finds LTA updates alone',
    ),
    async () => {
      const world = await longTermWorld();
      const files = await everyFile(world);
      const verdicts = judgedByPyhanko(
        files.map(({ file }) => file),
        world.root.certificate,
        world.now + 1000,
      );
      for (const [index, found] of verdicts.entries()) {
        const name = files[index]?.name ?? '';
        expect([name, found.map(({ passed }) => passed)]).toEqual([name, found.map(() => true)]);
        const changes = new Set(found.map((one) => one.changes));
        changes.delete('NONE');
        if (name !== 'second') expect([name, ...changes]).toEqual([name, 'LTA_UPDATES']);
      }
    },
    120_000,
  );

  test.skipIf(dssHome === undefined)(
    dssHome === undefined
      ? 'skipped: EU DSS not installed'
      : 'SGN-10 EU DSS passes every level, and names it',
    async () => {
      const world = await longTermWorld();
      const files = await everyFile(world);
      const anchors = [world.root.certificate];
      const jobs = files.map(({ name, file }) => ({ name, bytes: file, anchors, at: world.now + 60_000 }));
      for (const { name, indication, format } of judgedByDss(jobs, dssHome ?? '')) {
        const level = files.find((one) => one.name === name)?.level ?? '';
        expect([name, indication, format]).toEqual([
          name,
          'TOTAL_PASSED',
          `PAdES-BASELINE-${level.slice(2)}`,
        ]);
      }
    },
    240_000,
  );

  test.skipIf(!isInstalled('qpdf'))(judgedBy('qpdf', 'SGN-10 qpdf has nothing to say'), async () => {
    for (const { name, file } of await everyFile(await longTermWorld())) {
      expect([name, judged('qpdf', ['--check'], file).code]).toEqual([name, 0]);
    }
  });
});
