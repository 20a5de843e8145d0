import { describe, expect, it } from 'vitest';
import { differingBoxes } from '../../src/common/viewer/difference.ts';

const paper = (width: number, height: number) => ({
  data: new Uint8ClampedArray(width * height * 4).fill(255),
  width,
  height,
});

/** Paper with black squares of four pixels at those places. */
const drawn = (width: number, height: number, ...places: [x: number, y: number][]) => {
  const made = paper(width, height);
  for (const [left, top] of places)
    for (let y = top; y < top + 4; y += 1)
      for (let x = left; x < left + 4; x += 1)
        made.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return made;
};

describe('where two drawings differ', () => {
  it('NAV-1 the same drawing differs nowhere', () => {
    expect(differingBoxes(drawn(100, 60, [10, 10]), drawn(100, 60, [10, 10]))).toEqual([]);
  });

  it('NAV-1 what is near is one place, what is far another, and none goes past the paper', () => {
    const boxes = differingBoxes(paper(100, 60), drawn(100, 60, [0, 0], [12, 0], [95, 55]));
    expect(boxes).toEqual([
      { x: 0, y: 0, width: 16, height: 8 },
      { x: 88, y: 48, width: 12, height: 12 },
    ]);
  });

  it('NAV-1 a bit of colour is no difference; of very many places one holds them all', () => {
    const tinted = paper(100, 60);
    tinted.data.fill(240);
    expect(differingBoxes(paper(100, 60), tinted)).toEqual([]);
    const places = Array.from({ length: 60 }, (_, index): [number, number] => [
      (index % 8) * 40,
      Math.floor(index / 8) * 40,
    ]);
    expect(differingBoxes(paper(320, 320), drawn(320, 320, ...places))).toHaveLength(1);
  });
});
