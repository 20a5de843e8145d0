import { PdfError } from '../errors.ts';
import { listed, sharedLists } from '../revisions/store.ts';
import { ascii, concat, toHex } from '../syntax/bytes.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { type Written, written } from '../write/splice.ts';
import { Update } from '../write/update.ts';
import { appended, editDictAt } from './edit.ts';
import type { StoreMaterial, StoreUpdate } from './face.ts';
import { catalogOf } from './form.ts';
import { checkProtection } from './restrictions.ts';

/** What one update may add. */
export const MATERIAL_LIMITS = { objects: 1024, bytes: 32 * 1024 * 1024 };

const LISTS = { certificates: 'Certs', ocsps: 'OCSPs', crls: 'CRLs' } as const;
const KINDS = ['certificates', 'ocsps', 'crls'] as const;

type Added = StoreUpdate['added'];

/**
 * An update that puts validation data into the document security store (EN 319 142-1 §5.4.2): a store that is
 * there is added to, and what it lists already is left out. With nothing to add the tail is empty. Throws
 * {@link PdfError}: `encrypted`, `restricted`, `too_large` for more than one update may add, `broken_object` for a store that is
 * none.
 */
export function prepareDss(pdf: Pdf, material: StoreMaterial): StoreUpdate {
  checkProtection(pdf, 'empty_field');
  const base = { baseLength: pdf.bytes.length, baseSha256: toHex(pdf.digest('SHA-256').digest()) };
  const update = new Update(pdf);
  const added = addToStore(pdf, update, material);
  const none = added.certificates + added.ocsps + added.crls === 0;
  const tail = none ? new Uint8Array() : update.finish(pdf.digest('SHA-256').digest()).tail;
  return { ...base, tail, added };
}

/** Adds what the store lacks to an update under way, and tells how much that is. */
export function addToStore(pdf: Pdf, update: Update, material: StoreMaterial): Added {
  refuseTooMuch(material);
  const owner = catalogOf(pdf);
  const value = owner.dict.entries.get('DSS');
  const resolved = pdf.resolve(value);
  if (resolved !== undefined && resolved.type !== 'dict') {
    throw new PdfError('broken_object', 'The document security store is no dictionary');
  }
  const shared = resolved === undefined ? new Set<number>() : sharedLists(pdf, resolved);
  const added: Added = { certificates: 0, ocsps: 0, crls: 0 };
  const changes = new Map<string, Written>();
  let grown = false;
  for (const kind of KINDS) {
    const there = resolved === undefined ? new Set<string>() : listed(pdf, resolved, kind);
    const fresh = missing(pdf, material[kind], there);
    if (fresh.length === 0) continue;
    grown = true;
    added[kind] = fresh.length;
    const items = fresh.map((der) => `${putStream(pdf, update, der)} 0 R`).join(' ');
    const list = appended(pdf, update, resolved, LISTS[kind], items, shared);
    if (list !== undefined) changes.set(LISTS[kind], list);
  }
  if (resolved !== undefined) editDictAt(pdf, update, owner, 'DSS', changes);
  else if (grown) {
    // An object of its own (ISO 32000-2 Table 29): later updates then leave the catalog alone.
    const number = update.allocate();
    const lists = [...changes].flatMap(([key, list]) => [ascii(`/${key} `), written(list)]);
    update.put(number, concat([ascii('<</Type/DSS'), ...lists, ascii('>>')]));
    update.set(owner.ref, owner.dict, 'DSS', `${number} 0 R`);
  }
  return added;
}

function refuseTooMuch(material: StoreMaterial): void {
  const all = KINDS.flatMap((kind) => material[kind]);
  const bytes = all.reduce((sum, { length }) => sum + length, 0);
  if (all.length > MATERIAL_LIMITS.objects || bytes > MATERIAL_LIMITS.bytes) {
    throw new PdfError('too_large', 'There are more validation data than one update may add');
  }
}

/** Those that are not `there` yet, each once. */
function missing(pdf: Pdf, ders: readonly Uint8Array[], there: ReadonlySet<string>): Uint8Array[] {
  const seen = new Set(there);
  return ders.filter((der) => {
    const key = toHex(pdf.ports.digest('SHA-256').update(der).digest());
    if (seen.has(key) || der.length === 0) return false;
    seen.add(key);
    return true;
  });
}

/** Compressed where that pays. */
function putStream(pdf: Pdf, update: Update, der: Uint8Array): number {
  const deflated = pdf.ports.deflate(der);
  const pays = deflated.length < der.length * 0.9;
  const data = pays ? deflated : der;
  const head = `<<${pays ? '/Filter/FlateDecode' : ''}/Length ${data.length}>>\nstream\n`;
  const number = update.allocate();
  update.put(number, concat([ascii(head), data, ascii('\nendstream')]));
  return number;
}
