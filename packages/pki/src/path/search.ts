import { equalBytes } from '../asn1/bytes.ts';
import type { Certificate } from '../x509/certificate.ts';
import { sameName } from '../x509/name-match.ts';
import { parsedAnchors } from './anchors.ts';
import { Bag, keyHint } from './bag.ts';
import type { Chain, ChainInput, ChainSearch, ParsedAnchor, PathPorts, PathProblem } from './face.ts';
import { signatureOutcome } from './issued.ts';

/** Certificates below the anchor; more are no honest path. */
const MAX_LENGTH = 8;
/** Signature checks of one search: cross-certified bags must not cost more. */
const MAX_CHECKS = 64;
/** Rows of certificates looked at: those whose checks are known cost little, but loops make very many of them. */
const MAX_STEPS = 1000;
const MAX_CHAINS = 16;

/** Candidate chains whose signatures hold, best first; nothing else of them is judged. */
export async function prospectiveChains(input: ChainInput, ports: PathPorts): Promise<Chain[]> {
  return (await searchChains(input, ports)).chains;
}

/** As {@link prospectiveChains}, with what is known where there is none. */
export async function searchChains(input: ChainInput, ports: PathPorts): Promise<ChainSearch> {
  const anchors = parsedAnchors(input.anchors);
  const bag = new Bag(
    input.intermediates,
    anchors.map(({ parsed }) => parsed),
  );
  const search: Search = {
    anchors,
    bag,
    ports,
    chains: [],
    furthest: [input.certificate],
    problem: undefined,
    signers: new Map(),
    checks: 0,
    steps: 0,
    exhausted: false,
  };
  await extend(search, [input.certificate]);
  const { furthest, problem, exhausted } = search;
  const chains = search.chains.toSorted(
    (a, b) => a.certificates.length - b.certificates.length || sourceRank(a.anchor) - sourceRank(b.anchor),
  );
  return { chains, furthest, exhausted, ...(problem === undefined ? {} : { problem }) };
}

interface Search {
  anchors: readonly ParsedAnchor[];
  bag: Bag;
  ports: PathPorts;
  chains: Chain[];
  furthest: Certificate[];
  problem: PathProblem | undefined;
  /** SubjectPublicKeyInfo of the key that signed each certificate. */
  signers: Map<Certificate, Uint8Array>;
  checks: number;
  steps: number;
  exhausted: boolean;
}

function sourceRank({ source }: ParsedAnchor): number {
  return source === 'trusted_list' ? 0 : 1;
}

async function extend(search: Search, path: Certificate[]): Promise<void> {
  const last = path.at(-1);
  if (last === undefined) return;
  if (search.steps++ >= MAX_STEPS) {
    search.exhausted = true;
    return;
  }
  if (path.length > search.furthest.length) search.furthest = path;
  for (const anchor of search.anchors) {
    if (search.chains.length >= MAX_CHAINS) return;
    if (await isAnchored(search, path, last, anchor)) search.chains.push({ certificates: path, anchor });
  }
  const issuers = search.bag.issuersOf(last).filter((issuer) => !stands(path, issuer));
  if (path.length >= MAX_LENGTH) {
    search.exhausted ||= issuers.length > 0;
    return;
  }
  for (const issuer of issuers) {
    if (search.chains.length >= MAX_CHAINS) return;
    if (await issued(search, issuer, last)) await extend(search, [...path, issuer]);
  }
}

async function isAnchored(
  search: Search,
  path: Certificate[],
  last: Certificate,
  { parsed }: ParsedAnchor,
): Promise<boolean> {
  if (path.length === 1 && equalBytes(parsed.der, last.der)) return true;
  return !stands(path, parsed) && sameName(parsed.subject, last.issuer) && issued(search, parsed, last);
}

/** The same name with the same key twice is a loop, whoever certified it (RFC 4158 §5.2). */
function stands(path: Certificate[], issuer: Certificate): boolean {
  return path.some(
    (member) => equalBytes(member.spki, issuer.spki) && sameName(member.subject, issuer.subject),
  );
}

/** Whether `issuer`, which bears the name, signed `subject`. The first that did not is remembered. */
async function issued(search: Search, issuer: Certificate, subject: Certificate): Promise<boolean> {
  if (subject.issuer.rdns.length === 0) return false; // RFC 5280 §4.1.2.4
  const signer = search.signers.get(subject);
  // One key made a signature. A second one that fits can be contrived (for ECDSA), so it ends the search for others
  // only where its way led to an anchor.
  if (search.chains.length > 0 && signer !== undefined && !equalBytes(signer, issuer.spki)) return false;
  const spend = () => search.checks++ < MAX_CHECKS;
  const outcome = await signatureOutcome(issuer, subject, search.ports, spend);
  if (outcome === undefined) search.exhausted = true;
  if (outcome === 'holds') search.signers.set(subject, issuer.spki);
  // Another key of the same name is no wrong signature.
  if (outcome !== undefined && outcome !== 'holds' && keyHint(issuer, subject) < 2) {
    search.problem ??= { reason: outcome, certificate: subject };
  }
  return outcome === 'holds';
}
