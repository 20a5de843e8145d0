import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { EXCERPT } from '../finding.ts';
import { excerpt } from './text.ts';

/** What following an address does. */
export type AddressKind =
  /** Code runs, or a program of this machine is started by a scheme that is known for it. */
  | 'code'
  /** A file of this machine or of the network is opened; a network one is sent the reader's credentials. */
  | 'file'
  /** What a browser, a mail program or another program registered for the scheme opens. */
  | 'web';

const CODE = new Set([
  'javascript',
  'vbscript',
  'livescript',
  'mocha',
  'data',
  'jar',
  'mhtml',
  'shell',
  'res',
]);
const STARTS_PROGRAM = /^(?:ms-|search-ms$|search$|itms-services$|hcp$|wscript$|cmd$|powershell$)/;
const FILE = new Set(['file', 'smb', 'cifs', 'nfs', 'afp', 'dav', 'davs', 'webdav', 'unc', 'local']);

/** The scheme in lower case; readers drop white space and controls before they look for it. */
export function scheme(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(bare(address))?.[1]?.toLowerCase();
}

export function addressKind(address: string): AddressKind {
  const text = bare(address);
  const name = scheme(text);
  if (name === undefined) return /^(?:[\\/]{1,2}(?=[^\\/]))/.test(text) ? 'file' : 'web';
  // A single letter is a drive.
  if (name.length === 1 || FILE.has(name)) return 'file';
  return CODE.has(name) || STARTS_PROGRAM.test(name) ? 'code' : 'web';
}

/** Scheme and host, or what stands for them: the person's domain of a mail address, the first part of a path. */
export function origin(address: string): string {
  const text = bare(address);
  const name = scheme(text);
  const rest = name === undefined ? text : text.slice(name.length + 1);
  const authority = /^\/*([^/?#\\]*)/.exec(rest)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  const mark = name === undefined ? '' : rest.startsWith('//') ? `${name}://` : `${name}:`;
  return `${mark}${host}`.slice(0, EXCERPT);
}

const bare = (address: string): string => address.replace(/[\p{Cc}\s]/gu, '');

const NAMES = ['UF', 'F', 'DOS', 'Mac', 'Unix'];

/** The names that a file specification goes by (§7.11); viewers differ in which of them they take. */
export function fileNames(pdf: Pdf, value: PdfValue | undefined): string[] {
  const spec = readable(() => pdf.dict(value));
  const values = spec === undefined ? [value] : NAMES.map((name) => spec.entries.get(name));
  const names = values.map((one) => (one === undefined ? undefined : excerpt(pdf, one)));
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** What an action points at: a file, a file inside, its platform's program and parameters; what is worst first. */
export function targets(pdf: Pdf, { entries }: PdfDict): string[] {
  const found = ['F', 'T', 'Win', 'Mac', 'Unix'].flatMap((key) => {
    const value = entries.get(key);
    if (value === undefined) return [];
    const inside = key === 'T' ? readable(() => pdf.dict(value))?.entries.get('N') : undefined;
    if (inside !== undefined) return [excerpt(pdf, inside) ?? ''];
    const parameters = readable(() => pdf.dict(value))?.entries.get('P');
    const tail = parameters === undefined ? undefined : excerpt(pdf, parameters);
    return fileNames(pdf, value).map((name) => (tail === undefined ? name : `${name} ${tail}`));
  });
  const rank = (text: string): number => ['code', 'file', 'web'].indexOf(addressKind(text));
  return found.sort((a, b) => rank(a) - rank(b)).map((text) => text.slice(0, EXCERPT));
}
