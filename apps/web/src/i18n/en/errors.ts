import { refusals } from '@websign/contract/words/en/refusals';
import type { Catalogue } from '../el.ts';

export const errors: Catalogue['errors'] = {
  network: 'The server cannot be reached. Check your network and try again.',
  invalid_answer: 'The server gave an unexpected answer. Try again in a while.',
  bad_request: 'The request could not be completed. Reload the page and try again.',
  not_found: 'The document was not found.',
  session_required: 'Your session has ended. Sign in again.',
  too_many_requests: 'There were too many attempts. Wait a little and try again.',
  storage_full:
    'The service has no room for further files at the moment. Nothing has changed in your documents. Try again later.',
  too_slow: 'The connection is too slow, and sending was stopped. Check your network and try again.',
  busy: 'The service cannot answer at the moment. Try again in a while.',
  internal: 'Something went wrong. The document is as it was. Try again later.',
  wrong_credentials: 'The combination of username and password is not correct.',
  wrong_otp:
    'Make sure that the one-time password (OTP) is still valid, that you have not used it already, and that your device has the correct time.',
  account_blocked: 'The account is blocked. Contact the service that gave you the account.',
  password_change_required: 'First choose a new password in place of the one that you were given.',
  account_locked: 'The account is locked for five minutes, after five failed attempts.',
  file_too_big: 'The file is larger than 20 MB.',
  not_taken:
    'The file was not checked, because a file before it is larger than allowed. Upload it again without that one.',
  total_too_big: 'The files exceed 50 MB in total.',
  ...refusals,
  too_many_files: 'There are too many files for one upload. Upload fewer at a time.',
  quota_reached:
    'You have reached the limit of unsigned documents kept for you; refused ones count, too. Sign those that wait in your history, or upload again once older ones have been deleted.',
  document_locked: 'The document is locked and takes no more signatures.',
  signing_not_permitted:
    'The document does not permit this signature: its owner, or a signature in it, allows no changes or new fields.',
  copy_impossible: 'No safe copy of this document can be made. Ask whoever sent it for a better file.',
  signatures_unconfirmed:
    'The document has signatures that cannot go along into a copy. Confirm that they stay behind.',
  position_out_of_bounds: 'The signature is outside the bounds of the page. Choose another position.',
  changed: 'The document has changed since you saw it. Look at it again, then sign.',
  not_ready: 'The document cannot be signed.',
  place_unconfirmed:
    'The signature would cover part of the page. Look at its place and confirm it, or choose another.',
  warnings_unconfirmed: 'Read and confirm the warnings before you sign.',
  too_many_documents: 'There are too many documents for one one-time password. Choose fewer.',
  timestamp_unavailable:
    'The time-stamping service does not answer. The document is as it was. Try again in a while.',
  level_unavailable:
    'The issuer of the certificate does not answer, so the signature was not completed. The document is as it was. Please try again in a little while.',
  certificate_revoked:
    'Your certificate is revoked or suspended, so the document was not signed. Contact the service that gave you the account.',
  certificate_untrusted:
    'This service does not recognise the issuer of your certificate, so the document was not signed. Please contact its administrator.',
  certificate_expired:
    'Your certificate is not valid at this time, so the document was not signed. Contact the service that gave you the account.',
  expired: 'The document is no longer kept.',
  code_not_sent:
    'The one-time password was not sent. Try again in a while and, if it happens again, contact the service that gave you the account.',
  token_locked:
    'Your signing device is locked, so the document was not signed. Ask whoever gave it to you to unlock it.',
  provider_locked:
    'The signature provider has locked your account, so the document was not signed. Ask the provider to unlock it.',
  provider_unavailable:
    'The signature provider does not answer. The document is as it was. Try again in a while.',
  provider_refused:
    'The signature provider did not complete the signature. The document is as it was. Try again and, if it happens again, ask the provider.',
  provider_declined: 'You cancelled the signature on the page of the provider. The document is as it was.',
  authorization_expired:
    'The time for signing on the page of the provider is over, or this signature has been closed already. The document is as it was. Start the signature again.',
  no_seal: 'This service has no seal for evidence sheets. Ask its administrator.',
  not_signed: 'The document is not signed yet. Sign it first.',
  address_invalid: 'The e-mail address is not valid.',
  daily_limit: 'You have reached the daily limit of e-mails. Try again tomorrow.',
  password_rules: 'The new password does not satisfy the rules.',
  password_given: 'This is the password that you were given. Choose a different one.',
  password_confirmation: 'The two passwords are not the same.',
};
