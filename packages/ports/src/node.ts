import type { PdfPorts } from '@websign/pdf';
import type { PkiPorts } from '@websign/pki';
import { decipher } from './decipher.ts';
import { digest } from './digest.ts';
import { deflate, inflate } from './flate.ts';
import { subsetter } from './subset.ts';
import { verify } from './verify.ts';

/** The engine's ports on Node: node:crypto, node:zlib and harfbuzz. May be shared; keeps a few font subsets. */
export function nodePorts(): PdfPorts & PkiPorts {
  return { digest, inflate, deflate, decipher, subset: subsetter(), verify };
}
