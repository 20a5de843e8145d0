import { textString } from '../syntax/strings.ts';
import { metadataStream } from '../write/xmp.ts';
import { obstaclesIn } from './archive/archive.ts';
import { addIntent, intentsOf } from './archive/intent.ts';
import type { Copying } from './copying.ts';
import { infoText, metadataOf, metadataPacket } from './metadata.ts';
import { dictText } from './written.ts';

/** Where a copy has its catalogue, its pages and, as references, its structure tree and outline. */
interface Roots {
  catalog: number;
  pages: number;
  tree: string | undefined;
  outline: string | undefined;
  /** The number tree of the labels of pages, in place. */
  labels: string | undefined;
}

/** Ends a copy all of whose pages are written: what the document says of itself, and whether it is PDF/A-2u. Gives the file. */
export function finish(copy: Copying, { catalog, pages, tree, outline, labels }: Roots): Uint8Array {
  const { objects, pdf } = copy;
  const said = metadataOf(copy);
  const put = (more: readonly (readonly [string, string | undefined])[]): void =>
    objects.put(
      catalog,
      dictText([
        ['Type', '/Catalog'],
        ['Pages', `${pages} 0 R`],
        ...more,
        ['MarkInfo', tree === undefined ? undefined : '<</Marked true>>'],
        ['StructTreeRoot', tree],
        ['Outlines', outline],
        ['PageLabels', labels],
        ['Lang', said.language === undefined ? undefined : textString(said.language)],
        ['ViewerPreferences', said.title === undefined ? undefined : '<</DisplayDocTitle true>>'],
      ]),
    );
  const root = `/Root ${catalog} 0 R`;
  put([]);
  const draft = objects.file(root, pdf.ports);
  const intent = intentsOf(copy).find(
    ({ components }) => obstaclesIn(draft, pdf.ports, pdf.limits, components).size === 0,
  );
  const isArchive = intent !== undefined;
  const saysSomething = Object.values(said).some((one) => one !== undefined);
  const packet = saysSomething || isArchive ? metadataPacket(said, isArchive) : undefined;
  const metadata = packet === undefined ? undefined : copy.add(metadataStream(packet));
  const info = saysSomething ? `/Info ${copy.add(infoText(said))}` : '';
  put([
    ['Metadata', metadata],
    ['OutputIntents', intent === undefined ? undefined : addIntent(copy, intent)],
  ]);
  return objects.file(root + info, pdf.ports);
}
