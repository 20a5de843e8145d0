import { PdfError } from '../../errors.ts';
import type { PdfPorts } from '../../ports.ts';
import { latin1 } from '../bytes.ts';
import type { Lookup } from '../lookup.ts';
import { type PdfDict, type PdfValue, raw } from '../values.ts';
import { type EncryptionDictionary, filterNamed, type Method } from './dictionary.ts';
import { Encryption } from './encryption.ts';
import { fileKey } from './key.ts';

/** Filters that a file may define; honest ones define one or two. */
const MOST_FILTERS = 64;
/** /CFM by version: keys of one are too short or too long for the other. */
const METHODS: Readonly<Record<number, ReadonlyMap<string, Method>>> = {
  4: new Map([
    ['None', 'none'],
    ['V2', 'rc4'],
    ['AESV2', 'aes128'],
  ]),
  5: new Map([
    ['None', 'none'],
    ['AESV3', 'aes256'],
  ]),
};

const broken = (what: string): PdfError => new PdfError('broken_object', `/Encrypt: ${what}`);
const unknown = (what: string): PdfError => new PdfError('encrypted', `The file is encrypted: ${what}`);

/** A file as far as its protection is read. */
export type Protected = Lookup & {
  readonly trailer: PdfDict;
  readonly ports: PdfPorts;
  /** Without, nothing is known of older ones. */
  readonly sections?: readonly { readonly trailer: PdfDict }[];
};

/**
 * How to read a file whose newest trailer names /Encrypt. `pdf` must not decipher yet. Throws `encrypted` where
 * a password is needed or the handler is not known, `broken_object` where /Encrypt is malformed.
 */
export function readEncryption(pdf: Protected): Encryption {
  const reference = pdf.trailer.entries.get('Encrypt');
  const own = reference?.type === 'ref' ? reference.number : undefined;
  const dict = pdf.dict(reference);
  if (dict === undefined) throw new PdfError('broken_object', '/Encrypt is no dictionary');
  const [first] = pdf.array(pdf.trailer.entries.get('ID'))?.items ?? [];
  const dictionary = {
    ...readEncryptionDictionary(pdf, dict),
    ambiguous: isScattered(dict) || (first !== undefined && first.type !== 'string') || hasOthers(pdf),
  };
  const id = first?.type === 'string' ? pdf.stringBytes(first) : new Uint8Array();
  const key = fileKey(dictionary, id, pdf.ports);
  // Where only attachments are protected, every reader shows the pages without asking.
  if (key === undefined && (dictionary.streams !== 'none' || dictionary.strings !== 'none')) {
    throw new PdfError('encrypted', 'The file asks for a password');
  }
  return new Encryption(dictionary, key, pdf.ports, own);
}

/** Whether an older section names another encryption; one that names none is what linearized files have. */
function hasOthers({ sections = [], trailer }: Protected): boolean {
  const told = (entries: PdfDict['entries']): string | undefined => {
    const value = entries.get('Encrypt');
    return value && latin1(raw(value));
  };
  const newest = told(trailer.entries);
  return sections.some((section) => ![undefined, newest].includes(told(section.trailer.entries)));
}

function readEncryptionDictionary(pdf: Lookup, dict: PdfDict): Omit<EncryptionDictionary, 'ambiguous'> {
  const { entries } = dict;
  if (pdf.name(entries.get('Filter')) !== 'Standard')
    throw unknown('by another handler than the standard one');
  const version = integer(pdf, dict, 'V', 0);
  const revision = integer(pdf, dict, 'R');
  const modern = version === 5;
  if (!(modern ? [5, 6] : [1, 2, 4].includes(version) ? [2, 3, 4] : []).includes(revision)) {
    throw unknown('in a version that is not known');
  }
  const filters = version >= 4 ? cryptFilters(pdf, dict, version) : new Map<string, Method>();
  const named = (key: string, fallback: Method): Method => {
    if (version < 4) return 'rc4';
    const value = entries.get(key);
    return value === undefined ? fallback : filterNamed(filters, pdf.name(value));
  };
  const streams = named('StmF', 'none');
  return {
    version,
    revision,
    permissions: integer(pdf, dict, 'P') | 0,
    keyBytes: keyBytes(pdf, dict, version),
    metadata: pdf.boolean(entries.get('EncryptMetadata')) ?? true,
    owner: bytes(pdf, dict, 'O', modern ? 48 : 32),
    user: bytes(pdf, dict, 'U', modern ? 48 : 32),
    userKey: modern ? bytes(pdf, dict, 'UE', 32) : new Uint8Array(),
    sealedPermissions: modern ? sealedPermissions(pdf, dict) : new Uint8Array(),
    streams,
    strings: named('StrF', 'none'),
    attachments: named('EFF', streams),
    filters,
  };
}

function cryptFilters(pdf: Lookup, dict: PdfDict, version: number): Map<string, Method> {
  const defined = pdf.dict(dict.entries.get('CF'))?.entries ?? new Map();
  if (defined.size > MOST_FILTERS) throw broken('too many crypt filters');
  const filters = new Map<string, Method>();
  for (const [name, value] of defined) {
    const method = METHODS[version]?.get(pdf.name(pdf.dict(value)?.entries.get('CFM')) ?? 'None');
    if (method === undefined) throw unknown('by a method that is not known');
    filters.set(name, method);
  }
  return filters;
}

/** Version 4 is always 128 bits, whatever /Length says; writers disagree on whether it counts bits or bytes. */
function keyBytes(pdf: Lookup, dict: PdfDict, version: number): number {
  if (version === 1) return 5;
  if (version === 4) return 16;
  if (version === 5) return 32;
  const bits = integer(pdf, dict, 'Length', 40);
  if (bits < 40 || bits > 128 || bits % 8 !== 0) throw broken('/Length is out of range');
  return bits / 8;
}

function integer(pdf: Lookup, dict: PdfDict, key: string, fallback?: number): number {
  const value = pdf.resolve(dict.entries.get(key));
  if (value === undefined && fallback !== undefined) return fallback;
  if (value?.type === 'number' && value.integer && Math.abs(value.value) < 2 ** 32) return value.value;
  throw broken(`/${key} is no integer in range`);
}

/** Nothing of what is read rests on /Perms: one that is missing or malformed only keeps a file from being added to. */
function sealedPermissions(pdf: Lookup, dict: PdfDict): Uint8Array {
  const value = pdf.resolve(dict.entries.get('Perms'));
  const found = value?.type === 'string' ? pdf.stringBytes(value) : new Uint8Array();
  return found.length >= 16 && found.length <= 1024 ? found.slice(0, 16) : new Uint8Array();
}

function isScattered(dict: PdfDict): boolean {
  const open: PdfValue[] = [dict];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'ref') return true;
    if (next.type === 'dict') open.push(...next.entries.values(), ...(next.hidden ?? []));
    else if (next.type === 'array') open.push(...next.items);
  }
  return false;
}

/** Some writers pad these strings with zeros; what goes beyond their length is not looked at. */
function bytes(pdf: Lookup, dict: PdfDict, key: string, length: number): Uint8Array {
  const value = pdf.resolve(dict.entries.get(key));
  const found = value?.type === 'string' ? pdf.stringBytes(value) : new Uint8Array();
  if (found.length < length || found.length > 1024) throw broken(`/${key} has not ${length} bytes`);
  return found.slice(0, length);
}
