import { PkiError } from '../error.ts';
import type { Asn1 } from './reader.ts';
import { TAG } from './tags.ts';
import { expectTag } from './values.ts';

/** Walks the members of a SEQUENCE in the order of its definition. */
export class Fields {
  readonly #members: Asn1[];
  readonly #what: string;
  #at = 0;

  constructor(value: Asn1, what: string, tag: number = TAG.sequence) {
    this.#members = expectTag(value, tag, what).members();
    this.#what = what;
  }

  /** The next member; with `tag` it must have that identifier octet. */
  next(name: string, tag?: number): Asn1 {
    const member = this.#members[this.#at++];
    if (member === undefined) throw new PkiError('asn1_unexpected', `${this.#what}: ${name} is missing`);
    return tag === undefined ? member : expectTag(member, tag, `${this.#what}: ${name}`);
  }

  /** The next member if it has one of these identifier octets. */
  optional(...tags: number[]): Asn1 | undefined {
    const member = this.#members[this.#at];
    if (member === undefined || !tags.includes(member.tag)) return undefined;
    this.#at++;
    return member;
  }

  /** Whatever is left. */
  rest(): Asn1[] {
    const rest = this.#members.slice(this.#at);
    this.#at = this.#members.length;
    return rest;
  }

  /** Refuses members that the definition does not have. */
  end(): void {
    if (this.#at < this.#members.length)
      throw new PkiError('asn1_unexpected', `${this.#what}: one member too many`);
  }
}

/** The one member of an `[n] EXPLICIT` tag. */
export function inner(value: Asn1, what: string): Asn1 {
  const [member, ...more] = value.members();
  if (member === undefined || more.length > 0)
    throw new PkiError('asn1_unexpected', `${what}: not one member`);
  return member;
}
