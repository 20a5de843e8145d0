import type { VerifyAnswer } from '@websign/contract';
import { validationReportXml } from '@websign/pades';
import { nodePorts } from '@websign/ports';
import type { Context } from '../context.ts';
import { composeVerification } from './compose.ts';
import type { Verification } from './face.ts';
import type { ReportLocale } from './words.ts';

/** The report for people: a PDF. Throws SandboxError. */
export function verificationPdf(
  { engine, config, clock }: Context,
  answer: VerifyAnswer,
  locale: ReportLocale,
): Promise<Uint8Array> {
  return engine.report(composeVerification(answer, { locale, zone: config.TIME_ZONE, now: clock() }));
}

const ports = nodePorts();

/** The report of ETSI TS 119 102-2. */
export const verificationXml = ({ at, files }: Verification): string =>
  validationReportXml(
    files.map(({ sha256, outcome }) => ({ sha256, ...outcome })),
    at,
    ports,
  );
