import { readSettings, type Settings } from '@websign/server/config';
import type { ListReport } from '@websign/server/services/trust/face';
import { none, readArguments } from '../arguments.ts';
import { withEngine } from '../engine.ts';
import { CliError, EXIT } from '../error.ts';
import { withLists } from '../lists.ts';
import { printable } from '../printable.ts';
import { trustedFiles } from '../trust.ts';

const OPTIONS = { json: { type: 'boolean', default: false } } as const;

/** Shows what is trusted, from the folder and by EU trusted lists; `refresh` fetches the lists first. */
export async function run([action, ...args]: string[]): Promise<number> {
  if (action !== 'list' && action !== 'refresh') throw new CliError('usage', 'trust does list or refresh.');
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  const settings = readSettings(process.env);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  for (const { setting, path, anchors } of trustedFiles(settings)) {
    say(
      values.json
        ? JSON.stringify({ source: setting, path, certificates: anchors.length })
        : `${setting}\t${printable(path)}\t${certificates(anchors.length)}`,
    );
  }
  const reports = settings.LOTL_URL === '' ? [] : await listReports(settings, action === 'refresh');
  for (const report of reports) say(values.json ? JSON.stringify(shown(report)) : line(report));
  if (reports.length === 0 && !values.json) say('trusted lists: off (LOTL_URL is not set)');
  const inOrder = reports.every(({ state, problem }) => state === 'fresh' && problem === undefined);
  return inOrder ? EXIT.done : EXIT.failed;
}

const listReports = (settings: Settings, fetching: boolean): Promise<readonly ListReport[]> =>
  withEngine((engine) =>
    withLists(settings, engine, async (lists) => {
      await lists?.load();
      if (fetching) await lists?.refresh();
      return lists?.reports() ?? [];
    }),
  );

const moment = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
const certificates = (count: number) => `${count} ${count === 1 ? 'certificate' : 'certificates'}`;

function shown({
  kind,
  territory,
  url,
  state,
  operator,
  sequence,
  anchors,
  leftOut,
  problem,
  ...times
}: ListReport) {
  return {
    source: kind,
    territory,
    state,
    operator: operator ?? null,
    sequence: sequence ?? null,
    issued: moment(times.issued),
    nextUpdate: moment(times.nextUpdate),
    fetched: moment(times.fetchedAt),
    certificates: anchors,
    leftOut,
    problem: problem ?? null,
    url,
  };
}

function line(report: ListReport): string {
  const { source, territory, state, sequence, issued, nextUpdate, fetched, problem, url } = shown(report);
  const facts = [
    source === 'lotl' ? `${territory} list of lists` : territory,
    state,
    ...(sequence === null
      ? []
      : [
          `number ${sequence}`,
          `issued ${issued}`,
          `next ${nextUpdate ?? 'none: closed'}`,
          `fetched ${fetched}`,
        ]),
    ...(source === 'lotl' ? [] : [certificates(report.anchors)]),
    ...report.leftOut.map(({ reason, count }) => `${count} ${reason}`),
    ...(problem === null ? [] : [`problem: ${problem}`]),
    printable(url),
  ];
  return facts.join('\t');
}
