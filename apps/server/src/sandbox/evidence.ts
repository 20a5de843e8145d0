import { type Evidence, evidence, type Validation, validate } from '@websign/pades';
import { type Box, openPdf, type Page, type PdfPorts, pages } from '@websign/pdf';
import { certificatesOf, PkiError, type PkiPorts } from '@websign/pki';
import type { ValidationInput } from './engine.ts';
import { shownBox } from './shown.ts';

/** What a document gives for judging its signatures; rectangles as the page is shown. Throws PdfError. */
export async function documentEvidence(bytes: Uint8Array, ports: PdfPorts & PkiPorts): Promise<Evidence> {
  const pdf = openPdf(bytes, ports);
  const found = await evidence(bytes, pdf, ports);
  return found.signatures.length === 0 ? found : shownEvidence(found, [...pages(pdf)]);
}

/** With its rectangles in points of the page as it is shown; one whose page cannot be found is left out. */
export function shownEvidence(found: Evidence, all: readonly Page[]): Evidence {
  return {
    ...found,
    signatures: found.signatures.map((signature) => ({
      ...shown(signature, all),
      changes: {
        ...signature.changes,
        changes: signature.changes.changes.map((change) => shown(change, all)),
      },
    })),
  };
}

function shown<T extends { page?: number; rect?: Box }>(thing: T, all: readonly Page[]): T {
  const { rect, ...rest } = thing;
  const page = thing.page === undefined ? undefined : all[thing.page - 1];
  // What is left out was optional.
  return (page && rect ? { ...rest, rect: shownBox(page, rect) } : rest) as T;
}

/** The verdicts; what authorities served as certificates is read here, bundles of them too. */
export function judgeEvidence(
  { evidence: found, material, grounds }: ValidationInput,
  ports: PkiPorts,
): Promise<Validation> {
  const certificates = material.certificates.flatMap(readableCertificates);
  return validate(found, { ...material, certificates }, grounds, ports);
}

/** What is neither a certificate nor a bundle of them tells nothing. */
function readableCertificates(bytes: Uint8Array): Uint8Array[] {
  try {
    return certificatesOf(bytes);
  } catch (error) {
    if (error instanceof PkiError) return [];
    throw error;
  }
}
