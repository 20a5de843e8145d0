import type { Plugin } from 'vite';
import { hiddenWordsPdf, scriptedLinkPdf } from '../../../../e2e/documents.ts';
import { copiedForm, formPaper, letter, rewrittenLetter } from '../../../../e2e/papers.ts';

const name = 'virtual:papers';

/** The PDFs that stories show, made by the same builders as those of the journeys. */
function papers(): Record<string, Buffer> {
  const signed = letter();
  return {
    letter: signed,
    rewritten: rewrittenLetter(signed),
    scripted: scriptedLinkPdf('').buffer,
    form: formPaper(),
    copied: copiedForm(),
    hidden: hiddenWordsPdf('').buffer,
  };
}

/** Gives them to the stories as a module of base64 texts. */
export function storyPapers(): Plugin {
  return {
    name: 'story-papers',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? Object.entries(papers())
            .map(([key, bytes]) => `export const ${key} = ${JSON.stringify(bytes.toString('base64'))};`)
            .join('\n')
        : undefined,
  };
}
