import { type Member, tag } from './xml.ts';

/** A pointer of a list of lists. */
export interface PointerSpec {
  territory: string;
  location: string;
  /** DER certificates of those who may sign that list. */
  signers: readonly Uint8Array[];
  kind?: 'lotl' | 'national';
  mime?: string;
}

export interface StateSpec {
  status: string;
  from: number;
  /** Contents of each Extension, and whether it is critical. */
  extensions?: readonly { critical: boolean; content: string }[];
}

export interface ServiceSpec {
  type?: string;
  name?: string;
  certificates: readonly Uint8Array[];
  /** The present state first. */
  states: readonly StateSpec[];
}

/** What a list of TS 119 612 says; the rest is as it always is. */
export interface ListSpec {
  kind: 'lotl' | 'national';
  territory: string;
  sequence?: number;
  issued: number;
  /** Null closes the list. */
  nextUpdate?: number | null;
  version?: number;
  pointers?: readonly PointerSpec[];
  pivots?: readonly string[];
  providers?: readonly { name: string; services: readonly ServiceSpec[] }[];
  /** Put after the scheme's information: white space, comments, instructions. */
  between?: string;
}

const TSL = 'http://uri.etsi.org/02231/v2#';
const TYPES = {
  lotl: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists',
  national: 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric',
} as const;
export const LIST_ID = 'list-1';

const DAY = 24 * 3600 * 1000;
const time = (moment: number) => new Date(moment).toISOString().replace('.000Z', 'Z');
const english = (name: string, text: string) => tag(name, { 'xml:lang': 'en' }, text);
const names = (text: string) => [english('Name', text)];

/** The list without its signature, written so that Exclusive Canonicalization leaves it as it is. */
export function listText(spec: ListSpec): string {
  const { providers = [], between = '' } = spec;
  const body = tag('TrustServiceProviderList', {}, ...providers.map(provider));
  const members: Member[] = [scheme(spec), { raw: between }, ...(providers.length === 0 ? [] : [body])];
  const attributes = { xmlns: TSL, Id: LIST_ID, TSLTag: 'http://uri.etsi.org/19612/TSLTag' };
  return tag('TrustServiceStatusList', attributes, ...members).raw;
}

function scheme(spec: ListSpec): Member {
  const { kind, territory, sequence = 1, issued, nextUpdate = issued + 150 * DAY, version = 6 } = spec;
  const { pivots = [], pointers = [] } = spec;
  return tag(
    'SchemeInformation',
    {},
    tag('TSLVersionIdentifier', {}, String(version)),
    tag('TSLSequenceNumber', {}, String(sequence)),
    tag('TSLType', {}, TYPES[kind]),
    tag('SchemeOperatorName', {}, ...names(`Operator of ${territory}`)),
    tag('SchemeInformationURI', {}, ...pivots.map((uri) => english('URI', uri))),
    tag('SchemeTerritory', {}, territory),
    tag('PointersToOtherTSL', {}, ...pointers.map(pointer)),
    tag('ListIssueDateTime', {}, time(issued)),
    tag('NextUpdate', {}, ...(nextUpdate === null ? [] : [tag('dateTime', {}, time(nextUpdate))])),
  );
}

const identity = (der: Uint8Array) =>
  tag('DigitalId', {}, tag('X509Certificate', {}, Buffer.from(der).toString('base64')));

function pointer({ territory, location, signers, kind = 'national', mime }: PointerSpec): Member {
  const information = (member: Member) => tag('OtherInformation', {}, member);
  const mimeType = mime ?? 'application/vnd.etsi.tsl+xml';
  return tag(
    'OtherTSLPointer',
    {},
    tag(
      'ServiceDigitalIdentities',
      {},
      ...signers.map((der) => tag('ServiceDigitalIdentity', {}, identity(der))),
    ),
    tag('TSLLocation', {}, location),
    tag(
      'AdditionalInformation',
      {},
      information(tag('TSLType', {}, TYPES[kind])),
      information(tag('SchemeTerritory', {}, territory)),
      information(
        tag('ns3:MimeType', { 'xmlns:ns3': 'http://uri.etsi.org/02231/v2/additionaltypes#' }, mimeType),
      ),
    ),
  );
}

function provider({ name, services }: { name: string; services: readonly ServiceSpec[] }): Member {
  return tag(
    'TrustServiceProvider',
    {},
    tag('TSPInformation', {}, tag('TSPName', {}, ...names(name))),
    tag('TSPServices', {}, ...services.map(service)),
  );
}

const CA_QC = 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC';

function service({ type = CA_QC, name = 'Service', certificates, states }: ServiceSpec): Member {
  const [present, ...past] = states.map(({ status, from, extensions = [] }) => [
    tag('ServiceTypeIdentifier', {}, type),
    tag('ServiceName', {}, ...names(name)),
    tag('ServiceDigitalIdentity', {}, ...certificates.map(identity)),
    tag('ServiceStatus', {}, status),
    tag('StatusStartingTime', {}, time(from)),
    tag(
      'ServiceInformationExtensions',
      {},
      ...extensions.map(({ critical, content }) =>
        tag('Extension', { Critical: String(critical) }, { raw: content }),
      ),
    ),
  ]);
  return tag(
    'TSPService',
    {},
    tag('ServiceInformation', {}, ...(present ?? [])),
    tag('ServiceHistory', {}, ...past.map((state) => tag('ServiceHistoryInstance', {}, ...state))),
  );
}
