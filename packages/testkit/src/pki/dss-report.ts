import { runJava } from '../java.ts';

/**
 * What EU DSS reads in a validation report (ETSI TS 119 102-2), for each signature: `TOTAL_PASSED`,
 * `INDETERMINATE NO_CERTIFICATE_CHAIN_FOUND` … Throws where its schema refuses the report.
 */
export function reportReadByDss(xml: string, home: string): string[] {
  return runJava(home, ['ReportJudge'], xml)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\t-$/, '').replace('\t', ' '));
}
