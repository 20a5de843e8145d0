import type { ErrorCode } from './code-names.ts';

/**
 * Every error code that crosses the wire, with its HTTP status and the fixed English server text. Prose for
 * people is in the browser's catalogue, by code; texts the specification fixes are marked.
 */
export const errorCodes = {
  // Requests
  bad_request: { status: 400, message: 'Bad request' },
  not_found: { status: 404, message: 'Not found' },
  session_required: { status: 401, message: 'Session required' },
  /** It did not come, or did not come on, in time. */
  too_slow: { status: 408, message: 'The request came too slowly' },
  too_many_requests: { status: 429, message: 'Too many requests' },
  busy: { status: 503, message: 'The service is busy, try again later' },
  storage_full: { status: 507, message: 'There is no room left to store documents' },
  internal: { status: 500, message: 'Error signing document: try again later' },
  // Credentials (SES-5, SGN-5: letter by letter)
  wrong_credentials: { status: 400, message: 'Error signing document: username or password is false' },
  wrong_otp: {
    status: 400,
    message:
      'Error signing document: Please check that OTP is still valid and your OTP provider has the correct time',
  },
  account_locked: { status: 423, message: 'Account locked after five unsuccessful attempts' },
  /** By an operator; told only to who knows the password. */
  account_blocked: { status: 403, message: 'The account is blocked' },
  /** Until then a session is good for changing the password and for logging out. */
  password_change_required: { status: 403, message: 'The password that was given has to be changed first' },
  // Upload (MAP-1, 2, 4, 10: by substring)
  file_too_big: { status: 413, message: 'File is too big' },
  /** A file behind one that is too big: nothing of it was looked at. */
  not_taken: { status: 413, message: 'Not taken: a file before it passes a limit' },
  total_too_big: { status: 413, message: 'Total upload size is too big' },
  file_type: { status: 400, message: "You can't upload files of this type" },
  too_many_files: { status: 413, message: 'Too many files in one request' },
  /** What the signer has here unsigned, with this upload, passes what one signer may have. */
  quota_reached: { status: 413, message: 'Too many documents are kept unsigned' },
  security_issues: { status: 400, message: 'Document has security issues' },
  // Documents the engine refuses
  pdf_broken: { status: 400, message: 'The document is damaged' },
  pdf_encrypted: { status: 400, message: 'The document is encrypted' },
  pdf_ambiguous: { status: 400, message: 'The document can be read in two ways' },
  pdf_dynamic_xfa: { status: 400, message: 'The document is a dynamic XFA form' },
  pdf_unsupported: { status: 400, message: 'The document uses a feature that is not supported' },
  pdf_resource_limit: { status: 400, message: 'The document needs too many resources to check' },
  // Signing
  document_locked: { status: 409, message: 'Document is locked' },
  signing_not_permitted: { status: 409, message: 'The document does not permit this signature' },
  /** Nothing of it can be copied, or the check refuses the copy, too. */
  copy_impossible: { status: 409, message: 'No safe copy of the document can be made' },
  /** A copy leaves signatures behind, and the person has not agreed to that for each. */
  signatures_unconfirmed: { status: 409, message: 'The document has signatures that a copy leaves behind' },
  position_out_of_bounds: { status: 400, message: 'Signature position is out of bounds' },
  changed: { status: 409, message: 'The document has changed since it was reviewed' },
  not_ready: { status: 409, message: 'The document cannot be signed' },
  place_unconfirmed: { status: 409, message: 'The place of the signature covers something' },
  warnings_unconfirmed: { status: 409, message: 'Warnings have not been confirmed' },
  too_many_documents: { status: 400, message: 'Too many documents for one code' },
  timestamp_unavailable: { status: 503, message: 'No time-stamp authority answers' },
  level_unavailable: { status: 503, message: 'The validation data of the signature are not to be had' },
  certificate_revoked: { status: 409, message: 'The certificate is revoked or suspended' },
  certificate_untrusted: { status: 409, message: 'The certificate leads to no trusted authority' },
  certificate_expired: { status: 409, message: 'The certificate is not valid at this time' },
  no_seal: { status: 409, message: 'This service has no seal for evidence sheets' },
  expired: { status: 410, message: 'The document is no longer kept' },
  // Keys on a token of the person's own, and with a remote provider
  token_locked: { status: 423, message: 'The token is locked' },
  provider_locked: { status: 423, message: 'The account is locked at the signature provider' },
  provider_unavailable: { status: 503, message: 'The signature provider does not answer' },
  provider_refused: { status: 502, message: 'The signature provider did not sign' },
  provider_declined: { status: 409, message: 'The signature was cancelled at the signature provider' },
  authorization_expired: { status: 410, message: 'The signing at the signature provider is no longer open' },
  // One-time codes that are sent
  code_not_sent: { status: 503, message: 'The one-time code could not be sent' },
  // E-mail
  not_signed: { status: 409, message: 'The document is not signed' },
  address_invalid: { status: 400, message: 'The e-mail address is not valid' },
  daily_limit: { status: 429, message: 'The daily limit of e-mails is reached' },
  // Passwords (PWD-1)
  password_rules: { status: 400, message: 'The new password does not satisfy the rules' },
  password_given: { status: 400, message: 'The new password is the one that was given' },
  password_confirmation: { status: 400, message: 'The passwords do not match' },
} as const satisfies Record<ErrorCode, { status: number; message: string }>;
