import type { Row } from '../report.ts';
import type { Caller } from './calls.ts';
import type { Documents } from './check-documents.ts';
import type { Stored } from './check-storage.ts';
import type { Killer } from './killer.ts';
import type { Ledger } from './ledger.ts';
import type { Replica } from './replica.ts';

/** What was found at the end. */
export interface Checked {
  documents: Documents;
  verdicts: ReadonlyMap<string, number>;
  stored: Stored;
}

export interface Run {
  killer: Killer;
  /** Seconds. */
  lasted: number;
  seed: number;
  ledger: Ledger;
  caller: Caller;
  replicas: readonly Replica[];
  checked: Checked;
}

/** A mark of the issue: so many in an hour. */
const KILLS_AN_HOUR = 10_000;
/** Violations that get a row of their own. */
const TOLD = 100;

const plain = (name: string, value: number, shown = String(value)): Row => ({ name, value, shown });
const total = (counts: Iterable<number>) => [...counts].reduce((sum, count) => sum + count, 0);
const countsOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, count]) => `${count} ${what}`).join(', ');

export function rowsOf(run: Run): Row[] {
  return [...killRows(run), ...workRows(run), ...checkRows(run)];
}

function killRows({ killer, lasted, seed, replicas }: Run): Row[] {
  const kills = total(killer.counts.values());
  const rate = kills / lasted;
  return [
    {
      name: 'kills',
      value: kills,
      shown: `${kills} in ${lasted.toFixed(0)} s, ${rate.toFixed(2)} a second; KILLS_SEED=${seed}`,
      mark: `${KILLS_AN_HOUR} an hour`,
      met: rate * 3600 >= KILLS_AN_HOUR,
    },
    ...[...killer.counts].map(([kind, count]) => plain(`  ${kind}`, count)),
    plain('  all servers at once', killer.allAtOnce, `${killer.allAtOnce} times, among those of servers`),
    plain(
      '  starts of servers',
      total(replicas.map(({ starts }) => starts)),
      `${total(replicas.map(({ starts }) => starts))}, of which ${total(replicas.map(({ failedStarts }) => failedStarts))} failed`,
    ),
  ];
}

function workRows({ ledger, caller, lasted }: Run): Row[] {
  const signed = ledger.signed.size;
  return [
    plain(
      'journeys',
      ledger.journeysEnded,
      `${ledger.journeysBegun} begun, ${ledger.journeysEnded} went to their end`,
    ),
    plain('  uploads acknowledged', ledger.uploads.size),
    {
      name: '  signatures acknowledged',
      value: signed,
      shown: `${signed}, ${(signed / lasted).toFixed(2)} a second; ${ledger.signedUntold.size} of them only by a look afterwards`,
      mark: 'some',
      met: signed > 0,
    },
    plain('  fetches of signed files', total([...ledger.signed.values()].map(({ length }) => length))),
    plain(
      '  sign-ins, sign-outs',
      total(ledger.logins.values()),
      `${total(ledger.logins.values())}, ${total(ledger.logouts.values())}`,
    ),
    plain('  calls sent again', caller.retries),
    ...[...ledger.failures].map(([what, count]) => plain(`  told: ${what}`, count, `${count} times`)),
  ];
}

function checkRows({ ledger, checked: { documents, verdicts, stored } }: Run): Row[] {
  const { violations } = ledger;
  return [
    plain(
      'found at the end',
      documents.documents,
      `${documents.documents} documents, ${documents.signed} signed; ${stored.blobs} blobs, ${stored.audited} entries of the audit log`,
    ),
    plain('  verify --offline, all signed files', total(verdicts.values()), countsOf(verdicts)),
    plain(
      '  work that follows a commit',
      stored.left,
      `${stored.letters} letters written, ${stored.left} pieces of work not done, or without a known end`,
    ),
    {
      name: 'lost, or not as it was acknowledged',
      value: violations.length,
      shown: String(violations.length),
      mark: 'none',
      met: violations.length === 0,
    },
    ...violations.slice(0, TOLD).map((violation) => plain('  violation', 1, violation)),
  ];
}
