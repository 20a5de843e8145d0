import { withoutTurns } from '../names.ts';

/** The name of a file, isolated from the text around it and reading in its own direction. */
export function FileName({ name }: { name: string }) {
  return <bdi>{withoutTurns(name)}</bdi>;
}
