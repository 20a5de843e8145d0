import { documentObjects, writePdf } from '../pdf/index.ts';
import { attack, type Notated } from './notated.ts';
import { onPage, withObjects } from './placed.ts';

const OFFICE = `${'PK\x01\x02'.padEnd(28, '\0') + '\x13\0'.padEnd(18, '\0')}word/vbaProject.bin`;
const SHORTCUT = 'L\0\0\0\x01\x14\x02\0\0\0\0\0';
const MACROS = `\xd0\xcf\x11\xe0${'\0'.repeat(60)}${[...'_VBA_PROJECT'].map((char) => `${char}\0`).join('')}`;

const attached = (name: string, data: string | Uint8Array, kind = 'active_attachment'): Notated =>
  attack(
    `an attachment ${name}`,
    withObjects(
      '/Names<</EmbeddedFiles<</Names[(a)100 0 R]>>>>',
      { number: 100, body: `<</Type/Filespec/F(${name})/EF<</F 101 0 R>>>>` },
      { number: 101, body: '/Type/EmbeddedFile', data },
    ),
    kind,
  );

const inner = (catalog: string): Uint8Array =>
  writePdf({ kind: 'objstm', objects: documentObjects({ catalog }) });

/** Files inside the file. */
export const attachments: Notated[] = [
  attached('notes.txt', 'Only text.', 'embedded_file'),
  attached('pages.pdf', inner(''), 'embedded_file'),
  attached('pages.html', '<html><p>Text</p></html>', 'embedded_file'),
  attached(
    'invoice.xml',
    '<?xml version="1.0"?><invoice online="1"><script>Latn</script></invoice>',
    'embedded_file',
  ),
  attached('report.exe', 'x'),
  attached('report.pdf.js', 'x'),
  attached('report\\056exe. ', 'x'),
  attached('a.bin', `MZ${'\0'.repeat(80)}`),
  attached('b.bin', '\x7fELF\x02\x01'),
  attached('c.bin', '\xcf\xfa\xed\xfe\x07'),
  attached('d.bin', '#!/bin/sh\n'),
  attached('e.bin', SHORTCUT),
  attached('f.bin', OFFICE),
  attached('g.doc', MACROS),
  attached('h.bin', '<!DOCTYPE html><html><script>x()</script></html>'),
  attached('i.bin', `\xff\xfe${[...'<html><script>x()</script>'].map((char) => `${char}\0`).join('')}`),
  attached('j.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
  attached('j.html', 'Click <b onclick="x()">here</b>'),
  attached('k.rtf', '{\\rtf1{\\object\\objautlink\\objupdate{\\*\\objclass Package}}}'),
  attached('chart.rtf', '{\\rtf1{\\object\\objemb{\\*\\objclass Excel.Chart.8}}}', 'embedded_file'),
  attached('k.bin', 'FWS\x09'),
  attached('l.bin', '%FDF-1.2\n1 0 obj<</FDF<</J#61vaScript<</Before(x)>>>>>>endobj'),
  attached('m.xfdf', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///x">]><xfdf/>'),
  attached('n.pdf', inner('/OpenAction<</S/JavaScript/JS(x)>>')),
  attached('o.pdf', 'junk\n%PDF-1.7\n1 0 obj<</Open#41ction<</S/J#61vaScript/JS(x)>>>>endobj'),
  attack(
    'an attachment that is named nowhere',
    { objects: [{ number: 100, body: '/Type/EmbeddedFile', data: 'x' }] },
    'embedded_file',
  ),
  attack(
    'a program of a page',
    onPage(
      '/AF[100 0 R]',
      { number: 100, body: '<</F(a.bin)/EF<</F 101 0 R>>>>' },
      { number: 101, body: '', data: '#!/bin/sh' },
    ),
    'active_attachment',
  ),
  attack('a portfolio', { catalog: '/Collection<</D(a)>>' }, 'embedded_file'),
  attack(
    'a portfolio that is a program',
    {
      catalog: '/Collection<</Navigator 100 0 R>>',
      objects: [{ number: 100, body: '<</Type/Navigator/Name(n)/SWF(a.swf)>>' }],
    },
    'rich_media',
  ),
];
