import { readAsn1 } from '../asn1/reader.ts';
import { TAG } from '../asn1/tags.ts';
import { expectTag, readOid, readText } from '../asn1/values.ts';
import { PkiError } from '../error.ts';
import type { Extensions } from '../x509/extensions.ts';

export type CertificateUse = 'esig' | 'eseal' | 'web';

/** What a certificate says of itself (ETSI EN 319 412-5; ETSI TS 101 456 before 2016). */
export interface QualifiedStatements {
  /** QcCompliance. */
  compliance: boolean;
  /** QcSSCD: the key is in a qualified signature creation device. */
  device: boolean;
  /** QcType, in order. */
  uses: CertificateUse[];
  /** QcCClegislation: countries whose law it means, where it is not the Union's; absent where there is no statement. */
  legislation?: string[];
  /** Policies QCP public or QCP public + SSCD. */
  policy: 'none' | 'qcp' | 'qcp-device';
  /** A statement that cannot be read. */
  malformed: boolean;
}

const STATEMENT = {
  compliance: '0.4.0.1862.1.1',
  device: '0.4.0.1862.1.4',
  type: '0.4.0.1862.1.6',
  legislation: '0.4.0.1862.1.7',
} as const;
const USES: Readonly<Record<string, CertificateUse>> = {
  '0.4.0.1862.1.6.1': 'esig',
  '0.4.0.1862.1.6.2': 'eseal',
  '0.4.0.1862.1.6.3': 'web',
};
const QCP_DEVICE = '0.4.0.1456.1.1';
const QCP = '0.4.0.1456.1.2';

export function qualifiedStatements(extensions: Extensions): QualifiedStatements {
  const { qcStatements = [], certificatePolicies = [] } = extensions;
  const stands = (oid: string) => qcStatements.some((statement) => statement.oid === oid);
  const uses = members(qcStatements, STATEMENT.type, (value) => USES[readOid(value)]);
  const legislation = members(qcStatements, STATEMENT.legislation, readText);
  return {
    compliance: stands(STATEMENT.compliance),
    device: stands(STATEMENT.device),
    uses: uses ?? [],
    ...(stands(STATEMENT.legislation) ? { legislation: legislation ?? [] } : {}),
    policy: certificatePolicies.includes(QCP_DEVICE)
      ? 'qcp-device'
      : certificatePolicies.includes(QCP)
        ? 'qcp'
        : 'none',
    malformed: uses === undefined || legislation === undefined,
  };
}

/** Members of the SEQUENCE in a statement's information, those that are not known left out; undefined where it is none. */
function members<T>(
  statements: NonNullable<Extensions['qcStatements']>,
  oid: string,
  read: (value: ReturnType<typeof readAsn1>) => T | undefined,
): T[] | undefined {
  const found = statements.filter((statement) => statement.oid === oid);
  try {
    return found.flatMap(({ info }) => {
      if (info === undefined) throw new PkiError('asn1_unexpected', 'a statement without its information');
      return expectTag(readAsn1(info), TAG.sequence, 'statementInfo')
        .members()
        .flatMap((member) => read(member) ?? []);
    });
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}
