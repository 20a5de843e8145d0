import type { Catalogue } from '../el.ts';

export const findings: Catalogue['findings'] = {
  title: 'Findings',
  none: 'The check found nothing that needs your attention.',
  page: 'page {{page}}',
  verdicts: { info: 'Information', warn: 'Warning', refuse: 'Refused' },
  kinds: {
    javascript: 'JavaScript code',
    xfa: 'Dynamic XFA form',
    launch: 'An action that starts a program',
    submit_form: 'Sending of form data',
    import_data: 'Import of data into the form',
    reset_form: 'An action that resets the fields of the form',
    remote_goto: 'A link to another file',
    embedded_goto: 'A link to an attached file',
    uri_script: 'A link that runs code',
    uri_file: 'A link to a file on the computer or the network',
    layer_action: 'An action that shows or hides content',
    hide_action: 'An action that hides fields or notes',
    media: 'Embedded media',
    usage_rights: 'Adobe Reader usage rights, which end with the signature',
    embedded_file: 'Attached file',
    external_stream: 'Content that is kept in an external file',
    hidden_layer: 'A hidden layer of content',
    conditional_layer: 'A layer that is shown or hidden depending on the use, such as printing',
    duplicate_key: 'A duplicate entry that programs may read differently',
    unreadable_object: 'A part of the file that could not be read',
    truncated: 'There are more findings, which are not listed here',
  },
  other: 'Other finding ({{kind}})',
};

export const signatures: Catalogue['signatures'] = {
  title: 'Signatures of the document',
  none: 'The document has no signatures.',
  kinds: { signature: 'Signature', certification: 'Certification signature', timestamp: 'Time-stamp' },
  unnamed: 'no name',
  integrity: {
    intact: 'The content has not been altered',
    broken: 'The content has been altered',
    unsupported: 'Cannot be determined',
  },
};
