import { inform, refuse, warn } from './row.ts';

/** What runs or reaches out. */
export const actions = {
  javascript: refuse(
    'Code can show something else after signing; nobody can review what it will do. SGN-7 refuses it always.',
    { fixed: true, tells: 'has_js' },
  ),
  xfa: refuse('The form is a program of its own that draws the pages anew each time it is opened.', {
    fixed: true,
    tells: 'has_js',
  }),
  uri_script: refuse('A link that runs code is code.', { fixed: true, tells: 'has_js' }),
  launch: refuse('It starts programs on the machine of whoever reads the signed document.', { fixed: true }),
  rich_media: refuse('Media that run commands are code.', { fixed: true, tells: 'has_js' }),
  exploit_pattern: refuse(
    'Nothing innocent is formed like this, and whoever opens the document is attacked.',
    {
      fixed: true,
    },
  ),
  active_attachment: refuse('A program or a document with code travels under the signature.', {
    fixed: true,
  }),
  submit_form: refuse('What a reader fills in, or that they read it, goes to a stranger.', {
    earlier: 'warn',
  }),
  import_data: refuse('Values of fields come from another file after signing.', {
    earlier: 'warn',
    tells: 'fields_inconsistencies',
  }),
  reset_form: warn('It empties fields after signing; the values that were signed can be seen before.', {
    earlier: 'info',
    tells: 'fields_inconsistencies',
  }),
  remote_goto: warn('It opens another file, which the signature does not cover; nothing changes here.', {
    earlier: 'info',
  }),
  embedded_goto: warn('It opens an attachment, which the pages do not show.', { earlier: 'info' }),
  uri_file: warn(
    'It points into the machine or the network of whoever clicks, and may give their name away.',
    {
      earlier: 'info',
    },
  ),
  automatic_link: warn('Reading the document calls the address, without a click.', { earlier: 'info' }),
  web_link: inform('An ordinary link: it is opened only by a click, and shows where it leads.'),
  layer_action: warn('Content can be shown or hidden after signing; each state can be looked at before.', {
    earlier: 'info',
    tells: 'hide_and_replace_suspicious',
  }),
  hide_action: warn('Fields or notes can be hidden after signing.', {
    earlier: 'info',
    tells: 'fields_inconsistencies',
  }),
  named_action: warn('The reader is told to do something, such as to print.', { earlier: 'info' }),
  media: warn('Sound or film is signed along, and paper does not show it.', { earlier: 'info' }),
  xml_entity: refuse('Programs that read it fetch or multiply content; no producer writes it.'),
  embedded_file: warn('It is signed along with the pages and seen only by who opens it.', {
    earlier: 'info',
  }),
  external_stream: refuse('What the page shows is kept elsewhere and changes there.', {
    tells: 'hide_and_replace_suspicious',
  }),
  usage_rights: warn('Any further signature ends them, and the person should know before.', {
    earlier: 'info',
  }),
} as const;
