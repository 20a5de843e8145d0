import { openMaterial } from '../outbound.ts';
import type { ListReport } from '../services/trust/face.ts';
import { readTrustFolder } from '../services/trust/folder.ts';
import { configuredLists } from '../services/trust/open-lists.ts';
import { openTrust } from '../services/trust/trust.ts';
import { standingNow } from '../services/validation/standing.ts';
import { type Check, moment, ok, type Place, problem, type Said, Unknowable, warning } from './face.ts';

/** The trusted folder, and the copies of trusted lists. */
export const trust: Check = {
  name: 'trust',
  async look(place) {
    const { config } = place;
    const folder = config.TRUST_FOLDER === '' ? [] : [inFolder(config.TRUST_FOLDER)];
    const reports = config.LOTL_URL === '' ? [] : await listReports(place);
    const all = [...folder, ...reports.map((report) => ofList(report, place.now()))];
    return all.length > 0
      ? all
      : [
          warning(
            'no certificate is trusted: signatures in uploaded files cannot be judged',
            'Set TRUST_FOLDER, or LOTL_URL.',
          ),
        ];
  },
};

function inFolder(folder: string): Said {
  try {
    const count = readTrustFolder(folder).length;
    return count > 0
      ? ok(`TRUST_FOLDER holds ${count} certificates`)
      : warning(
          `TRUST_FOLDER ${folder} holds no certificate`,
          'Put the certificates (.pem, .crt, .cer, .der) of those who issue to signers there.',
        );
  } catch (error) {
    return problem(
      error instanceof Error ? error.message : String(error),
      'Mend or remove the file; the server does not start with it.',
    );
  }
}

async function listReports({
  config,
  engine,
  ways,
  log,
  now,
  storage,
}: Place): Promise<readonly ListReport[]> {
  const copies = config.DATABASE_URL === '' ? undefined : (await storage()).listCopies;
  const lists = configuredLists(config, { engine, http: ways.configured, log, clock: now, copies });
  await lists?.load();
  return lists?.reports() ?? [];
}

function ofList(
  { kind, territory, state, problem: why, nextUpdate, fetchedAt }: ListReport,
  now: number,
): Said {
  const name = kind === 'lotl' ? 'the list of trusted lists' : `the trusted list of ${territory}`;
  const because = why === undefined ? '' : ` (${why})`;
  const act = 'A running server fetches it; ./websign trust refresh does it now and says what is in the way.';
  if (state === 'missing')
    return (kind === 'lotl' ? problem : warning)(`${name} is not in use${because}`, act);
  if (state === 'stale') return warning(`${name} is past its NextUpdate${because}`, act);
  const until = nextUpdate === undefined ? '' : `, to be renewed by ${moment(nextUpdate)}`;
  const age = fetchedAt === undefined ? '' : `, fetched ${Math.round((now - fetchedAt) / 3_600_000)} h ago`;
  return ok(`${name} is fresh${age}${until}`);
}

/** How the newest signer's certificate stands by what its authority answers. */
export const revocation: Check = {
  name: 'revocation',
  async look(place) {
    const { config, engine, ways, log, now, storage } = place;
    if (config.level === 'B-B' || config.level === 'B-T')
      return [ok(`not asked for (SIGNATURE_LEVEL=${config.level})`)];
    const { roster } = await storage();
    const range = { from: now(), to: Number.MAX_SAFE_INTEGER };
    const { total } = await roster.ending(range, { limit: 1, offset: 0 });
    if (total === 0) throw new Unknowable('no account has a certificate that is valid');
    const [account] = (await roster.ending(range, { limit: 1, offset: total - 1 })).accounts;
    if (account === undefined) throw new Unknowable('the accounts changed meanwhile');
    const failures: string[] = [];
    const { authorities, close } = openMaterial(ways, config, {
      log,
      clock: now,
      failed: (kind, code) => void failures.push(`${kind}: ${code}`),
    });
    const copies = config.DATABASE_URL === '' ? undefined : (await storage()).listCopies;
    const lists = configuredLists(config, { engine, http: ways.configured, log, clock: now, copies });
    await lists?.load();
    const opened = openTrust(
      config,
      { own: [], lists: lists && { ...lists, refresh: async () => undefined } },
      log,
    );
    try {
      const { status, reason } = await standingNow(
        { engine, trust: opened, material: authorities, clock: now },
        { chain: account.chain, tokens: [] },
      );
      return [standingOf(status, reason, failures)];
    } finally {
      await opened.stop();
      await close();
    }
  },
};

function standingOf(status: string, reason: string | undefined, failures: readonly string[]): Said {
  const why = [reason ?? '', ...new Set(failures)].filter((text) => text !== '').join(', ');
  if (status === 'good') return ok("the newest signer's certificate is good by its authority's word");
  if (status === 'revoked')
    return warning(
      "the newest signer's certificate is revoked",
      'Its owner cannot sign: give the account a new certificate.',
    );
  if (status === 'invalid')
    return problem(
      `the newest signer's certificate leads to no certificate that is trusted (${why}): nothing is signed with it`,
      "Put its authority's root into TRUST_FOLDER.",
    );
  return problem(
    `how the newest signer's certificate stands cannot be learned (${why}): signatures stay below B-LT for now`,
    'Look whether this machine reaches the OCSP responder and CRL that the certificate names: firewall, OUTBOUND_PROXY, and REVOCATION_NETWORKS for authorities of your own.',
  );
}
