import { OID } from '../oids.ts';
import type { PolicyMapping } from '../x509/constraints.ts';
import type { Extensions } from '../x509/extensions.ts';
import type { PolicyOptions } from './face.ts';

/**
 * The certificate policies along a path (RFC 5280 §6.1, with the graph of RFC 9618 in place of the tree: one node a
 * policy and certificate, so that mappings cannot make it grow beyond what the certificates themselves hold).
 */
export class PolicyState {
  readonly #acceptable: ReadonlySet<string>;
  /** Nodes of each certificate so far, the anchor's anyPolicy first; undefined once no policy is left. */
  #levels: Level[] | undefined = [new Map([[OID.anyPolicy, root()]])];
  /** Certificates that may follow before … (§6.1.2 d to f). */
  #explicit: number;
  #mapping: number;
  #any: number;

  /** @param length certificates below the anchor */
  constructor(length: number, options: PolicyOptions = {}) {
    this.#acceptable = new Set(options.acceptable ?? [OID.anyPolicy]);
    this.#explicit = options.requireExplicit === true ? 0 : length + 1;
    this.#mapping = options.inhibitMapping === true ? 0 : length + 1;
    this.#any = options.inhibitAny === true ? 0 : length + 1;
  }

  /** §6.1.3 (d) to (f), and for the last certificate the wrap-up; false where a policy is asked for and none holds. */
  enter(extensions: Extensions, { selfIssued, last }: { selfIssued: boolean; last: boolean }): boolean {
    const { certificatePolicies, policyConstraints } = extensions;
    const anyCounts = this.#any > 0 || (!last && selfIssued);
    this.#levels =
      certificatePolicies === undefined ? undefined : grown(this.#levels, certificatePolicies, anyCounts);
    const holds = this.#explicit > 0 || this.#levels !== undefined;
    if (!last || !holds) return holds;
    // §6.1.5 (a), (b), (g)
    if (this.#explicit > 0) this.#explicit--;
    if (policyConstraints?.requireExplicitPolicy === 0) this.#explicit = 0;
    return this.#explicit > 0 || this.#isAccepted();
  }

  /** §6.1.4 (a), (b), (h) to (j); false where anyPolicy is mapped. */
  leave(extensions: Extensions, { selfIssued }: { selfIssued: boolean }): boolean {
    const { policyMappings = [], policyConstraints, inhibitAnyPolicy } = extensions;
    const mapsAny = ({ issuerDomain, subjectDomain }: PolicyMapping) =>
      issuerDomain === OID.anyPolicy || subjectDomain === OID.anyPolicy;
    if (policyMappings.some(mapsAny)) return false;
    if (this.#levels !== undefined) this.#levels = mapped(this.#levels, policyMappings, this.#mapping > 0);
    const step = selfIssued ? 0 : 1;
    this.#explicit = lowered(this.#explicit - step, policyConstraints?.requireExplicitPolicy);
    this.#mapping = lowered(this.#mapping - step, policyConstraints?.inhibitPolicyMapping);
    this.#any = lowered(this.#any - step, inhibitAnyPolicy);
    return true;
  }

  /** RFC 9618 §5.5: whether one of the policies that the anchor's side knows is acceptable. */
  #isAccepted(): boolean {
    if (this.#levels === undefined) return false;
    if (this.#acceptable.has(OID.anyPolicy) || this.#levels.at(-1)?.has(OID.anyPolicy) === true) return true;
    return this.#levels.some((level) =>
      [...level].some(([policy, node]) => node.underAny && this.#acceptable.has(policy)),
    );
  }
}

interface Node {
  /** Policies that the next certificate may name to go on from this one. */
  expected: ReadonlySet<string>;
  /** valid_policy of its parents, a level above. */
  parents: readonly string[];
  /** Its one parent is anyPolicy, and it is not: in the words of the anchor's side. */
  underAny: boolean;
}

/** By valid_policy. */
type Level = ReadonlyMap<string, Node>;

function root(): Node {
  return { expected: new Set([OID.anyPolicy]), parents: [], underAny: false };
}

function lowered(left: number, constraint: number | undefined): number {
  return Math.max(0, Math.min(left, constraint ?? left));
}

/** §6.1.3 (d): one level more, and what leads to it; undefined where nothing does. */
function grown(
  levels: Level[] | undefined,
  policies: readonly string[],
  anyCounts: boolean,
): Level[] | undefined {
  const above = levels?.at(-1);
  if (levels === undefined || above === undefined) return undefined;
  const expecting = parentsByExpected(above);
  const level = new Map<string, Node>();
  const add = (policy: string, parents: readonly string[]): void => {
    const underAny = policy !== OID.anyPolicy && parents.length === 1 && parents[0] === OID.anyPolicy;
    level.set(policy, { expected: new Set([policy]), parents, underAny });
  };
  for (const policy of policies) {
    if (policy === OID.anyPolicy) continue;
    const parents = expecting.get(policy) ?? (above.has(OID.anyPolicy) ? [OID.anyPolicy] : undefined);
    if (parents !== undefined) add(policy, parents);
  }
  if (anyCounts && policies.includes(OID.anyPolicy)) {
    for (const [policy, parents] of expecting) if (!level.has(policy)) add(policy, parents);
  }
  return pruned([...levels, level]);
}

function parentsByExpected(level: Level): Map<string, string[]> {
  const parents = new Map<string, string[]>();
  for (const [policy, { expected }] of level) {
    for (const wanted of expected) {
      const known = parents.get(wanted);
      if (known === undefined) parents.set(wanted, [policy]);
      else known.push(policy);
    }
  }
  return parents;
}

/** §6.1.4 (b): the policies of the issuer's domain go on under the names of the subject's; or not at all. */
function mapped(
  levels: Level[],
  mappings: readonly PolicyMapping[],
  permitted: boolean,
): Level[] | undefined {
  const level = new Map(levels.at(-1) ?? []);
  for (const [policy, expected] of byIssuerDomain(mappings)) {
    const node = level.get(policy);
    if (!permitted) level.delete(policy);
    else if (node !== undefined) level.set(policy, { ...node, expected });
    else if (level.has(OID.anyPolicy))
      level.set(policy, { expected, parents: [OID.anyPolicy], underAny: true });
  }
  return pruned([...levels.slice(0, -1), level]);
}

function byIssuerDomain(mappings: readonly PolicyMapping[]): Map<string, Set<string>> {
  const domains = new Map<string, Set<string>>();
  for (const { issuerDomain, subjectDomain } of mappings) {
    domains.set(issuerDomain, (domains.get(issuerDomain) ?? new Set()).add(subjectDomain));
  }
  return domains;
}

/** §6.1.3 (d)(3): nodes without children go; undefined where none is left. */
function pruned(levels: Level[]): Level[] | undefined {
  const kept: Level[] = [];
  let wanted: Set<string> | undefined;
  for (const level of levels.toReversed()) {
    const children = wanted;
    const alive = [...level].filter(([policy]) => children === undefined || children.has(policy));
    if (alive.length === 0) return undefined;
    kept.unshift(new Map(alive));
    wanted = new Set(alive.flatMap(([, { parents }]) => parents));
  }
  return kept;
}
