/** What tells a signed file's name from that of its upload. */
export const signedMark = '_signed';

/** The name of a signed document: `αίτηση.pdf` becomes `αίτηση_signed.pdf`; letters and ending stay as they are. */
export function signedName(name: string): string {
  const [, stem = name, ending = '.pdf'] = /^(.*?)(\.pdf)?$/is.exec(name) ?? [];
  return `${stem}${signedMark}${ending}`;
}

/** `αίτηση.pdf` becomes `αίτηση_findings.json` or `….pdf`. */
export function findingsName(name: string, format: 'json' | 'pdf'): string {
  const [, stem = name] = /^(.*?)(?:\.pdf)?$/is.exec(name) ?? [];
  return `${stem}_findings.${format}`;
}
