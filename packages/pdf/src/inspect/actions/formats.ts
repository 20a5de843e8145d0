import { latin1, startsWith } from '../../syntax/bytes.ts';
import { entities, xmlText } from './markup.ts';

/** Names that systems run, open with what runs them, or follow to a program. */
const RUNS = new Set(
  (
    'exe dll scr com pif bat cmd ps1 psm1 vbs vbe vb js jse wsf wsh wsc sct hta msi msp mst msix appx lnk url ' +
    'scf jar jnlp reg cpl inf ade adp chm hlp iso img vhd vhdx gadget xll wll docm dotm xlsm xltm xlam pptm potm ' +
    'ppam ppsm sldm slk iqy sh bash zsh csh command desktop app dmg pkg apk deb rpm run appimage py pyc pyw pl rb ' +
    'php swf xbap application appref-ms settingcontent-ms library-ms search-ms diagcab msc ws ocx sys drv cab'
  ).split(' '),
);
/** Directory entries of an archive that are looked at. */
const MOST_MEMBERS = 10_000;
/** Bytes in which readers look for a PDF's header. */
const HEADER = 1024;
const CHUNK = 1024 * 1024;
const OVERLAP = 512;

const MAGIC: readonly [string, string][] = [
  ['MZ', 'PE'],
  ['\x7fELF', 'ELF'],
  ['\xfe\xed\xfa\xce', 'Mach-O'],
  ['\xfe\xed\xfa\xcf', 'Mach-O'],
  ['\xce\xfa\xed\xfe', 'Mach-O'],
  ['\xcf\xfa\xed\xfe', 'Mach-O'],
  ['\xca\xfe\xba\xbe', 'Java, Mach-O'],
  ['\0asm', 'WebAssembly'],
  ['dex\n', 'DEX'],
  ['#!', '#!'],
  ['FWS', 'SWF'],
  ['CWS', 'SWF'],
  ['ZWS', 'SWF'],
  ['ITSF', 'CHM'],
  ['L\0\0\0\x01\x14\x02\0', 'LNK'],
  ['%!PS', 'PostScript'],
  ['[InternetShortcut]', 'URL'],
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'COM'],
];
const MARKUP =
  /^[\s\uFEFF]*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype|html|head|body|svg|script|[\w-]+[\s:>/])/i;
/** What browsers show as a page. */
const PAGE = /<(?:!doctype\s+html|html|head|body|(?:svg:)?svg)\b|^[\s\uFEFF]*<script\b/i;
const PAGE_NAME = /\.(?:html?|xhtml?|shtml?|mht(?:ml)?|svg)[. ]*$/i;
const SHOWN_NAMESPACE = /www\.w3\.org\/(?:1999\/xhtml|2000\/svg)/;
const MARKUP_CODE =
  /<(?:[\w-]+:)?script\b|javascript:|vbscript:|<[^<>]{0,400}\son[a-z]{3,24}\s*=|<(?:iframe|object|embed|applet|meta\s+http-equiv\s*=\s*["']?refresh)\b/i;
/** Objects of a rich text that run or fetch as it is opened. */
const RTF_OBJECT = /\\obj(?:update|autlink)\b|\\objclass\s*(?:Package|Equation)/i;
/** Name of the storage in which a compound file keeps its macros, in UTF-16. */
const VBA_PROJECT = [...'_VBA_PROJECT'].map((char) => `${char}\0`).join('');
/** Class of a compound file that Windows installs, {000C1084-…}. */
const INSTALLER = '\x84\x10\x0c\0\0\0\0\0\xc0\0\0\0\0\0\0F';
/** Names of what runs or reaches out, any of their characters escaped or not. */
const CODE_NAME = new RegExp(
  ['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData']
    .map((name) => `/${escapable(name)}\\b`)
    .join('|'),
);

/** Whether the name of a file is one that systems run. */
export function runsByName(name: string): boolean {
  // Windows drops dots and spaces from the end of a name; a bidirectional mark can turn the ending around.
  if (/^\w+:\/\//.test(name)) return false;
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/[. ]+$/, '');
  return RUNS.has(/\.([a-z0-9-]+)$/i.exec(plain)?.[1]?.toLowerCase() ?? '');
}

/** Whether browsers open a file of that name as a page. */
export const isPageName = (name: string): boolean => PAGE_NAME.test(name);

/** What in a file's bytes runs, by the name of its format; undefined where nothing is known to. */
export function activeFormat(bytes: Uint8Array, isPage: boolean): string | undefined {
  const magic = MAGIC.find(([start]) => startsWith(bytes, 0, start));
  if (magic !== undefined) return magic[0] === 'MZ' && !isProgram(bytes) ? undefined : magic[1];
  if (startsWith(bytes, 0, 'PK')) return inArchive(bytes);
  if (startsWith(bytes, 0, '\xd0\xcf\x11\xe0')) return inCompound(bytes);
  if (startsWith(bytes, 0, '{\\rt'))
    return firstOf(bytes, (text) => (RTF_OBJECT.test(text) ? 'RTF, object' : undefined));
  if (startsWith(bytes, 0, '%FDF')) return firstOf(bytes, codeName) && 'FDF, code';
  return inMarkup(bytes, isPage);
}

/** `MZ` may begin a text: a program's header names where the rest of it begins. */
function isProgram(bytes: Uint8Array): boolean {
  return bytes.length < 64 || bytes.subarray(2, 64).some((byte) => byte === 0 || byte > 126);
}

/** Programs and macros among an archive's members: Office files are archives, too (APPNOTE 4.3.12). */
function inArchive(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = 0; at + 46 <= bytes.length && count < MOST_MEMBERS; at++) {
    const isDirectory = startsWith(bytes, at, 'PK\x01\x02');
    if (!isDirectory && !startsWith(bytes, at, 'PK\x03\x04')) continue;
    count++;
    const [length, start] = isDirectory ? [28, 46] : [26, 30];
    const name = latin1(
      bytes,
      at + start,
      Math.min(at + start + view.getUint16(at + length, true), bytes.length),
    );
    if (/(?:^|\/)vbaProject\.bin$|(?:^|\/)macrosheets\/|^(?:Basic|Scripts)\/./i.test(name)) return 'VBA';
    if (/\.class$|^AndroidManifest\.xml$/i.test(name)) return 'JAR';
    if (runsByName(name)) return `ZIP, ${name.slice(-60)}`;
  }
  return undefined;
}

/** Macros in a compound file: older Office documents and installers ([MS-OVBA] 2.2.1, [MS-CFB]). */
function inCompound(bytes: Uint8Array): string | undefined {
  return firstOf(bytes, (text) =>
    text.includes(VBA_PROJECT) ? 'VBA' : text.includes(INSTALLER) ? 'MSI' : undefined,
  );
}

/** Whether a PDF that cannot be read names actions that run or reach out; its names stand in the clear. */
export function namesCode(bytes: Uint8Array): boolean {
  return latin1(bytes, 0, HEADER).includes('%PDF-') && firstOf(bytes, codeName) !== undefined;
}

const codeName = (text: string): string | undefined => CODE_NAME.exec(text)?.[0];

function escapable(name: string): string {
  return name.replace(/./g, (char) => {
    const hex = char.charCodeAt(0).toString(16);
    return `(?:${char}|#${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
}

function inMarkup(bytes: Uint8Array, isPage: boolean): string | undefined {
  const head = xmlText(bytes.subarray(0, 2048));
  if (!isPage && !MARKUP.test(head)) return undefined;
  if (isFormXml(bytes) && entities(xmlText(bytes.subarray(0, CHUNK))) !== undefined) return 'XML, entities';
  // Other vocabularies have attributes that begin with `on`, too.
  let isShown = isPage || PAGE.test(head);
  let hasCode = false;
  return firstOf(bytes, (piece) => {
    const text = piece.replaceAll('\0', '');
    isShown ||= SHOWN_NAMESPACE.test(text);
    hasCode ||= MARKUP_CODE.test(text);
    return isShown && hasCode ? 'HTML, script' : undefined;
  });
}

const isFormXml = (bytes: Uint8Array): boolean =>
  /<(?:xfdf|(?:xdp:)?xdp)\b/.test(xmlText(bytes.subarray(0, CHUNK)));

/** Looks through the bytes in pieces that overlap, so that no string of all of them is made. */
function firstOf(bytes: Uint8Array, look: (text: string) => string | undefined): string | undefined {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const found = look(latin1(bytes, at, Math.min(at + CHUNK + OVERLAP, bytes.length)));
    if (found !== undefined) return found;
  }
  return undefined;
}
