import type { Finding } from '../finding.ts';
import type { Report } from '../inspector.ts';
import type { Attachments } from './attachments.ts';

/** Distinct hosts that are counted. */
const MOST_HOSTS = 1000;
/** Of them told one by one: information must not cut off the list of what matters. */
const LISTED_HOSTS = 50;

interface Link {
  count: number;
  first: Finding;
}

/** What is told only when every object was seen: links by host, and addresses that may belong to an action. */
export class Gathered {
  readonly attachments: Attachments;
  readonly #links = new Map<string, Link>();
  readonly #addresses: Finding[] = [];
  /** Objects that actions name as their target. */
  readonly #targets = new Set<number>();

  constructor(attachments: Attachments) {
    this.attachments = attachments;
  }

  /** A link to the web; `first` is reported once for all of the same origin. */
  link(origin: string, first: Finding): void {
    const known = this.#links.get(origin);
    if (known !== undefined) known.count++;
    else if (this.#links.size < MOST_HOSTS) this.#links.set(origin, { count: 1, first });
  }

  /** A file specification that is an object of its own and names a network address. */
  address(finding: Finding): void {
    this.#addresses.push(finding);
  }

  target(object: number): void {
    this.#targets.add(object);
  }

  finish(report: Report): void {
    for (const finding of this.#addresses) {
      if (finding.object === undefined || !this.#targets.has(finding.object)) report(finding);
    }
    this.attachments.finish();
    const links = [...this.#links];
    for (const [origin, { count, first }] of links.slice(0, LISTED_HOSTS))
      report({ ...first, excerpt: count === 1 ? origin : `${origin} (${count})` });
    const others = links.length - LISTED_HOSTS;
    if (others > 0) report({ kind: 'web_link', excerpt: `… (${others})` });
  }
}
