import type * as el from '../el/validation-details.ts';

type Words<T> = { readonly [K in keyof T]: string };

export const coverage: Words<typeof el.coverage> = {
  'whole-file': 'The whole file',
  revision: 'The document as it was when it was signed',
  partial: 'Only part of the file',
};

export const changeLevels: Words<typeof el.changeLevels> = {
  none: 'Nothing',
  lta: 'Only data for later checks of the signatures were added',
  'form-filling': 'Signatures were added or fields were filled in, as permitted',
  annotations: 'Notes were added or changed',
  other: 'Changes that are not permitted were made',
};

export const levels: Words<typeof el.levels> = {
  'B-B': 'Basic signature, its time is not proven (B-B)',
  'B-T': 'With a time-stamp (B-T)',
  'B-LT': 'With a time-stamp and what later checks need (B-LT)',
  'B-LTA': 'For long-term preservation, with an archive time-stamp (B-LTA)',
};

export const blocks: Words<typeof el.blocks> = {
  format: 'Form of the signature',
  identification: 'The signer’s certificate',
  certificate: 'Issuers and revocation',
  cryptographic: 'Integrity of what was signed',
  acceptance: 'Rules of the signature',
  'time-stamp': 'Time-stamp',
  past: 'Validity in the past',
  changes: 'Changes after the signature',
};

export const outcomes: Words<typeof el.outcomes> = {
  passed: 'In order',
  indeterminate: 'Cannot be determined',
  failed: 'Failed',
};

export const timeStampKinds: Words<typeof el.timeStampKinds> = {
  signature: 'Time-stamp of the signature',
  document: 'Time-stamp of the document',
  archive: 'Archive time-stamp inside the signature',
};

export const statuses: Words<typeof el.statuses> = {
  good: 'Not revoked',
  revoked: 'Revoked',
  unknown: 'Not known to the issuer',
};

export const revocationReasons: Words<typeof el.revocationReasons> = {
  unspecified: 'No reason is given',
  keyCompromise: 'The key is no longer secure',
  cACompromise: 'The issuer’s key is no longer secure',
  affiliationChanged: 'The holder’s affiliation changed',
  superseded: 'Replaced by another',
  cessationOfOperation: 'No longer in use',
  certificateHold: 'Suspended for the time being',
  privilegeWithdrawn: 'The right to use it was withdrawn',
  aACompromise: 'The attribute authority’s key is no longer secure',
};
