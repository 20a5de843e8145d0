import type { Catalogue } from '../el.ts';

export const errors: Catalogue['errors'] = {
  network: 'The server cannot be reached. Check your network and try again.',
  invalid_answer: 'The server gave an unexpected answer. Try again in a while.',
  bad_request: 'The request could not be completed. Reload the page and try again.',
  not_found: 'The document was not found.',
  session_required: 'Your session has ended. Sign in again.',
  too_many_requests: 'There were too many attempts. Wait a little and try again.',
  busy: 'The service is very busy. Try again in a while.',
  internal: 'Something went wrong. The document is as it was. Try again later.',
  wrong_credentials: 'The combination of username and password is not correct.',
  wrong_otp:
    'Make sure that the one-time password (OTP) is still valid and that your device has the correct time.',
  account_locked: 'The account is locked for five minutes, after five failed attempts.',
  file_too_big: 'The file is larger than 20 MB.',
  total_too_big: 'The files exceed 50 MB in total.',
  file_type: 'This type of file is not allowed. You can upload PDF files only.',
  too_many_files: 'There are too many files for one upload. Upload fewer at a time.',
  security_issues: 'The document did not pass the security check.',
  pdf_broken: 'The document is damaged. Save it again from the program that made it.',
  pdf_encrypted: 'The document is encrypted. Remove the protection and upload it again.',
  pdf_ambiguous:
    'The document can be read in two different ways, so it cannot be signed. Save it again as PDF.',
  pdf_dynamic_xfa: 'The document is a dynamic XFA form. Print it to PDF and upload it again.',
  pdf_unsupported: 'The document uses a feature that is not supported. Save it again as a plain PDF.',
  pdf_resource_limit: 'Checking the document takes too many resources. Simplify the document and try again.',
  document_locked: 'The document is locked and takes no more signatures.',
  signing_not_permitted: 'The document does not permit this signature. Try an invisible signature.',
  position_out_of_bounds: 'The signature is outside the bounds of the page. Choose another position.',
  changed: 'The document has changed since you saw it. Look at it again, then sign.',
  not_ready: 'The document cannot be signed.',
  warnings_unconfirmed: 'Read and confirm the warnings before you sign.',
  too_many_documents: 'There are too many documents for one one-time password. Choose fewer.',
  timestamp_unavailable:
    'The time-stamping service does not answer. The document is as it was. Try again in a while.',
  certificate_expired:
    'Your certificate is not valid at this time, so the document was not signed. Ask the provider of your signature.',
  expired: 'The document is no longer kept.',
  password_rules: 'The new password does not satisfy the rules.',
  password_confirmation: 'The two passwords are not the same.',
};
