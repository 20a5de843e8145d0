import type { Pdf, Permission } from '@websign/pdf';

/** The signature that certifies the document (ISO 32000-2 §12.8.6). */
export interface Certification {
  /** Object number of its dictionary. */
  object: number;
  permission: Permission;
}

/** What the catalog's /Perms names as the certification, where that is an object. */
export function certificationOf(pdf: Pdf): Certification | undefined {
  const value = pdf.dict(pdf.catalog.entries.get('Perms'))?.entries.get('DocMDP');
  const signature = pdf.dict(value);
  if (value?.type !== 'ref' || signature === undefined) return undefined;
  for (const reference of pdf.array(signature.entries.get('Reference'))?.items ?? []) {
    const entries = pdf.dict(reference)?.entries;
    if (pdf.name(entries?.get('TransformMethod')) !== 'DocMDP') continue;
    const p = pdf.number(pdf.dict(entries?.get('TransformParams'))?.entries.get('P'));
    return { object: value.number, permission: p === 1 || p === 3 ? p : 2 };
  }
  return { object: value.number, permission: 2 };
}
