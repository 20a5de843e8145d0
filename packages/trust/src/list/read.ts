import type { PkiPorts } from '@websign/pki';
import { TrustError } from '../error.ts';
import { verifyList } from '../signature/verify.ts';
import { child, named, only, textOf } from '../xml/find.ts';
import { readXml } from '../xml/read.ts';
import type { Element } from '../xml/tree.ts';
import type { ListExpectation, TrustedList } from './face.ts';
import { kindOf, pivotsOf, pointersOf } from './pointers.ts';
import { servicesOf } from './services.ts';
import { integerOf, nameIn, territoryOf, timeOf } from './values.ts';

/** Version 5 is TS 119 612 v2.1.1, version 6 is v2.3.1. */
const VERSIONS = [5, 6];

/**
 * Verifies a trusted list (ETSI TS 119 612) and reads what was signed. Whether it is fresh, and newer than the last one,
 * is for who keeps lists. Throws {@link TrustError}.
 */
export async function readTrustedList(
  bytes: Uint8Array,
  expectation: ListExpectation,
  ports: PkiPorts,
): Promise<TrustedList> {
  const { root, signer } = await verifyList(bytes, expectation.signers, ports);
  if (!named(root, 'tsl:TrustServiceStatusList')) throw new TrustError('list_malformed', 'another document');
  const scheme = only(root, 'tsl:SchemeInformation');
  const { kind, territory } = identified(scheme, expectation);
  const issued = timeOf(only(scheme, 'tsl:ListIssueDateTime'));
  const { notBefore, notAfter } = signer.validity;
  if (issued < notBefore || issued > notAfter) {
    throw new TrustError('signature_signer', 'issued when the signer’s certificate was not valid');
  }
  const { anchors, leftOut } = servicesOf(root, territory, ports);
  return {
    kind,
    territory,
    operator: nameIn(child(scheme, 'tsl:SchemeOperatorName')),
    sequence: integerOf(only(scheme, 'tsl:TSLSequenceNumber')),
    issued,
    ...nextUpdateOf(scheme),
    signer: hex(ports.digest('SHA-256', signer.der)),
    pointers: pointersOf(scheme),
    pivots: kind === 'lotl' ? pivotsOf(scheme) : [],
    anchors,
    leftOut: [...leftOut].map(([reason, count]) => ({ reason, count })),
  };
}

/**
 * Where a list of lists that is signed by somebody new says that its pivots are. Nothing is verified here: each pivot
 * must be verified by those who signed the one before it. Throws {@link TrustError}.
 */
export function readPivots(bytes: Uint8Array): string[] {
  const { root } = readXml(bytes);
  const scheme = child(root, 'tsl:SchemeInformation');
  return scheme === undefined ? [] : pivotsOf(scheme);
}

function identified(scheme: Element, expectation: ListExpectation): Pick<TrustedList, 'kind' | 'territory'> {
  const kind = kindOf(textOf(only(scheme, 'tsl:TSLType')));
  const version = integerOf(only(scheme, 'tsl:TSLVersionIdentifier'));
  if (kind !== expectation.kind || !VERSIONS.includes(version))
    throw new TrustError('list_type', 'another type of list');
  const territory = territoryOf(only(scheme, 'tsl:SchemeTerritory'));
  if (expectation.territory !== undefined && territory !== expectation.territory) {
    throw new TrustError('list_territory', `the list of ${territory}`);
  }
  return { kind, territory };
}

/** An empty NextUpdate closes a list (§5.3.15). */
function nextUpdateOf(scheme: Element): Pick<TrustedList, 'nextUpdate'> {
  const moment = child(only(scheme, 'tsl:NextUpdate'), 'tsl:dateTime');
  return moment === undefined ? {} : { nextUpdate: timeOf(moment) };
}

const hex = (bytes: Uint8Array): string =>
  bytes.reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
