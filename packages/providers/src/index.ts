export type { ReferringAccounts } from './account-rows.ts';
export { cscClient } from './csc/client.ts';
export type * from './csc/face.ts';
export { type CscReference, cscReference } from './csc/reference.ts';
export { cscSigner } from './csc/signer.ts';
export type { DsaCredentials } from './dsa/answers.ts';
export { type DsaClient, type DsaClientOptions, type DsaSigning, dsaClient } from './dsa/client.ts';
export { type DsaReference, dsaReference, dsaSigner } from './dsa/signer.ts';
export {
  type HttpErrorCode,
  ProviderError,
  type ProviderErrorCode,
  type TimeStampErrorCode,
} from './errors.ts';
export { isPublicAddress } from './http/address.ts';
export { Circuit } from './http/circuit.ts';
export {
  type Outbound,
  type OutboundOptions,
  outboundHttp,
  type StreamingOutbound,
} from './http/outbound.ts';
export type { StreamAnswer, StreamRequest } from './http/stream.ts';
export { installBridge } from './pkcs11/install.ts';
export { BRIDGE_FOLDER, bridgeInstalled } from './pkcs11/installed.ts';
export {
  openPkcs11,
  type Pkcs11Keys,
  type Pkcs11Options,
  type Pkcs11SocketOptions,
  servePkcs11,
} from './pkcs11/keys.ts';
export type { ListedCertificate, ListedKey, ListedToken } from './pkcs11/protocol.ts';
export { type KeyReference, parseKeyReference } from './pkcs11/reference.ts';
export { type Pkcs11SignerParts, pkcs11Signer } from './pkcs11/signer.ts';
export type { Served } from './process/served.ts';
export { requireItems, requireValues } from './remote-values.ts';
export {
  type Asking,
  type MaterialClient,
  type MaterialClientOptions,
  materialClient,
} from './revocation/client.ts';
export type { ProviderSaying } from './said.ts';
export type * from './signer.ts';
export type { ConsumeStep } from './software/factors.ts';
export {
  type NewAccount,
  type ResetCall,
  type ResyncCall,
  type SigningCall,
  SoftwareKeys,
} from './software/keys.ts';
export type { MasterKeySource } from './software/master-key.ts';
export { addMasterKey, masterKeyVersions, retireMasterKey } from './software/master-key-file.ts';
export type { NewKey } from './software/private-key.ts';
export type { Enrolled, Scope } from './software/protocol.ts';
export {
  type CodeMethod,
  fromColumns,
  isOfEarlierFormat,
  type KeyType,
  parseSealedAccount,
  type SealedAccount,
  type SealedColumns,
  type SealedKey,
  toColumns,
} from './software/sealed.ts';
export {
  type CodeAccounts,
  type Otp,
  otpSource,
  type SentChallenge,
} from './software/sent-code.ts';
export { type SignerAccounts, softwareSigner } from './software/signer.ts';
export {
  type SignerProcessOptions,
  type SignerSocketOptions,
  serveSigner,
} from './software/signer-process.ts';
export { type TotpDevice, totpCode, totpStep } from './software/totp.ts';
export {
  type TimeStampClient,
  type TimeStampClientOptions,
  type TimeStampServer,
  timeStampClient,
} from './tsa/client.ts';
