import { type Check, ok, type Place, problem, type Said, warning } from './face.ts';

/** A token of each authority, that chains to the configured certificates. */
export const timeStamps: Check = {
  name: 'time-stamps',
  async look({ stamps, config }) {
    const all = await stamps();
    if (all.length === 0)
      return [
        config.level === 'B-B'
          ? ok('none are configured (SIGNATURE_LEVEL=B-B)')
          : problem('no authority is configured', 'Set TSA_URLS and TSA_CERTIFICATES_FILE.'),
      ];
    return all.map(({ setting, url, error }): Said => {
      const { host } = new URL(url);
      if (error === undefined)
        return ok(`${host} (${setting}) gives time-stamps that chain to TSA_CERTIFICATES_FILE`);
      return problem(
        `${host} (${setting}) gives no time-stamp that is accepted: ${error}`,
        'If it does not answer, look at the network and OUTBOUND_PROXY; if its answer is not accepted, put its root into TSA_CERTIFICATES_FILE.',
      );
    });
  },
};

/** Codes are judged within 30 s, tokens must not be of the future. */
const bad = 10_000;
const odd = 2_000;

/** This machine's clock against those of the database, the authorities and a web server. */
export const clock: Check = {
  name: 'clock',
  async look(place) {
    const all = (await Promise.all([byDatabase(place), byStamps(place), byWeb(place)])).flat();
    if (all.length === 0)
      return [
        warning(
          'there is nothing to hold the clock against',
          'See to it that NTP runs on this machine (timedatectl).',
        ),
      ];
    const wrong = all.filter(({ aheadMs }) => Math.abs(aheadMs) > odd);
    if (wrong.length === 0)
      return [ok(`the clock agrees with ${all.map(({ with: other }) => other).join(', ')}`)];
    return wrong.map(({ with: other, aheadMs }) => {
      const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
      const found = `the clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ${other}`;
      const act =
        'Let NTP set the clocks (timedatectl set-ntp true), here and there: codes of signers are valid for half a minute.';
      return Math.abs(aheadMs) > bad ? problem(found, act) : warning(found, act);
    });
  },
};

interface Compared {
  with: string;
  /** By which this machine's clock is ahead. */
  aheadMs: number;
}

async function byDatabase({ config, database }: Place): Promise<Compared[]> {
  if (config.DATABASE_URL === '') return [];
  // That it does not answer is the database's own finding.
  const facts = await database().catch(() => undefined);
  return facts === undefined ? [] : [{ with: 'the database', aheadMs: facts.aheadMs }];
}

async function byStamps({ stamps }: Place): Promise<Compared[]> {
  return (await stamps()).flatMap(({ url, answer, web }): Compared[] => {
    const { host } = new URL(url);
    if (answer) return [{ with: host, aheadMs: roughly(answer.askedAt - answer.genTime) }];
    return web ? [{ with: host, aheadMs: roughly(web.askedAt - web.date) }] : [];
  });
}

/** Where trusted lists come from is a web server that is known anyway; its Date is in whole seconds. */
async function byWeb({ config, ways, now }: Place): Promise<Compared[]> {
  if (config.LOTL_URL === '') return [];
  try {
    const { headers } = await ways.configured.ask({
      url: config.LOTL_URL,
      method: 'GET',
      timeoutMs: 20_000,
      maxBytes: 64 * 1024 * 1024,
      redirects: 3,
      statuses: () => true,
    });
    const date = Date.parse(headers.date ?? '');
    return Number.isNaN(date)
      ? []
      : [{ with: new URL(config.LOTL_URL).host, aheadMs: roughly(now() - date) }];
  } catch {
    return [];
  }
}

/** Whole seconds are cut off, not rounded. */
const roughly = (aheadMs: number): number => (aheadMs > 0 ? Math.max(0, aheadMs - 1000) : aheadMs);
