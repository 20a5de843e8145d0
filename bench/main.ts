/** `npm run bench [-- start|sign|lta|validate|inspect|server|preview|keys|load|flood|kills]`: prints one table, keeps it as JSON, fails where a mark is missed. */
import { floodRows } from './flood.ts';
import { inspectRows } from './inspect.ts';
import { keyRows } from './keys.ts';
import { killsRows } from './kills.ts';
import { loadRows } from './load.ts';
import { ltaRows } from './lta.ts';
import { previewRows } from './preview.ts';
import { type Row, report } from './report.ts';
import { serverRows } from './server.ts';
import { signRows } from './sign.ts';
import { startRows } from './start.ts';
import { validateRows } from './validate.ts';

const PARTS: Readonly<Record<string, () => Promise<Row[]>>> = {
  start: startRows,
  sign: signRows,
  lta: ltaRows,
  validate: validateRows,
  inspect: inspectRows,
  server: serverRows,
  preview: previewRows,
  keys: keyRows,
  load: loadRows,
  flood: floodRows,
  kills: killsRows,
};
/** No timings, and minutes long: only when it is asked for. */
const BY_NAME_ONLY = new Set(['kills']);

const wanted = process.argv.slice(2);
const rows: Row[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length === 0 ? BY_NAME_ONLY.has(name) : !wanted.includes(name)) continue;
  process.stderr.write(`measuring: ${name} …\n`);
  rows.push(...(await measure()));
}
process.exitCode = report(rows).length === 0 ? 0 : 1;
