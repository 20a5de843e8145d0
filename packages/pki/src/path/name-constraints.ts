import { OID } from '../oids.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { NameConstraints, Subtree } from '../x509/constraints.ts';
import type { GeneralName } from '../x509/general-name.ts';
import { isWithin, uriHost } from './subtree.ts';

/** Comparisons of one path: hostile certificates must not make names times constraints of them. */
const MAX_COMPARISONS = 250_000;

const EMAIL_ADDRESS = '1.2.840.113549.1.9.1';
/** SmtpUTF8Mailbox (RFC 9598): a mailbox too, which is not compared here. */
const SMTP_UTF8_MAILBOX = '1.3.6.1.5.5.7.8.9';

/** The name constraints that a path has gathered so far (RFC 5280 §6.1.4 g). */
export class NameBounds {
  readonly #all: NameConstraints[] = [];
  #comparisons = 0;

  /** Whether there was more to compare than is compared: a refusal then says nothing of the names. */
  get exhausted(): boolean {
    return this.#comparisons > MAX_COMPARISONS;
  }

  add(constraints: NameConstraints): void {
    this.#all.push(constraints);
  }

  /** §6.1.3 (b), (c): every name of the certificate is permitted by each authority above, and excluded by none. */
  allow(certificate: Certificate): boolean {
    if (this.#all.length === 0) return true;
    // Names that cannot be read cannot be told to lie within the bounds.
    if (certificate.extensions.unread.includes(OID.subjectAltName)) return false;
    return namesOf(certificate).every((name) =>
      this.#all.every((constraints) => this.#allows(constraints, name)),
    );
  }

  #allows({ permitted, excluded }: NameConstraints, name: GeneralName): boolean {
    const relevantPermitted = permitted.filter((subtree) => isSameForm(subtree.base, name));
    const relevantExcluded = excluded.filter((subtree) => isSameForm(subtree.base, name));
    this.#comparisons += permitted.length + excluded.length;
    if (this.exhausted) return false;
    // §4.2.1.10: what constrains a form that occurs is either understood or refuses.
    if (![...relevantPermitted, ...relevantExcluded].every((subtree) => isUnderstood(subtree, name)))
      return false;
    if (relevantExcluded.some(({ base }) => isWithin(name, base))) return false;
    return relevantPermitted.length === 0 || relevantPermitted.some(({ base }) => isWithin(name, base));
  }
}

/** The subject, its alternative names, and the e-mail addresses of the subject, which are names of their own. */
function namesOf({ subject, extensions }: Certificate): GeneralName[] {
  const addresses = subject.rdns.flat().filter(({ oid }) => oid === EMAIL_ADDRESS);
  return [
    ...(subject.rdns.length === 0 ? [] : [{ form: 'directory' as const, name: subject }]),
    ...addresses.map(({ value }) => ({ form: 'rfc822' as const, text: value })),
    ...(extensions.subjectAltName ?? []),
  ];
}

function isSameForm(base: GeneralName, name: GeneralName): boolean {
  if (name.form !== 'other') return base.form === name.form;
  if (name.type === SMTP_UTF8_MAILBOX && base.form === 'rfc822') return true;
  return base.form === 'other' && base.type === name.type;
}

function isUnderstood({ base, minimum, maximum }: Subtree, name: GeneralName): boolean {
  return base.form === name.form && minimum === 0 && maximum === undefined && isReadable(name);
}

/** Whether a name can be told to lie within a subtree of its form or not. */
function isReadable(name: GeneralName): boolean {
  switch (name.form) {
    case 'directory':
      return true;
    case 'dns':
      return name.text !== '';
    case 'rfc822':
      return /^[^@]+@[^@]+$/.test(name.text);
    case 'ip':
      return name.octets.length === 4 || name.octets.length === 16;
    case 'uri':
      return uriHost(name.text) !== undefined;
    default:
      return false;
  }
}
