import type * as el from '../el/validation.ts';

type Words<T> = { readonly [K in keyof T]: string };

export const headlines: Words<typeof el.headlines> = {
  valid: 'The document bears {{signed}}.',
  'valid-with-warnings': 'The document bears {{signed}}. However, {{because}}.',
  indeterminate: 'It cannot be determined whether the document is validly signed, because {{because}}.',
  invalid: 'The document is not validly signed, because {{because}}.',
  unsigned: 'The document has no signatures.',
  stamped: 'The document has no signatures, only time-stamps.',
};

export const signed: Words<typeof el.signed> = {
  qualified: 'a valid qualified electronic {{what}}',
  plain: 'a valid electronic {{what}}, which is not qualified',
  unclear: 'a valid electronic {{what}}, but the trusted list leaves open whether it is qualified',
  'all-qualified': '{{number}} valid electronic {{what}}, all of them qualified',
  'one-qualified': '{{number}} valid electronic {{what}}, of which only one is qualified',
  'some-qualified': '{{number}} valid electronic {{what}}, of which only {{qualified}} are qualified',
  'one-at-least': '{{number}} valid electronic {{what}}, of which at least one is qualified',
  'some-at-least': '{{number}} valid electronic {{what}}, of which at least {{qualified}} are qualified',
  'none-qualified': '{{number}} valid electronic {{what}}, none of which is qualified',
  'all-unclear':
    '{{number}} valid electronic {{what}}, but the trusted list leaves open whether they are qualified',
  'some-unclear':
    '{{number}} valid electronic {{what}}, but the trusted list leaves open whether all of them are qualified',
};

export const signedNouns: Words<typeof el.signedNouns> = {
  signature: 'signature',
  seal: 'seal',
  signatures: 'signatures',
  seals: 'seals',
  both: 'signatures and seals',
};

export const verdicts: Words<typeof el.verdicts> = {
  valid: 'Valid',
  'valid-with-warnings': 'Valid with remarks',
  indeterminate: 'Cannot be determined',
  invalid: 'Not valid',
  unsigned: 'No signatures',
};

export const indications: Words<typeof el.indications> = {
  'TOTAL-PASSED': 'Valid',
  INDETERMINATE: 'Cannot be determined',
  'TOTAL-FAILED': 'Not valid',
};

export const sentences: Words<typeof el.sentences> = {
  valid: 'Valid.',
  warn: 'Valid, but {{because}}.',
  unknown: 'It cannot be determined whether it is valid, because {{because}}.',
  invalid: 'Not valid, because {{because}}.',
};

export const causes: Words<typeof el.causes> = {
  FORMAT_FAILURE: 'the signature does not have an accepted form',
  HASH_FAILURE: 'what was signed has been altered',
  SIG_CRYPTO_FAILURE: 'the signature was not made with the key of its certificate',
  REVOKED: 'the certificate had been revoked when the signature was made',
  EXPIRED: 'the certificate had expired when the signature was made',
  NOT_YET_VALID: 'the certificate was not yet valid when the signature was made',
  SIG_CONSTRAINTS_FAILURE: 'the signature does not keep to the rules of the check',
  CHAIN_CONSTRAINTS_FAILURE: 'one of the certificates does not keep to the rules of the check',
  CERTIFICATE_CHAIN_GENERAL_FAILURE: 'the certificates could not be checked',
  CRYPTO_CONSTRAINTS_FAILURE: 'a cryptographic method was used that is not considered secure',
  'unknown-method': 'a cryptographic method was used that this service does not know',
  limit: 'there is more than is checked',
  POLICY_PROCESSING_ERROR: 'the signature policy could not be read',
  SIGNATURE_POLICY_NOT_AVAILABLE: 'the signature policy that it names is not available',
  TIMESTAMP_ORDER_FAILURE: 'the time-stamps are not in the right order',
  NO_SIGNING_CERTIFICATE_FOUND: 'the signer’s certificate is missing',
  NO_CERTIFICATE_CHAIN_FOUND: 'the issuer of the certificate is not recognised',
  NO_CERTIFICATE_CHAIN_FOUND_NO_POE:
    'the issuer of the certificate is not recognised and nothing proves when the signature was made',
  REVOKED_NO_POE: 'the certificate has been revoked and nothing proves that the signature was made before',
  REVOKED_CA_NO_POE:
    'the issuer’s certificate has been revoked and nothing proves that the signature was made before',
  OUT_OF_BOUNDS_NO_POE:
    'the certificate is not valid now and nothing proves that the signature was made while it was',
  OUT_OF_BOUNDS_NOT_REVOKED:
    'the certificate is not valid now, though not revoked, and nothing proves when the signature was made',
  REVOCATION_OUT_OF_BOUNDS_NO_POE:
    'the revocation data are not valid now and nothing proves when they were given',
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE:
    'the cryptographic method is no longer considered secure and nothing proves that the signature was made before',
  NO_POE: 'nothing proves when the signature was made',
  TRY_LATER: 'it is not yet known whether the certificate has been revoked',
  'on-hold': 'the issuer has suspended the certificate for the time being',
  SIGNED_DATA_NOT_FOUND: 'part of what was signed is missing',
  CUSTOM: 'the check could not be completed',
  changed: 'changes that are not permitted were made after the signature',
  annotations: 'notes were added or changed after the signature',
  signed_annotation:
    'a note that was signed was removed, or its link or file was changed, after the signature',
  'form-filling': 'fields were filled in after the signature',
  unread_look: 'something was added after the signature that cannot be compared with what was signed',
  drawn_over: 'a later signature alters what is read where it stands',
  description: 'the title of the document, or its text for screen readers, was changed after the signature',
  uncompared: 'there are more changes after the signature than are checked',
  partial: 'the signature does not cover the whole document',
  'time-stamp': 'one of the time-stamps could not be confirmed',
  contents_padding: 'other data follow the signature’s value in the place that is kept for it',
  claimed_time: 'the time that its signer states cannot be true',
  stamp_claims: 'it bears a name, a reason or a place, as if somebody had signed',
  certificate_altered: 'a certificate of the signature is missing from it, was altered or cannot be read',
  'left-out': 'not all of its signatures were checked',
};

export const meanings: Readonly<Record<el.Cause, string>> = {
  FORMAT_FAILURE:
    'The signature’s data are not written as the standards say. Signatures that look valid and are not are written like this, too.',
  HASH_FAILURE: 'The document that you have is not the one that was signed.',
  SIG_CRYPTO_FAILURE: 'Nothing proves that the person named in the certificate signed.',
  REVOKED: 'The issuer had cancelled the certificate before it was used to sign.',
  EXPIRED: 'The signature was made after the certificate had ended.',
  NOT_YET_VALID: 'The signature was made before the certificate began to be valid.',
  SIG_CONSTRAINTS_FAILURE: 'The signature lacks something that is required, or it is not what it must be.',
  CHAIN_CONSTRAINTS_FAILURE: 'The certificate of the signer or of an issuer must not be used in this way.',
  CERTIFICATE_CHAIN_GENERAL_FAILURE:
    'One of the certificates, from the signer’s to that of the authority that vouches for it, cannot be read.',
  CRYPTO_CONSTRAINTS_FAILURE: 'Such signatures can be forged by now.',
  'unknown-method': 'That does not mean that the signature is forged: this service cannot check it.',
  limit:
    'That does not mean that the signature is forged: this service did not look at all that the document holds.',
  POLICY_PROCESSING_ERROR: 'The signature refers to rules whose form is not known.',
  SIGNATURE_POLICY_NOT_AVAILABLE: 'The signature refers to rules that were not found.',
  TIMESTAMP_ORDER_FAILURE: 'The time of the signature cannot be proven.',
  NO_SIGNING_CERTIFICATE_FOUND: 'It cannot be determined who signed.',
  NO_CERTIFICATE_CHAIN_FOUND:
    'The certificate does not lead to an authority that this service recognises. That does not mean that the signature is forged.',
  NO_CERTIFICATE_CHAIN_FOUND_NO_POE:
    'The certificate does not lead to an authority that this service recognises. That does not mean that the signature is forged.',
  REVOKED_NO_POE:
    'The signature may have been made while the certificate was valid, but there is no time-stamp from then.',
  REVOKED_CA_NO_POE:
    'The issuer is no longer trusted, and no time-stamp shows that the signature was made before.',
  OUT_OF_BOUNDS_NO_POE:
    'The signature may have been made while the certificate was valid, but there is no time-stamp from then.',
  OUT_OF_BOUNDS_NOT_REVOKED:
    'The signature may have been made while the certificate was valid, but there is no time-stamp from then.',
  REVOCATION_OUT_OF_BOUNDS_NO_POE:
    'It cannot be determined whether the certificate had been revoked when the signature was made.',
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE:
    'The signature may have been made while the method was secure, but no time-stamp shows it.',
  NO_POE: 'No time-stamp shows that the signature was there when it had to be.',
  TRY_LATER: 'The issuer has not given recent data on the certificate yet.',
  'on-hold':
    'The suspension may be lifted or become a revocation. Until then nobody can tell whether the signature is valid.',
  SIGNED_DATA_NOT_FOUND: 'The signature is also over data that are not in the file.',
  CUSTOM: 'Part of the signature is not supported by the check.',
  changed: 'The document may show something else than the signer saw.',
  annotations: 'What was signed has not changed, but the notes are not covered by the signature.',
  signed_annotation:
    'The pages themselves have not changed, but a text, a picture, a link or a file that the signer saw may be missing or different.',
  'form-filling': 'The document permits it, but what was filled in is not covered by the earlier signature.',
  unread_look: 'It may hide part of what was signed: the check cannot read how it looks.',
  drawn_over:
    'It may strike words out or continue them, or change words or figures that the earlier signer saw.',
  description: 'What the pages show has not changed, but the signature does not cover the new description.',
  uncompared: 'Nobody can tell here whether all of them are permitted.',
  partial: 'What is not covered may have been added without the signer’s knowledge.',
  'time-stamp': 'The time that it states is not proven.',
  contents_padding:
    'The signature does not cover them. No program shows them, and they change nothing of what was signed.',
  claimed_time: 'The clock of whoever signed was wrong, or the time was written falsely.',
  stamp_claims: 'Nobody signed there: a time-stamp only proves that the document was there at that time.',
  certificate_altered:
    'What the check needed stands intact elsewhere in the file. Other programs may not find it there.',
  'left-out': 'The document has more signatures than are checked at a time.',
};

const original = 'Do not rely on the document. Ask whoever signed it for the document as it was when signed.';
const anew = 'Ask for it to be signed again with a certificate that is valid.';
const fresh = 'Ask for it to be signed again, with a time-stamp.';
const issuer = 'Contact whoever signed and ask who issued the certificate.';
const current = 'Ask for it to be signed again, with a certificate that is valid and with a time-stamp.';
const later = 'Check the document again later.';
const look = 'See below what changed before you rely on the document.';
const support = 'Ask for a new signature, or turn to the technical support of your organisation.';

export const advice: Readonly<Record<el.Cause, string>> = {
  FORMAT_FAILURE: original,
  HASH_FAILURE: original,
  SIG_CRYPTO_FAILURE: original,
  REVOKED: anew,
  EXPIRED: anew,
  NOT_YET_VALID: anew,
  SIG_CONSTRAINTS_FAILURE: support,
  CHAIN_CONSTRAINTS_FAILURE: support,
  CERTIFICATE_CHAIN_GENERAL_FAILURE: support,
  CRYPTO_CONSTRAINTS_FAILURE: 'Ask for it to be signed again with a current method.',
  'unknown-method':
    'Check the document with another program, or ask for it to be signed again with another method.',
  limit: 'Check the document with another program, or ask for it to be signed again.',
  POLICY_PROCESSING_ERROR: support,
  SIGNATURE_POLICY_NOT_AVAILABLE: support,
  TIMESTAMP_ORDER_FAILURE: fresh,
  NO_SIGNING_CERTIFICATE_FOUND: issuer,
  NO_CERTIFICATE_CHAIN_FOUND: issuer,
  NO_CERTIFICATE_CHAIN_FOUND_NO_POE: issuer,
  REVOKED_NO_POE: anew,
  REVOKED_CA_NO_POE: anew,
  OUT_OF_BOUNDS_NO_POE: current,
  OUT_OF_BOUNDS_NOT_REVOKED: current,
  REVOCATION_OUT_OF_BOUNDS_NO_POE: later,
  CRYPTO_CONSTRAINTS_FAILURE_NO_POE: fresh,
  NO_POE: fresh,
  TRY_LATER: later,
  'on-hold': later,
  SIGNED_DATA_NOT_FOUND: original,
  CUSTOM: support,
  changed: original,
  annotations: look,
  signed_annotation: look,
  'form-filling': look,
  unread_look: look,
  drawn_over: look,
  description: look,
  uncompared: support,
  partial: original,
  'time-stamp': 'If the time of the signature matters, ask for a new time-stamp.',
  contents_padding:
    'You may rely on the document. If it matters, ask whoever signed it which program was used.',
  stamp_claims: 'Take it for a time-stamp, and for nobody’s signature.',
  certificate_altered:
    'You may rely on the document. Where another program refuses it, ask whoever signed it for the original.',
  claimed_time:
    'Do not rely on the time that it states. If it matters, ask for a signature with a time-stamp.',
  'left-out': 'Ask for the document with fewer signatures, or check it with another program.',
};
