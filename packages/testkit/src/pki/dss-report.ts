import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * What EU DSS reads in a validation report (ETSI TS 119 102-2), for each signature: `TOTAL_PASSED`,
 * `INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND` … Throws where its schema refuses the report.
 */
export function reportReadByDss(xml: string, home: string): string[] {
  const classes = [join(home, 'classes'), join(home, 'lib', '*')].join(':');
  const { status, stdout, stderr } = spawnSync('java', ['-cp', classes, 'ReportJudge'], {
    input: xml,
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`EU DSS refuses the report: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\t-$/, '').replace('\t', ' '));
}
