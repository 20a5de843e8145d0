import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runJava } from '../java.ts';

/** Folder of EU DSS with the program that drives it (`.ci/dss`); undefined where it is not installed. */
export const dssHome = process.env.WEBSIGN_DSS;

/** A file for EU DSS, judged offline. */
export interface DssJob {
  name: string;
  bytes: Uint8Array;
  /** DER. */
  anchors: readonly Uint8Array[];
  /** Revocation data beside what is embedded; DER. */
  ocsps?: readonly Uint8Array[];
  crls?: readonly Uint8Array[];
  /** Milliseconds since 1970. */
  at: number;
}

/** What EU DSS says of one signature; `indication` is ERROR or NO_SIGNATURE where there is none to tell of. */
export interface DssVerdict {
  name: string;
  id: string;
  indication: string;
  subIndication: string | undefined;
  /** `PAdES-BASELINE-LTA` … */
  format: string;
  /** Name of its field. */
  field: string;
}

/** Has EU DSS judge all files in one process. Throws where it cannot be run. */
export function judgedByDss(jobs: readonly DssJob[], home: string): DssVerdict[] {
  const room = mkdtempSync(join(tmpdir(), 'websign-dss-'));
  try {
    const lines = jobs.map((job, index) => jobLine(room, `${index}`, job));
    return runJava(home, ['DssJudge'], `${lines.join('\n')}\n`)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => verdictOf(line, room, jobs));
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function jobLine(
  room: string,
  prefix: string,
  { bytes, anchors, ocsps = [], crls = [], at }: DssJob,
): string {
  const put = (name: string, content: Uint8Array): string => {
    const path = join(room, `${prefix}.${name}`);
    writeFileSync(path, content);
    return path;
  };
  const file = put('pdf', bytes);
  const trusted = anchors.map((der, index) => put(`${index}.cer`, der));
  const answers = [
    ...ocsps.map((der, index) => put(`${index}.ocsp`, der)),
    ...crls.map((der, index) => put(`${index}.crl`, der)),
  ];
  return [file, trusted.join(';'), answers.join(';'), String(at)].join('\t');
}

function verdictOf(line: string, room: string, jobs: readonly DssJob[]): DssVerdict {
  const [file = '', id = '', indication = '', subIndication = '-', format = '', field = ''] =
    line.split('\t');
  const index = Number(file.slice(room.length + 1).split('.')[0]);
  return {
    name: jobs[index]?.name ?? file,
    id,
    indication,
    subIndication: subIndication === '-' ? undefined : subIndication,
    format,
    field,
  };
}
