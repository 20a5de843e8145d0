import { withoutTurns } from '../names.ts';

/** Words of a document, as text: isolated from ours, and reading in their own direction. */
export function Excerpt({ words, id }: { words: string; id?: string }) {
  return (
    <q id={id} className="ws-finding__excerpt" dir="auto">
      {withoutTurns(words)}
    </q>
  );
}
