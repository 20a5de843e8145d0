export { type DssJob, type DssVerdict, dssHome, judgedByDss } from './dss.ts';
export { reportReadByDss } from './dss-report.ts';
export { signWith, type TestIdentity, testKey } from './identity.ts';
export { judgedFiles, pem } from './judges.ts';
export { TEST_KEYS, type TestKeyName } from './keys.ts';
export { type LongTermWorld, longTermWorld } from './long-term-world.ts';
export { pathCases } from './path-cases.ts';
export {
  authority,
  certificate,
  levels,
  type Party,
  type PathCase,
  party,
  type Saying,
  signer,
} from './path-world.ts';
export { judgedByPyhanko, type PyhankoVerdict, pyhankoInterpreter } from './pyhanko.ts';
export {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  signedBy,
  type TestSubject,
  testCrl,
  testOcsp,
  testSubject,
} from './revocation.ts';
export { revocationCases } from './revocation-cases.ts';
export { CRL_URL, type RevocationCase, type RevocationWorld, revocationWorld } from './revocation-world.ts';
export { makeTestPki, SIGNER_ALGORITHMS, TEST_NOW, type TestPki, type TestSignerName } from './test-pki.ts';
export { TEST_TSA_POLICY, type TsaFault, testStamp, testTsa } from './tsa.ts';
