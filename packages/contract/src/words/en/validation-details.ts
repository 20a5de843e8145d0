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
  uncompared: 'More changes were made than are checked',
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

export const changeRules: Words<typeof el.changeRules> = {
  validation_data: 'Data for later checks of the signatures',
  document_time_stamp: 'Time-stamp of the document',
  extensions: 'Declaration of the PDF features in use',
  form_upkeep: 'Technical entries of the form',
  unused_object: 'An object that is not in use',
  further_signature: 'A further signature',
  signature_field: 'A new signature field',
  form_value: 'Value of a form field',
  metadata: 'Description of the document (metadata)',
  document_info: 'Entries of the file, such as title and date of change',
  structure_tree: 'Structure for assistive technology',
  description: 'Title of the document, or text for screen readers',
  page_upkeep: 'Technical entries of a page',
  unread_look: 'A look that cannot be compared with what was signed',
  drawn_over: 'A further signature that alters what is read',
  annotation: 'A note',
  signed_annotation: 'Text, picture, link or file of a note that was signed',
  unexplained: 'A change that is not permitted',
};

export const changeReasons: Words<typeof el.changeReasons> = {
  not_permitted: 'The document’s signatures do not permit it.',
  field_locked: 'A signature had locked the field.',
  weakened: 'A later signature permits what an earlier one forbids.',
  content: 'Content that was signed has changed.',
  catalog: 'Settings of the whole document have changed.',
  page: 'A page that was signed has changed.',
  page_tree: 'Pages were added, removed or moved.',
  form: 'The document’s form has changed.',
  field: 'A form field has changed.',
  field_added: 'A field was added.',
  field_removed: 'A field was removed.',
  signature: 'A signature that was there already has changed, or its look has.',
  appearance: 'A field shows another text although its value has not changed.',
  covers_content:
    'Something new covers or replaces what was signed, or something that covered it was removed.',
  unused_content: 'Content was added that is not in use and can be made to show later.',
  unsigned_field: 'A box was added or filled that looks like a signature and is none.',
  action: 'Code or an action was added.',
  validation_data: 'The data for checks of the signatures do not have an accepted form.',
  metadata: 'The description of the document does not have an accepted form.',
  structure: 'The structure for assistive technology says something else than was signed.',
  encryption: 'The encryption of the file has changed.',
  freed: 'An object that is still in use was deleted.',
  dangling_defined: 'An object was added that the document lacked when it was signed.',
  reached_elsewhere: 'An object was changed that is in use elsewhere in the document, too.',
  ambiguous: 'Programs can read the change in two ways.',
  unlisted_object: 'The file holds an object that is not listed, and another program may show it.',
  trailing_bytes: 'There are data after the end of the document.',
  no_revision: 'What was signed is no whole version of the document.',
  unreadable: 'Part of the change could not be read.',
  limit: 'There are more changes than are checked.',
};

export const qualifications: Words<typeof el.qualifications> = {
  QESig: 'Qualified electronic signature',
  QESeal: 'Qualified electronic seal',
  'AdESig-QC': 'Advanced electronic signature with a qualified certificate',
  'AdESeal-QC': 'Advanced electronic seal with a qualified certificate',
  'AdES-QC': 'Advanced electronic signature or seal with a qualified certificate',
  AdESig: 'Advanced electronic signature',
  AdESeal: 'Advanced electronic seal',
  AdES: 'Electronic signature or seal',
  'Not AdES': 'Not recognised as an advanced electronic signature',
  'Not AdES but QC': 'Not recognised as an advanced signature, though the certificate is qualified',
  'Not AdES but QC with QSCD':
    'Not recognised as an advanced signature, though the certificate and the device are qualified',
  'N/A': 'Not examined',
  not_applicable: 'Not examined',
};

export const qualificationReasons: Words<typeof el.qualificationReasons> = {
  operator_anchor:
    'The certificate is recognised by this service and not by a trusted list of the European Union.',
  no_service_at_issuance: 'The issuer was not on the trusted list when the certificate was issued.',
  no_service_at_signing: 'The issuer was not on the trusted list when the signature was made.',
  not_ca_qc_at_issuance: 'The issuer did not issue qualified certificates then.',
  not_ca_qc_at_signing: 'The issuer did not issue qualified certificates when the signature was made.',
  not_granted_at_issuance: 'The issuer was not granted its status when the certificate was issued.',
  not_granted_at_signing: 'The issuer was not granted its status when the signature was made.',
  use_not_covered: 'What the issuer is granted does not cover certificates of this kind.',
  services_conflict: 'Two entries of the trusted list disagree.',
  qualifiers_conflict: 'The entry in the trusted list contradicts itself.',
  not_qualified_at_issuance: 'The certificate was not qualified when it was issued.',
  not_qualified_at_signing: 'The certificate was not qualified when the signature was made.',
  statements_malformed: 'The certificate’s statements do not have an accepted form.',
  other_legislation: 'The certificate is qualified by the law of another country, not by the Union’s.',
  for_websites: 'The certificate is meant for websites.',
  use_unknown: 'It cannot be told whether the certificate is meant for signatures or for seals.',
  no_device: 'The key is not in a qualified signature creation device.',
  qualified_certificate: 'The certificate is qualified.',
  qualified_device: 'The key is in a qualified signature creation device.',
  not_qtst: 'The time-stamp authority is not qualified.',
  qualified_time_stamp: 'The time-stamp authority is qualified.',
};
