import type { TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';
import { isLevel } from './letters.ts';

/** In ems over its line, where a clip is looked at for holes, and how broad one is at least. */
const MIDDLE = 0.3;
const HOLE = 0.15;

/** Whether the clips around a run may leave out a letter of it. */
export function hasHole(run: TextRun): boolean {
  const { line, clips, size } = run;
  if (clips.length === 0 || !isLevel(run)) return clips.length > 0;
  const [left, right] = [Math.min(line[0], line[2]), Math.max(line[0], line[2])];
  return clips.some((outline) => {
    let end = left;
    for (const [from, to] of outline.spans(line[1] + MIDDLE * size)) {
      if (Math.min(from, right) - end >= HOLE * size) return true;
      end = Math.max(end, to);
    }
    return right - end >= HOLE * size;
  });
}

/** In ems, how far inside a line a clip has to end to cut ink: letters keep about so much free at their sides. */
const INSIDE = 0.1;

/** Whether the bounds of the clip end within a level line, where the page goes on. */
export function isCutInside(run: TextRun, page: Box): boolean {
  const { line, clip, size } = run;
  const [left, right] = [Math.min(line[0], line[2]), Math.max(line[0], line[2])];
  const isCutLeft = clip[0] > page[0] && clip[0] - left >= INSIDE * size;
  const isCutRight = clip[2] < page[2] && right - clip[2] >= INSIDE * size;
  return isLevel(run) && (isCutLeft || isCutRight);
}
