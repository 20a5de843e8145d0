/** What tells a signed file's name from that of its upload. */
export const signedMark = '_signed';

/** The name of a signed document: `αίτηση.pdf` becomes `αίτηση_signed.pdf`; letters and ending stay as they are. */
export function signedName(name: string): string {
  const [, stem = name, ending = '.pdf'] = /^(.*?)(\.pdf)?$/is.exec(name) ?? [];
  return `${stem}${signedMark}${ending}`;
}

/** The name of an upload when it is saved: what is no name of a PDF gets its ending, so that no system runs it by another. */
export const originalName = (name: string): string => (/\.pdf$/i.test(name) ? name : `${name}.pdf`);

/** `αίτηση.pdf` becomes `αίτηση_findings.json` or `….pdf`. */
export const findingsName = (name: string, format: 'json' | 'pdf'): string =>
  `${stemOf(name)}_findings.${format}`;

/** `αίτηση.pdf` becomes `αίτηση_evidence.pdf`, or `….json`. */
export const evidenceName = (name: string, format: 'json' | 'pdf'): string =>
  `${stemOf(name)}_evidence.${format}`;

const stemOf = (name: string): string => /^(.*?)(?:\.pdf)?$/is.exec(name)?.[1] ?? name;

/** `αίτηση.pdf` becomes `αίτηση_verification.json`, `….pdf` or `….xml`. */
export function verificationName(name: string, format: 'json' | 'pdf' | 'xml'): string {
  const [, stem = name] = /^(.*?)(?:\.pdf)?$/is.exec(name) ?? [];
  return `${stem}_verification.${format}`;
}
