import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { textIn } from './changes/metadata.ts';
import { readXml } from './changes/xml.ts';

/** The standards that a document says it conforms to; nobody has looked whether it does. */
export interface Claims {
  /** Part and level of PDF/A (ISO 19005): `1b`, `2u`, `4`, `4f`. */
  pdfa?: string;
  /** Part of PDF/UA (ISO 14289): `1`, `2`. */
  pdfua?: string;
}

const PDFA = 'http://www.aiim.org/pdfa/ns/id/';
const PDFUA = 'http://www.aiim.org/pdfua/ns/id/';

const known = new WeakMap<Pdf, Claims>();

/** What the catalog's metadata claim (ISO 19005-2 §6.6.4, ISO 14289-1 §5); nothing where they are no plain XML. */
export function claimsOf(pdf: Pdf): Claims {
  const claims = known.get(pdf) ?? readClaims(pdf);
  known.set(pdf, claims);
  return claims;
}

function readClaims(pdf: Pdf): Claims {
  const text = readable(() => textIn(pdf, pdf.catalog.entries.get('Metadata')));
  const said = text === undefined ? undefined : properties(text);
  if (said === undefined) return {};
  const part = said.get(`${PDFA}part`);
  const level = said.get(`${PDFA}conformance`)?.toLowerCase() ?? '';
  const pdfua = said.get(`${PDFUA}part`);
  return {
    ...(part !== undefined && /^[1-9]$/.test(part) && /^[a-z]?$/.test(level) ? { pdfa: part + level } : {}),
    ...(pdfua !== undefined && /^[1-9]$/.test(pdfua) ? { pdfua } : {}),
  };
}

/** Simple properties of the two namespaces, written as attributes or as elements, by namespace and name. */
function properties(text: string): Map<string, string> | undefined {
  const prefixes = new Map<string, string>();
  const found = new Map<string, string>();
  let words = '';
  const note = (name: string, value: string): void => {
    const [prefix = '', local = ''] = name.split(':');
    const space = prefixes.get(prefix);
    if (space !== undefined) found.set(`${space}${local}`, value.trim());
  };
  const isRead = readXml(text, {
    open: (_name, attributes) => {
      words = '';
      for (const [key, value] of attributes)
        if (key.startsWith('xmlns:') && (value === PDFA || value === PDFUA))
          prefixes.set(key.slice(6), value);
      for (const [key, value] of attributes) note(key, value);
    },
    text: (part) => {
      words += part;
    },
    close: (name) => {
      note(name, words);
      words = '';
    },
  });
  return isRead ? found : undefined;
}
