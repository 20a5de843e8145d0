import { equalBytes } from '../asn1/bytes.ts';
import { OID } from '../oids.ts';
import type { Certificate } from '../x509/certificate.ts';
import { isKnownExtension } from '../x509/extensions.ts';
import { sameName } from '../x509/name-match.ts';
import type { Chain, CheckOptions, PathFailure, PathProblem } from './face.ts';
import { NameBounds } from './name-constraints.ts';
import { PolicyState } from './policies.ts';
import { mayServeDocuments } from './purposes.ts';

/**
 * RFC 5280 §6.1 but for signatures and revocation: the first thing wrong, from the anchor down, then the dates from
 * the end entity up. Of the anchor, what its certificate says of authorities below it counts too (RFC 5937).
 */
export function checkChain(
  { certificates, anchor }: Chain,
  options: CheckOptions = {},
): PathProblem | undefined {
  const [endEntity] = certificates;
  if (endEntity === undefined) return { reason: 'no_path', certificate: anchor.parsed };
  return (
    constraintProblem(certificates, anchor.parsed, options) ??
    endEntityProblem(endEntity, options) ??
    dateProblem(certificates, options.at)
  );
}

/** What the certificates above leave for those below (§6.1.2). */
interface State {
  issuer: Certificate;
  names: NameBounds;
  policies: PolicyState;
  /** Authorities that may still follow, self-issued ones not counted. */
  pathLength: number;
}

function constraintProblem(
  certificates: readonly Certificate[],
  anchor: Certificate,
  { policies }: CheckOptions,
): PathProblem | undefined {
  const [endEntity, ...above] = certificates;
  if (endEntity === undefined) return undefined;
  // An end entity that is itself trusted has nobody above it who could bound it.
  if (above.length === 0 && equalBytes(endEntity.der, anchor.der)) {
    return problem(extensionFailure(endEntity), endEntity);
  }
  const state: State = {
    issuer: anchor,
    names: new NameBounds(),
    policies: new PolicyState(certificates.length, policies),
    pathLength: certificates.length,
  };
  const trusted = anchorFailure(anchor, state);
  if (trusted !== undefined) return problem(trusted, anchor);
  for (const authority of above.toReversed()) {
    const reason = belowFailure(authority, state, false) ?? authorityFailure(authority, state);
    if (reason !== undefined) return problem(reason, authority);
  }
  return problem(belowFailure(endEntity, state, true) ?? extensionFailure(endEntity), endEntity);
}

function problem(reason: PathFailure | undefined, certificate: Certificate): PathProblem | undefined {
  return reason === undefined ? undefined : { reason, certificate };
}

/** §6.1.3 (a)(4), (b) to (f), and for the last certificate §6.1.5 (a), (b), (g). */
function belowFailure(certificate: Certificate, state: State, last: boolean): PathFailure | undefined {
  const { subject, issuer } = certificate;
  if (issuer.rdns.length === 0 || !sameName(issuer, state.issuer.subject)) return 'issuer_name';
  const selfIssued = sameName(subject, issuer);
  if ((last || !selfIssued) && !state.names.allow(certificate)) {
    return state.names.exhausted ? 'limit' : 'name_constraints';
  }
  return state.policies.enter(certificate.extensions, { selfIssued, last }) ? undefined : 'policy';
}

/** §6.1.4: what an authority must be, and what it leaves to those below. */
function authorityFailure(authority: Certificate, state: State): PathFailure | undefined {
  const { version, extensions, subject, issuer } = authority;
  const selfIssued = sameName(subject, issuer);
  if (!state.policies.leave(extensions, { selfIssued })) return 'policy_mapping';
  if (extensions.nameConstraints !== undefined) state.names.add(extensions.nameConstraints);
  const { basicConstraints, keyUsage } = extensions;
  if (version !== 3 || basicConstraints?.ca !== true) return 'not_ca';
  if (!selfIssued && state.pathLength-- <= 0) return 'path_length';
  state.pathLength = Math.min(state.pathLength, basicConstraints.pathLength ?? state.pathLength);
  if (keyUsage !== undefined && !keyUsage.includes('keyCertSign')) return 'key_usage';
  state.issuer = authority;
  return extensionFailure(authority);
}

/**
 * RFC 5937 §3: an anchor's own bounds hold. A certificate of a signer that somebody trusts must not thereby become
 * an authority; roots of version 1 and roots without basicConstraints are older than the rule.
 */
function anchorFailure(anchor: Certificate, state: State): PathFailure | undefined {
  const { basicConstraints, keyUsage, nameConstraints, unknownCritical } = anchor.extensions;
  // Bounds that cannot be read are not thereby none.
  if (unknownCritical.some((oid) => BOUNDS.has(oid))) return 'extension_malformed';
  const old = anchor.version < 3 || keyUsage?.includes('keyCertSign') === true;
  if (basicConstraints === undefined ? !old : !basicConstraints.ca) return 'not_ca';
  if (keyUsage !== undefined && !keyUsage.includes('keyCertSign')) return 'key_usage';
  state.pathLength = Math.min(state.pathLength, basicConstraints?.pathLength ?? state.pathLength);
  if (nameConstraints !== undefined) state.names.add(nameConstraints);
  return undefined;
}

/** Extensions of an anchor that bound a path here. */
const BOUNDS: ReadonlySet<string> = new Set([OID.basicConstraints, OID.keyUsage, OID.nameConstraints]);

/** §6.1.4 (o), §6.1.5 (f), §4.1.2.1. */
function extensionFailure({ version, extensions }: Certificate): PathFailure | undefined {
  if (extensions.unknownCritical.length > 0) {
    return extensions.unknownCritical.every(isKnownExtension) ? 'extension_malformed' : 'unknown_critical';
  }
  return version > 3 || (version < 3 && extensions.all.length > 0) ? 'version' : undefined;
}

function endEntityProblem(
  certificate: Certificate,
  { signer, purposes }: CheckOptions,
): PathProblem | undefined {
  const { keyUsage, extendedKeyUsage } = certificate.extensions;
  const signs = keyUsage?.some((usage) => usage === 'nonRepudiation' || usage === 'digitalSignature') ?? true;
  if (signer === true && !signs) return { reason: 'signer_key_usage', certificate };
  if (signer === true && extendedKeyUsage !== undefined && !mayServeDocuments(extendedKeyUsage)) {
    return { reason: 'extended_key_usage', certificate };
  }
  const held = extendedKeyUsage?.purposes;
  if (purposes === undefined || held === undefined || held.includes(OID.anyExtendedKeyUsage))
    return undefined;
  const fits = purposes.some((purpose) => held.includes(purpose));
  return fits ? undefined : { reason: 'extended_key_usage', certificate };
}

function dateProblem(certificates: readonly Certificate[], at: number | undefined): PathProblem | undefined {
  if (at === undefined) return undefined;
  for (const certificate of certificates) {
    if (at < certificate.validity.notBefore) return { reason: 'not_yet_valid', certificate };
    if (at > certificate.validity.notAfter) return { reason: 'expired', certificate };
  }
  return undefined;
}
