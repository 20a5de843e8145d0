import { certificates } from './certificates.ts';
import { contradictions } from './contradictions.ts';
import { blobs, database } from './database.ts';
import type { Check } from './face.ts';
import { files } from './files.ts';
import { keys } from './keys.ts';
import { browser, disk, ports, sandbox } from './machine.ts';
import { mail } from './mail.ts';
import { clock, timeStamps } from './time.ts';
import { revocation, trust } from './trust.ts';

/** In the order in which they are told: what others stand on comes first. */
export const checks: readonly Check[] = [
  contradictions,
  files,
  database,
  blobs,
  keys,
  timeStamps,
  clock,
  trust,
  revocation,
  certificates,
  mail,
  disk,
  ports,
  browser,
  sandbox,
];
