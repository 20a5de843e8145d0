import { type ContentReader, readContents } from '../content/draw.ts';
import { Resources } from '../content/resources.ts';
import { sharedOf } from '../content/shared.ts';
import { isBroken } from '../errors.ts';
import { type Box, isEmpty } from '../revisions/boxes.ts';
import type { Page } from '../revisions/pages.ts';
import { ascii, concat } from '../syntax/bytes.ts';
import type { PdfStream, PdfValue } from '../syntax/values.ts';
import { drawnAnnotations } from './annotations.ts';
import { NO_TEXT } from './content/textstate.ts';
import { ContentWriter } from './content/writer.ts';
import type { Copying } from './copying.ts';
import { linksOf } from './links.ts';
import { ResourceNames } from './resources/names.ts';
import { groupOf } from './resources/xobject.ts';
import { flateStream } from './stream.ts';
import { arrayText, dictText, nameText, numberText } from './written.ts';

const LETTER: Box = [0, 0, 612, 792];

/** Writes a page as it is shown; its parent, and what else a document adds, are entries of the caller's. */
export function pageText(copy: Copying, page: Page, more: readonly (readonly [string, string])[]): string {
  copy.page = page.number;
  const resources = new Resources(copy.pdf, page.resources);
  const names = new ResourceNames(copy, resources);
  const { bytes } = readContents(reader(copy), page.dict.entries.get('Contents'));
  const own = new ContentWriter(
    copy,
    { bytes, object: undefined, kind: 'page', text: NO_TEXT },
    names,
  ).write();
  const drawn = drawnAnnotations(copy, page, resources);
  const parts = drawn.map(({ form, matrix }) => {
    const name = names.add('XObject', form);
    return `q\n${matrix.map(numberText).join(' ')} cm\n${nameText(name)} Do\nQ\n`;
  });
  // What is drawn in stands in the page's own space, whatever its content leaves behind.
  const whole = parts.length === 0 ? own : concat([ascii('q\n'), own, ascii('Q\n'), ascii(parts.join(''))]);
  const content = copy.add(flateStream(copy, [], whole));
  const isTagged = copy.structure?.holds(page.number) === true;
  const group = page.dict.entries.get('Group');
  const links = linksOf(copy, page);
  // Of a page without an extent readers make one of their own: letter size, as where it has no box.
  const box = arrayText((isEmpty(page.cropBox) ? LETTER : page.cropBox).map(numberText));
  return dictText([
    ['Type', '/Page'],
    ...more,
    ['MediaBox', box],
    ['Rotate', page.rotate === 0 ? undefined : numberText(page.rotate)],
    ['UserUnit', page.userUnit === 1 ? undefined : numberText(page.userUnit)],
    ['Resources', names.text],
    ['Group', group === undefined ? undefined : groupOf(copy, group)],
    ['Contents', content],
    ['StructParents', isTagged ? String(page.number - 1) : undefined],
    ['Tabs', isTagged ? '/S' : undefined],
    ['Annots', links.length === 0 ? undefined : arrayText(links)],
  ]);
}

/** Reads content as the interpreter does, and tells what cannot be read. */
function reader(copy: Copying): ContentReader {
  const unreadable = (): void => copy.unreadable('A part of the content cannot be read');
  return {
    pdf: copy.pdf,
    unreadable,
    attempt<T>(_: PdfValue | undefined, read: () => T): T | undefined {
      try {
        return read();
      } catch (error) {
        if (!isBroken(error)) throw error;
        unreadable();
        return undefined;
      }
    },
    content(value: PdfValue, stream: PdfStream): Uint8Array | undefined {
      const object = value.type === 'ref' ? value.number : undefined;
      const bytes = copy.attempt(() => sharedOf(copy.pdf).content(stream, object));
      if (bytes !== undefined && sharedOf(copy.pdf).isBroken(bytes))
        copy.leftOut.add('damage', { page: copy.page, detail: 'The data of the content break off' });
      return bytes;
    },
  };
}
