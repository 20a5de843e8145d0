import {
  type Certificate,
  type Material,
  nameHash,
  type PkiPorts,
  parseSignedData,
  readable,
} from '@websign/pki';
import type { Evidence } from '../evidence/face.ts';
import { attempt, materialInside } from '../evidence/inside.ts';

/** One certificate, OCSP response or CRL that is at hand. */
export interface Held {
  der: Uint8Array;
  origin: 'embedded' | 'fetched';
  /** Octets of the file, from its start, that hold it; without end for what was fetched. */
  end: number;
}

type Kind = keyof Material;
const KINDS: readonly Kind[] = ['certificates', 'ocsps', 'crls'];

/** Objects that are read; a document that brings more is judged by the first, those of its signatures before others. */
export const POOL_LIMITS = { objects: 5000, certificates: 1000 };

/** All certificates and revocation data of a document and what was fetched, each once, by their SHA-256. */
export class Pool {
  readonly certificates: Certificate[];
  /** Those of the document that cannot be read. */
  readonly unread: readonly Uint8Array[];
  /** Whether there are more certificates than those. */
  readonly isCut: boolean;
  readonly #held: Record<Kind, Map<string, Held>> = {
    certificates: new Map(),
    ocsps: new Map(),
    crls: new Map(),
  };
  readonly #ports: Pick<PkiPorts, 'digest'>;

  constructor(
    evidence: Pick<Evidence, 'signatures' | 'store'>,
    fetched: Material,
    ports: Pick<PkiPorts, 'digest'>,
  ) {
    this.#ports = ports;
    for (const { cms, problems, end: covered } of evidence.signatures) {
      // What a malformed byte range says of its end is nobody's word.
      const end = problems.length > 0 ? Number.POSITIVE_INFINITY : (covered ?? Number.POSITIVE_INFINITY);
      const data = cms === undefined ? undefined : attempt(() => parseSignedData(cms));
      if (data === undefined) continue;
      const inside = materialInside(data);
      for (const kind of KINDS) {
        // A signature does not cover its own CMS: only what reaches further does.
        for (const der of inside[kind]) this.#add(kind, { der, end: end + 1, origin: 'embedded' });
      }
    }
    for (const kind of KINDS) {
      for (const der of fetched[kind])
        this.#add(kind, { der, end: Number.POSITIVE_INFINITY, origin: 'fetched' });
    }
    for (const kind of KINDS) {
      for (const { der, end } of evidence.store[kind]) this.#add(kind, { der, end, origin: 'embedded' });
    }
    this.isCut = this.#held.certificates.size > POOL_LIMITS.certificates;
    const first = [...this.#held.certificates.values()].slice(0, POOL_LIMITS.certificates);
    const read = first.map(({ der }) => readable([der]));
    this.certificates = read.flat();
    this.unread = first.flatMap(({ der, origin }, at) =>
      origin === 'embedded' && read[at]?.length === 0 ? [der] : [],
    );
  }

  get ocsps(): Uint8Array[] {
    return [...this.#held.ocsps.values()].map(({ der }) => der);
  }

  get crls(): Uint8Array[] {
    return [...this.#held.crls.values()].map(({ der }) => der);
  }

  /** What is known of an object; undefined where it is not of the pool (an anchor). */
  find(kind: Kind, der: Uint8Array): Held | undefined {
    return this.#held[kind].get(this.key(der));
  }

  /** Lower-case hex SHA-256. */
  key(der: Uint8Array): string {
    return Array.from(this.#ports.digest('SHA-256', der), (octet) =>
      octet.toString(16).padStart(2, '0'),
    ).join('');
  }

  /** As in Evidence.names. */
  names(): string[] {
    const names = this.certificates.flatMap(({ subject, issuer }) => [subject, issuer]);
    return [...new Set(names.map((name) => nameHash(name, this.#ports)))];
  }

  #add(kind: Kind, held: Held): void {
    const all = this.#held[kind];
    const key = this.key(held.der);
    const known = all.get(key);
    if (known === undefined) {
      if (all.size < POOL_LIMITS.objects) all.set(key, held);
    } else if (held.end < known.end) all.set(key, held);
  }
}
