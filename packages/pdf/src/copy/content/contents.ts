import type { Resources } from '../../content/resources.ts';
import type { Copying, Drawn, SourceContent } from '../copying.ts';
import { ResourceNames } from '../resources/names.ts';
import { ContentWriter } from './writer.ts';

/** Writes contents that share resources anew, each in one syntax that all readers read alike. */
export function writeContents(
  copy: Copying,
  contents: readonly SourceContent[],
  resources: Resources,
): Drawn {
  const names = new ResourceNames(copy, resources);
  const bodies = contents.map((content) => new ContentWriter(copy, content, names).write());
  return { bodies, resources: names.text };
}
