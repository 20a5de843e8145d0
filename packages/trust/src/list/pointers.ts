import { TrustError } from '../error.ts';
import { fromBase64 } from '../text.ts';
import { child, children, elementsIn, textOf } from '../xml/find.ts';
import type { Element } from '../xml/tree.ts';
import type { ListKind, ListPointer } from './face.ts';

const TYPE = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/';
const KINDS: Readonly<Record<string, ListKind>> = {
  [`${TYPE}EUlistofthelists`]: 'lotl',
  [`${TYPE}EUgeneric`]: 'national',
};
const XML_FORM = 'application/vnd.etsi.tsl+xml';
const MOST_POINTERS = 200;
const MOST_SIGNERS = 50;
const MOST_PIVOTS = 50;

export const kindOf = (type: string): ListKind | undefined => KINDS[type];

/** Lists in XML that a list points to (TS 119 612 §5.3.13); those for people to read are passed over. */
export function pointersOf(scheme: Element): ListPointer[] {
  const all = children(child(scheme, 'tsl:PointersToOtherTSL'), 'tsl:OtherTSLPointer');
  if (all.length > MOST_POINTERS) throw new TrustError('xml_limit', 'more pointers than a list may have');
  return all.flatMap((pointer) => {
    const facts = children(child(pointer, 'tsl:AdditionalInformation'), 'tsl:OtherInformation').flatMap(
      elementsIn,
    );
    const fact = (local: string) => facts.find((element) => element.local === local);
    const kind = kindOf(textOf(fact('TSLType')));
    const location = textOf(child(pointer, 'tsl:TSLLocation'));
    const inXml = textOf(fact('MimeType')).toLowerCase() === XML_FORM;
    const territory = textOf(fact('SchemeTerritory')).toUpperCase();
    const usable = inXml && /^https?:\/\/\S{1,1000}$/.test(location) && /^[A-Z]{2}$/.test(territory);
    return kind === undefined || !usable ? [] : [{ kind, territory, location, signers: signersOf(pointer) }];
  });
}

function signersOf(pointer: Element): Uint8Array[] {
  return children(child(pointer, 'tsl:ServiceDigitalIdentities'), 'tsl:ServiceDigitalIdentity')
    .flatMap((identity) => children(identity, 'tsl:DigitalId'))
    .flatMap((identity) => children(identity, 'tsl:X509Certificate'))
    .slice(0, MOST_SIGNERS)
    .flatMap((element) => fromBase64(textOf(element)) ?? []);
}

/** Pivots that a list of lists names among its scheme's addresses, newest first. */
export function pivotsOf(scheme: Element): string[] {
  return children(child(scheme, 'tsl:SchemeInformationURI'), 'tsl:URI')
    .map(textOf)
    .filter((uri) => /^https?:\/\/\S{1,1000}\.xml$/i.test(uri))
    .slice(0, MOST_PIVOTS);
}
