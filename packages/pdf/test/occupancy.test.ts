import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPage } from '../src/content/draw.ts';
import { inspect, type Occupancy, occupancyOf, pageAt } from '../src/index.ts';
import { OccupiedPage } from '../src/inspect/occupancy/page.ts';
import { drawFile, form, pageFile, type TestDrawing } from './content/drawing.ts';
import { open } from './support.ts';

/** Page 1 of a file, 200 × 100 where its entries say nothing else. */
function occupied(content: string, drawing: TestDrawing = {}): Occupancy {
  const pdf = open(pageFile(content, drawing));
  return occupancyOf(pdf, pageAt(pdf, 1));
}

const isTaken = ({ columns, taken }: Occupancy, column: number, row: number): boolean => {
  const bit = row * columns + column;
  return ((taken[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
};

/** The taken cells as a rectangle: from column and row, to column and row (exclusive); how many, in all. */
function bounds(occupancy: Occupancy) {
  const columns: number[] = [];
  const rows: number[] = [];
  for (let row = 0; row < occupancy.rows; row += 1) {
    for (let column = 0; column < occupancy.columns; column += 1) {
      if (!isTaken(occupancy, column, row)) continue;
      columns.push(column);
      rows.push(row);
    }
  }
  if (columns.length === 0) return { count: 0, box: null };
  const box = [Math.min(...columns), Math.min(...rows), Math.max(...columns) + 1, Math.max(...rows) + 1];
  return { count: columns.length, box };
}

const bar = '0 g 160 20 20 8 re f';

describe('where something stands on a page', () => {
  it('SGN-12: tells an area in cells of four points from the lower left corner', () => {
    const page = occupied(bar);
    expect(page).toMatchObject({ page: 1, columns: 50, rows: 25, cause: null });
    expect(bounds(page)).toEqual({ count: 10, box: [40, 5, 45, 7] });
  });

  it('SGN-12: an empty page is free', () => {
    expect(bounds(occupied('')).count).toBe(0);
  });

  it.each([
    [90, [5, 5, 7, 10]],
    [180, [5, 18, 10, 20]],
    [270, [18, 40, 20, 45]],
  ])('SGN-12: of a page turned by %i degrees it tells the cells as the page is shown', (rotate, box) => {
    const page = occupied(bar, { page: `/Rotate ${rotate}` });
    expect([page.columns, page.rows]).toEqual(rotate === 180 ? [50, 25] : [25, 50]);
    expect(bounds(page)).toEqual({ count: 10, box });
  });

  it('SGN-12: what is cropped away does not count, and cells begin at the crop box', () => {
    const page = occupied(`${bar} 0 g 0 0 30 10 re f`, { page: '/CropBox[40 12 200 100]' });
    expect([page.columns, page.rows]).toEqual([40, 22]);
    expect(bounds(page)).toEqual({ count: 10, box: [30, 2, 35, 4] });
  });

  it.each([
    ['an area', '0 0 m 0 10000000 l 10000000 0 l f'],
    ['a frame', '0 0 10000000 10000000 re S'],
  ])('SGN-12: %s that reaches far beyond the page costs no more than the page', (_, path) => {
    const pdf = open(
      pageFile(path, {
        page: '/MediaBox[0 0 10000000 10000000]/CropBox[5 5 6 6]',
      }),
    );
    const page = pageAt(pdf, 1);
    let spent = 0;
    const here = new OccupiedPage(page, (units) => {
      spent += units;
    });
    drawPage(pdf, page, here);
    expect(here.finish()).toMatchObject({ columns: 1, rows: 1, cause: null });
    expect(spent).toBeLessThan(10);
  });

  it('SGN-12: an upright edge beside the page takes nothing at the edge of the page', () => {
    // It stands 30 points left of the page; the triangle is 15 to 85 high there.
    const page = occupied('0 g 10 0 m 10 100 l 110 50 l h f', { page: '/CropBox[40 0 200 100]' });
    expect(isTaken(page, 0, 1)).toBe(false);
    expect(isTaken(page, 0, 12)).toBe(true);
  });

  it('SGN-12: a user unit makes the page larger, in points', () => {
    expect(occupied(bar, { page: '/UserUnit 2' })).toMatchObject({ columns: 100, rows: 50 });
  });

  it('SGN-12: a page of any size has at most 256 cells along a side', () => {
    const page = occupied(bar, { page: '/MediaBox[0 0 14400 7200]' });
    expect([page.columns, page.rows]).toEqual([256, 128]);
  });

  it('SGN-12: text takes its place; what is unseen, blank or beyond the page does not', () => {
    const at = (mode: number, text: string, x = 100) =>
      occupied(`BT /F1 10 Tf ${mode} Tr ${x} 50 Td (${text}) Tj ET`);
    expect(bounds(at(0, 'Text')).box).toEqual([25, 12, 31, 15]);
    expect(bounds(at(3, 'Text')).count).toBe(0);
    expect(bounds(at(0, '     ')).count).toBe(0);
    expect(bounds(at(0, 'Text', 300)).count).toBe(0);
  });

  it('SGN-12: white paint is paper, and frees what it hides', () => {
    expect(bounds(occupied('1 g 0 0 200 100 re f')).count).toBe(0);
    expect(bounds(occupied(`${bar} 1 g 0 0 190 40 re f`)).count).toBe(0);
    expect(bounds(occupied(`1 g 0 0 190 40 re f ${bar}`)).count).toBe(10);
  });

  it('SGN-12: a page painted in one colour is paper of that colour; white on it is not', () => {
    const dark = '0 0 0.4 rg 0 0 200 100 re f';
    expect(bounds(occupied(dark)).count).toBe(0);
    expect(bounds(occupied(`${dark} 1 g 160 20 20 8 re f`)).count).toBe(10);
  });

  it('SGN-12: a line around the page takes its own cells, not the page', () => {
    const page = occupied('1 w 10 10 180 80 re S');
    expect(isTaken(page, 25, 12)).toBe(false);
    expect(isTaken(page, 2, 12)).toBe(true);
    expect(isTaken(page, 47, 12)).toBe(true);
    expect(isTaken(page, 25, 2)).toBe(true);
    expect(isTaken(page, 25, 22)).toBe(true);
  });

  it('SGN-12: a frame that is filled takes what is painted; so does a diagonal', () => {
    const frame = occupied('0 g 4 4 192 92 re 12 12 176 76 re f*');
    expect(isTaken(frame, 25, 12)).toBe(false);
    expect(isTaken(frame, 1, 12)).toBe(true);
    expect(isTaken(frame, 48, 12)).toBe(true);
    const line = occupied('2 w 0 0 m 200 100 l S');
    expect(isTaken(line, 25, 12)).toBe(true);
    expect(isTaken(line, 40, 3)).toBe(false);
  });

  /** Content that shows pictures by the name /I. */
  const withPicture = (content: string) =>
    occupied(content, {
      resources: '/XObject<</I 100 0 R>>',
      more: [
        {
          number: 100,
          body:
            '<</Type/XObject/Subtype/Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray' +
            '/Length 2>>\nstream\n\x00\x80\nendstream',
        },
      ],
    });
  const image = (matrix: string) => withPicture(picture(matrix));
  const picture = (matrix: string) => `q ${matrix} cm /I Do Q `;

  it('SGN-12: a picture takes its place; one that covers the page takes all of it, and says so', () => {
    const logo = image('40 0 0 20 20 60');
    expect(logo.cause).toBeNull();
    expect(bounds(logo)).toEqual({ count: 50, box: [5, 15, 15, 20] });
    const scan = image('190 0 0 98 5 1');
    expect(scan.cause).toBe('picture');
    expect(bounds(scan).count).toBe(50 * 25);
  });

  it('SGN-12: pictures one over the other cover what they cover once; side by side they may cover the page', () => {
    const twice = withPicture(picture('100 0 0 100 0 0').repeat(2));
    expect(twice.cause).toBeNull();
    expect(bounds(twice)).toEqual({ count: 25 * 25, box: [0, 0, 25, 25] });
    const strips = Array.from({ length: 50 }, (_, at) => picture(`200 0 0 2 0 ${at * 2}`));
    expect(withPicture(strips.join('')).cause).toBe('picture');
  });

  it('SGN-12: a picture that is painted over with paper covers nothing', () => {
    const scan = picture('200 0 0 100 0 0');
    expect(withPicture(`${scan} 1 g 0 0 200 100 re f`)).toMatchObject({ cause: null });
    const half = withPicture(`${scan} 1 g 0 0 100 100 re f`);
    expect(half.cause).toBeNull();
    expect(bounds(half)).toEqual({ count: 25 * 25, box: [25, 0, 50, 25] });
  });

  it('SGN-12: fields and notes take their places, seen or not; links and what is hidden do not', () => {
    const note = (subtype: string, entries = '') =>
      occupied('', { page: `/Annots[<</Type/Annot/Subtype/${subtype}/Rect[20 20 60 40]${entries}>>]` });
    expect(bounds(note('Widget', '/FT/Sig/T(a)')).box).toEqual([5, 5, 15, 10]);
    expect(bounds(note('Text')).box).toEqual([5, 5, 15, 10]);
    expect(bounds(note('Link')).count).toBe(0);
    expect(bounds(note('Widget', '/F 2')).count).toBe(0);
    // Printed though it is not on the screen.
    expect(bounds(note('Text', '/F 36')).count).toBe(50);
  });

  it('SGN-12: an appearance counts where it is drawn', () => {
    const page = occupied('', {
      page: '/Annots[<</Type/Annot/Subtype/Link/Rect[100 0 200 50]/AP<</N 100 0 R>>>>]',
      more: [form(100, '0 g 0 0 40 50 re f', '/BBox[0 0 100 50]')],
    });
    expect(bounds(page).box).toEqual([25, 0, 35, 13]);
  });

  it('SGN-12: where content cannot be read nothing counts as free', () => {
    const page = occupied('/X Do', {
      resources: '/XObject<</X 100 0 R>>',
      more: [
        {
          number: 100,
          body: '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode/Length 4>>\nstream\nnope\nendstream',
        },
      ],
    });
    expect(page.cause).toBe('unreadable');
    expect(bounds(page).count).toBe(50 * 25);
  });

  it('SGN-12: the inspection tells the same of the first page and the last', () => {
    const pdf = open(pageFile(`${bar} BT /F1 9 Tf 20 70 Td (Text) Tj ET`));
    const { occupancies } = inspect(pdf);
    expect(occupancies).toEqual([occupancyOf(pdf, pageAt(pdf, 1))]);
  });

  it('SGN-12: no cell that a mark stands in is free', () => {
    const area = fc.record({
      x: fc.integer({ min: -20, max: 210 }),
      y: fc.integer({ min: -20, max: 110 }),
      width: fc.integer({ min: 1, max: 120 }),
      height: fc.integer({ min: 1, max: 60 }),
      how: fc.constantFrom('f', 'S', 'text', 'line'),
    });
    const drawn = ({ x, y, width, height, how }: typeof area extends fc.Arbitrary<infer T> ? T : never) => {
      if (how === 'text') return `BT /F1 ${height / 3 + 1} Tf ${x} ${y} Td (abc) Tj ET`;
      if (how === 'line') return `0.5 w ${x} ${y} m ${x + width} ${y + height} l S`;
      return `0.5 w ${x} ${y} ${width} ${height} re ${how}`;
    };
    fc.assert(
      fc.property(fc.array(area, { maxLength: 8 }), (areas) => {
        const bytes = pageFile(areas.map(drawn).join(' '));
        const page = occupied(areas.map(drawn).join(' '));
        const { texts, paintings } = drawFile(bytes);
        for (const { box } of [...texts, ...paintings.filter(({ kind }) => kind === 'fill')]) {
          const [x0, y0, x1, y1] = box;
          for (const [x, y] of [
            [x0 + 0.1, y0 + 0.1],
            [x1 - 0.1, y1 - 0.1],
            [(x0 + x1) / 2, (y0 + y1) / 2],
          ] as const) {
            if (x < 0 || y < 0 || x >= 200 || y >= 100) continue;
            expect(isTaken(page, Math.floor(x / 4), Math.floor(y / 4))).toBe(true);
          }
        }
        for (const { x, y, width, height, how } of areas) {
          // Points of a line, and of the edges of a rectangle.
          for (let share = 0; share <= 1; share += 0.1) {
            const along: [number, number][] =
              how === 'line'
                ? [[x + width * share, y + height * share]]
                : how === 'S'
                  ? [
                      [x + width * share, y],
                      [x, y + height * share],
                      [x + width, y + height * share],
                    ]
                  : [];
            for (const [px, py] of along) {
              if (px < 0 || py < 0 || px >= 200 || py >= 100) continue;
              expect(isTaken(page, Math.floor(px / 4), Math.floor(py / 4))).toBe(true);
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
