import { attack, type Notated } from './notated.ts';
import { object, onPage } from './placed.ts';

const XMP = '<?xpacket begin=""?><!DOCTYPE a [<!ENTITY b SYSTEM "https://host.example/">]><x:xmpmeta/>';
const FORM =
  '<xdp:xdp><template><field><event><script contentType="application/x-javascript">x()</script></event></field></template></xdp:xdp>';

/** Content from elsewhere, and what is formed like an attack. */
export const elsewhere: Notated[] = [
  attack(
    'an image elsewhere',
    {
      objects: [
        {
          number: 100,
          body: '/Subtype/Image/F<</FS/URL/F(https://host.example/a)>>/FFilter/DCTDecode',
          data: '',
        },
      ],
    },
    'external_stream',
  ),
  attack(
    'a page of another file',
    { objects: [{ number: 100, body: '/Subtype/Form/BBox[0 0 1 1]/Ref<</F(other.pdf)/Page 0>>', data: '' }] },
    'external_stream',
  ),
  attack(
    'an image of the print server',
    {
      objects: [
        { number: 100, body: '/Subtype/Image/OPI<</2.0<</Type/OPI/Version 2.0/F(high.tif)>>>>', data: '' },
      ],
    },
    'external_stream',
  ),
  attack(
    'an address in a file specification',
    object('<</Type/Filespec/FS/URL/F(https://host.example/film)>>'),
    'external_stream',
  ),
  attack(
    'a film from the network',
    onPage(
      '/Annots[<</Subtype/Screen/Rect[0 0 9 9]/A<</S/Rendition/OP 0/R<</S/MR/C<</S/MCD/D<</FS/URL/F(https://host.example/film)>>>>>>>>>>]',
    ),
    'external_stream',
    'media',
  ),
  attack(
    'a file that is not attached',
    onPage('/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS(\\\\\\\\host.example\\\\a)>>]'),
    'uri_file',
  ),
  attack(
    'another image on paper',
    {
      objects: [
        {
          number: 100,
          body: '/Subtype/Image/Alternates[<</Image 101 0 R/DefaultForPrinting true>>]',
          data: '',
        },
      ],
    },
    'conditional_layer',
  ),
  attack(
    'PostScript on paper',
    { objects: [{ number: 100, body: '/Subtype/PS', data: 'showpage' }] },
    'conditional_layer',
  ),
  attack(
    'entities in metadata',
    {
      catalog: '/Metadata 100 0 R',
      objects: [{ number: 100, body: '/Type/Metadata/Subtype/XML', data: XMP }],
    },
    'xml_entity',
  ),
  attack(
    'entities in UTF-16',
    {
      objects: [
        {
          number: 100,
          body: '/Type/Metadata/Subtype/XML',
          data: `\xfe\xff${[...XMP].map((char) => `\0${char}`).join('')}`,
        },
      ],
    },
    'xml_entity',
  ),
  attack(
    'a form of scripts',
    {
      catalog: '/AcroForm<</Fields[]/XFA[(template)100 0 R]>>',
      objects: [{ number: 100, body: '/Type/EmbeddedFile', data: FORM }],
    },
    'xfa',
  ),
  attack(
    'a function that is a script',
    {
      objects: [
        {
          number: 100,
          body: '/FunctionType 4/Domain[0 1]/Range[0 1]',
          data: '{ fetch("https://host.example") }',
        },
      ],
    },
    'exploit_pattern',
  ),
  attack(
    'a predictor that overflows',
    { objects: [{ number: 100, body: '/DecodeParms<</Predictor 2/Colors 1073741838>>', data: '' }] },
    'exploit_pattern',
  ),
];
