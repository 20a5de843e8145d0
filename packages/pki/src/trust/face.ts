/** A certificate that is trusted, and by whose word. */
export interface TrustAnchor {
  /** DER. */
  certificate: Uint8Array;
  /** `operator`: named by who runs this; `trusted_list`: a service of an EU trusted list. */
  source: 'operator' | 'trusted_list';
  /** What the trusted lists say of it; empty for an operator's. */
  services: TrustService[];
}

/** A trust service whose digital identity the certificate is (ETSI TS 119 612 §5.5). */
export interface TrustService {
  /** ISO 3166-1 alpha-2, as the list's scheme territory says it: `EL`, `DE`. */
  territory: string;
  provider: string;
  name: string;
  /** Service type identifier, a URI: `http://uri.etsi.org/TrstSvc/Svctype/CA/QC`. */
  type: string;
  /** Newest first. */
  states: ServiceState[];
}

/** The service from `from` on, until the next newer state. */
export interface ServiceState {
  /** Milliseconds since 1970. */
  from: number;
  /** Service status, a URI: `…/Svcstatus/granted`. */
  status: string;
  /** URIs of AdditionalServiceInformation: `…/SvcInfoExt/ForeSignatures`. */
  additional: string[];
  qualifications: QualificationElement[];
}

/** Qualifiers that apply to the certificates which the criteria fit (TS 119 612 §5.5.9.2). */
export interface QualificationElement {
  /** URIs: `…/SvcInfoExt/QCWithSSCD`. */
  qualifiers: string[];
  criteria: Criteria;
}

export interface Criteria {
  assert: 'all' | 'atLeastOne' | 'none';
  /** Each a set of bits that must stand as given. */
  keyUsages: { usage: string; value: boolean }[][];
  /** Each a set of policy identifiers that the certificate must all carry. */
  policies: string[][];
  /** Key purposes that the certificate must all carry (§5.5.9.2.2.3, other criteria). */
  extendedKeyUsages: string[][];
  /** Each a set of attribute types that the certificate's subject must all have. */
  subjectAttributes: string[][];
  /** Criteria of a kind that is not known: they fit nothing. */
  unknown: number;
  nested: Criteria[];
}

/** The anchors of an installation. */
export interface TrustStore {
  /** Those whose subject is among `names` (as `nameHash` makes them). */
  anchorsFor(names: readonly string[]): readonly TrustAnchor[];
}
