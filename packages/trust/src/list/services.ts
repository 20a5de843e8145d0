import {
  type NamedAnchor,
  nameHash,
  PkiError,
  type PkiPorts,
  parseCertificate,
  type ServiceState,
  type TrustService,
} from '@websign/pki';
import { TrustError } from '../error.ts';
import { fromBase64 } from '../text.ts';
import { attribute, child, children, elementsIn, named, textOf } from '../xml/find.ts';
import type { Element } from '../xml/tree.ts';
import { qualificationElements } from './criteria.ts';
import type { LeftOutReason } from './face.ts';
import { nameIn, timeOf, uriOf } from './values.ts';

/** Types of services on whose certificates signers and time-stamps rest (TS 119 612 §5.5.1.1, §5.5.1.2). */
const TYPES = [
  'CA/QC',
  'CA/PKC',
  'NationalRootCA-QC',
  'TSA',
  'TSA/QTST',
  'TSA/TSS-QC',
  'TSA/TSS-AdESQCandQES',
].map((type) => `http://uri.etsi.org/TrstSvc/Svctype/${type}`);

const MOST_SERVICES = 20_000;
const MOST_STATES = 200;
const MOST_IDENTITIES = 100;

/** The services of a list as anchors, and what was left out. */
export function servicesOf(
  list: Element,
  territory: string,
  ports: Pick<PkiPorts, 'digest'>,
): { anchors: NamedAnchor[]; leftOut: Map<LeftOutReason, number> } {
  const anchors: NamedAnchor[] = [];
  const leftOut = new Map<LeftOutReason, number>();
  const leave = (reason: LeftOutReason) => leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  let count = 0;
  for (const provider of children(child(list, 'tsl:TrustServiceProviderList'), 'tsl:TrustServiceProvider')) {
    const operator = nameIn(child(provider, 'tsl:TSPInformation', 'tsl:TSPName'));
    for (const entry of children(child(provider, 'tsl:TSPServices'), 'tsl:TSPService')) {
      count += 1;
      if (count > MOST_SERVICES) throw new TrustError('xml_limit', 'more services than a list may have');
      const from = { territory, provider: operator };
      anchors.push(...wellFormed(() => anchorsOf(entry, from, leave, ports), leave));
    }
  }
  return { anchors, leftOut };
}

type Leave = (reason: LeftOutReason) => void;

/** A service that cannot be read whole is not trusted at all: what is missing might be its end. */
function wellFormed(read: () => NamedAnchor[], leave: Leave): NamedAnchor[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof TrustError && error.code === 'list_malformed') return left(leave, 'malformed');
    throw error;
  }
}

function anchorsOf(
  entry: Element,
  from: Pick<TrustService, 'territory' | 'provider'>,
  leave: Leave,
  ports: Pick<PkiPorts, 'digest'>,
): NamedAnchor[] {
  const information = child(entry, 'tsl:ServiceInformation');
  if (information === undefined) throw new TrustError('list_malformed', 'a service without its information');
  const type = uriOf(child(information, 'tsl:ServiceTypeIdentifier'));
  if (!TYPES.includes(type)) return left(leave, 'service_type');
  const certificates = certificatesOf(information, leave);
  if (certificates.length === 0) return left(leave, 'no_certificate');
  const history = children(child(entry, 'tsl:ServiceHistory'), 'tsl:ServiceHistoryInstance').slice(
    0,
    MOST_STATES,
  );
  const states = [
    information,
    ...history.filter((one) => uriOf(child(one, 'tsl:ServiceTypeIdentifier')) === type),
  ]
    .flatMap((one) => stateOf(one, leave) ?? [])
    .sort((a, b) => b.from - a.from);
  if (states.length === 0) return [];
  const service = { ...from, name: nameIn(child(information, 'tsl:ServiceName')), type, states };
  return certificates.flatMap((certificate) => anchored(certificate, service, leave, ports));
}

function left(leave: Leave, reason: LeftOutReason): [] {
  leave(reason);
  return [];
}

function certificatesOf(information: Element, leave: Leave): Uint8Array[] {
  return children(child(information, 'tsl:ServiceDigitalIdentity'), 'tsl:DigitalId')
    .flatMap((identity) => children(identity, 'tsl:X509Certificate'))
    .slice(0, MOST_IDENTITIES)
    .flatMap((element) => fromBase64(textOf(element)) ?? left(leave, 'certificate_malformed'));
}

function anchored(
  certificate: Uint8Array,
  service: TrustService,
  leave: Leave,
  ports: Pick<PkiPorts, 'digest'>,
): NamedAnchor[] {
  try {
    const name = nameHash(parseCertificate(certificate).subject, ports);
    return [{ name, anchor: { certificate, source: 'trusted_list', services: [service] } }];
  } catch (error) {
    if (error instanceof PkiError) return left(leave, 'certificate_malformed');
    throw error;
  }
}

/**
 * A ServiceInformation or ServiceHistoryInstance. A state with a critical extension that is not known stands as one of no
 * status, so that no older state seems to last through it (TS 119 612 §5.5.9).
 */
function stateOf(element: Element, leave: Leave): ServiceState {
  const from = timeOf(child(element, 'tsl:StatusStartingTime'));
  const status = uriOf(child(element, 'tsl:ServiceStatus'));
  const state: ServiceState = { from, status, additional: [], qualifications: [] };
  for (const extension of children(child(element, 'tsl:ServiceInformationExtensions'), 'tsl:Extension')) {
    if (takeExtension(state, extension, leave) || !isCritical(extension)) continue;
    leave('critical_extension');
    return { from, status: '', additional: [], qualifications: [] };
  }
  return state;
}

const isCritical = (extension: Element): boolean =>
  ['true', '1'].includes(attribute(extension, 'Critical') ?? '');

/** False for an extension that is not known. */
function takeExtension(state: ServiceState, extension: Element, leave: Leave): boolean {
  const contents = elementsIn(extension);
  for (const content of contents) {
    if (named(content, 'ecc:Qualifications')) state.qualifications.push(...qualificationElements(content));
    else if (named(content, 'tsl:AdditionalServiceInformation')) {
      state.additional.push(uriOf(child(content, 'tsl:URI')));
    } else if (named(content, 'tslx:TakenOverBy')) leave('taken_over');
    else if (!named(content, 'tsl:ExpiredCertsRevocationInfo')) return false;
  }
  return contents.length > 0;
}
