import type { Catalogue } from '../el.ts';

export const home: Catalogue['home'] = {
  title: 'Sign your documents',
  welcome: 'Welcome.',
  info: 'Upload one or more PDF documents. Once they have been checked, you will be taken to the signing page.',
  dropTitle: 'Drop your PDF documents here',
  dropOr: 'or choose them from your device',
  dropNow: 'Drop the documents here',
  choose: 'Choose documents',
  limits: 'PDF files only, up to {{file}} each and {{total}} in total.',
  more: 'Add documents',
  kept: 'What you upload is deleted automatically after {{original}}, and signed documents after {{signed}}. Your history is kept.',
};

export const upload: Catalogue['upload'] = {
  title: 'Uploading',
  checking_one: 'Everything has been sent. The document is being checked…',
  checking_other: 'Everything has been sent. The documents are being checked…',
  total_one: 'Total: {{count}} file',
  total_other: 'Total: {{count}} files',
  rest_one: 'Show {{count}} more file',
  rest_other: 'Show {{count}} more files',
  amount: '{{sent}} of {{size}}',
  speed: '{{speed}} per second',
  remaining: '{{time}} left',
  cancel: 'Cancel upload',
  announce: 'Upload: {{percent}}%',
  leave: 'The upload has not finished. If you leave this page, it will be canceled.',
  leaveTitle: 'Cancel the upload?',
  leaveStay: 'Stay on this page',
  leaveGo: 'Cancel and leave',
  states: {
    added: 'Added',
    queued: 'Waiting',
    uploading: 'Sending',
    canceled: 'Canceled',
    error: 'Not accepted',
    success: 'Accepted',
  },
  errors: {
    folder: 'Folders cannot be uploaded. Open the folder and choose the PDF files in it.',
    fileTooBig: 'The file is larger than 20 MB. Make it smaller or split it, then try again.',
    totalTooBig: 'The files exceed 50 MB in total. Upload them in smaller groups.',
    fileType: 'This type of file is not allowed. You can upload PDF files only.',
    tooMany: 'You can upload up to {{count}} files at a time.',
    security:
      'The document did not pass the security check, because it contains elements that run commands or can change what it shows after signing. See below what was found and what you can do.',
    javascript:
      'The document contains code that can change its content after signing, so it cannot be signed. Convert it to a PDF without dynamic content through a virtual printer.',
    withSignatures:
      'The document has already been signed and contains elements that can change what it shows, so it cannot be signed again. Verify its signatures and ask the sender for a version without dynamic content.',
    validity:
      'The document did not pass the validity check: at least one of its signatures is not valid. Ask the sender for the original document.',
    canceled: 'Upload canceled.',
    statusCode: 'Server responded with {{statusCode}} code.',
    invalidJson: 'Invalid JSON response from server.',
    offline: 'The server cannot be reached. Check your network and try again.',
  },
  securityManual: 'More in the <a href="{{url}}" target="_blank" rel="noopener">document security guide</a>.',
  attempt: {
    title: 'Your last upload',
    at: 'On {{time}}',
    ready: 'You can sign {{accepted}} of the {{total}} documents.',
    goOn_one: 'Continue with {{count}} document',
    goOn_other: 'Continue with {{count}} documents',
    rest: 'For the others, see below why, and what you can do.',
    moreFiles: 'and {{count}} more',
    lead_one:
      '{{accepted}} of {{total}} files was accepted. For the others, see below why, and what you can do.',
    lead_other:
      '{{accepted}} of {{total}} files were accepted. For the others, see below why, and what you can do.',
    leadNone_one: 'The file was not accepted. See below why, and what you can do.',
    leadNone_other: 'No file was accepted. See below why, and what you can do.',
    leadAll_one: 'The file was accepted. You can sign it.',
    leadAll_other: 'All {{count}} files were accepted. You can sign them.',
    skipped: 'Not checked',
    skippedWhy:
      'The upload stopped before the file was checked. Upload it again, without those that were not accepted.',
    warnings_one: '{{count}} warning from the check',
    warnings_other: '{{count}} warnings from the check',
    warned: 'You will be asked to confirm the warnings before you sign.',
    open: 'Go to signing',
    history: 'More details in the history',
    clear: 'Hide',
  },
  signed: {
    title: 'The document is already signed.',
    text: 'Verify its signatures before you sign. There is more in the history.',
  },
};

export const copy: Catalogue['copy'] = {
  offer: 'Safe copy',
  either: 'If you can, ask whoever sent it for a better file. Otherwise you can sign a safe copy.',
  what: 'The copy is a new PDF of the pages as you see them, without anything that runs, hides or changes. You will look at it before you sign.',
  working: 'The safe copy is being made…',
};
