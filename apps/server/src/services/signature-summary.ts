import type { SignatureSummary } from '@websign/contract';
import { changesAfter, type SignatureReport, type Validation } from '@websign/pades';
import { signerName, signingTime } from './verify/answer.ts';

/** What is kept of each signature that a document came with; times in UTC. */
export const summariesOf = ({ signatures }: Validation): SignatureSummary[] => signatures.map(summaryOf);

function summaryOf(report: SignatureReport): SignatureSummary {
  const { field, kind, indication, subIndication, changes, level } = report;
  const signedAt = signingTime(report);
  return {
    field,
    kind,
    signer: signerName(report),
    signedAt: signedAt === undefined ? null : new Date(signedAt).toISOString(),
    integrity: integrityOf(report),
    indication,
    ...(subIndication === undefined ? {} : { subIndication }),
    changesAfter: changesAfter(changes),
    ...(level === undefined ? {} : { level }),
  };
}

/** Whether what was signed is what there is: the mathematics alone, whoever signed. */
function integrityOf({ steps }: SignatureReport): SignatureSummary['integrity'] {
  const of = (outcome: string) => steps.filter((step) => step.outcome === outcome).map(({ block }) => block);
  if (of('failed').some((block) => block === 'format' || block === 'cryptographic')) return 'broken';
  return of('passed').includes('cryptographic') ? 'intact' : 'unsupported';
}
