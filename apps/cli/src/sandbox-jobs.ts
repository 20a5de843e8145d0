/** What the children of the command line do with strangers' files: the server's jobs, and the full check. */
import { checkSignatures } from '@websign/pades';
import { inspect, openPdf } from '@websign/pdf';
import { nodePorts } from '@websign/ports';
import type { Job } from '@websign/server/sandbox/job';
import { jobs as serverJobs } from '@websign/server/sandbox/jobs';

const ports = nodePorts();

async function check(document: Uint8Array) {
  const { signatures } = inspect(openPdf(document, ports));
  const checks = await checkSignatures(document, signatures, ports);
  return checks.map(({ certificate: _, ...plain }) => plain);
}

export const jobs = {
  ...serverJobs,
  check: (input) => check((input as { document: Uint8Array }).document),
} satisfies Record<string, Job>;
