import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** A hang, on the slowest machine that builds this. */
const HANG = 15_000;
const WHITE = '/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[1]/N 1>>/ColorSpace/DeviceGray';
const WORDS = 'BT /F1 12 Tf 72 700 Td (The tenant owes nine thousand euro) Tj ET';
/** Coordinates of a mesh go from 0 to 600 in 16 bits, and each flag and colour takes a byte. */
const LAYOUT = '/BitsPerCoordinate 16/BitsPerComponent 8/BitsPerFlag 8/Decode[0 600 0 600 0 1]';

interface Drawing {
  content: string;
  shading: string | Uint8Array;
  resources?: string;
}

function covered({ content, shading, resources = '' }: Drawing): number {
  const entries = `/Resources<</Font<</F1 3 0 R>>/Shading<</S 100 0 R>>${resources}>>`;
  const objects = documentObjects({
    pages: [{ content: `${WORDS} ${content}`, entries, mediaBox: '/MediaBox[0 0 600 842]' }],
    more: [{ number: 100, body: shading }],
  });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  return findings.filter(({ kind }) => kind === 'covered_text').length;
}

const painted = (shading: string | Uint8Array): number =>
  covered({ content: 'q 0 0 600 842 re W n /S sh Q', shading });
const shading = (entries: string): string => `<<${WHITE}${entries}>>`;

type Vertex = readonly [flag: number | undefined, x: number, y: number];

/** A mesh whose vertices lie at `y` 200 higher than they are written. */
function mesh(kind: number, vertices: readonly Vertex[], entries = '', paint = WHITE): Uint8Array {
  const bytes = vertices.flatMap(([flag, x, y]) => {
    const [right, up] = [Math.round((x / 600) * 65535), Math.round((y / 600) * 65535)];
    return [...(flag === undefined ? [] : [flag]), right >> 8, right & 255, up >> 8, up & 255, 0];
  });
  return streamBody(Uint8Array.from(bytes), `${paint}${LAYOUT}/ShadingType ${kind}${entries}`);
}

/** A patch whose edges are straight: its points, then its colours. */
function patch(kind: 6 | 7, [x0, y0, x1, y1]: readonly [number, number, number, number]): Uint8Array {
  const [w, h] = [(x1 - x0) / 3, (y1 - y0) / 3];
  const edge = [
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 3],
    [2, 3],
    [3, 3],
    [3, 2],
    [3, 1],
    [3, 0],
    [2, 0],
    [1, 0],
  ];
  const inside =
    kind === 7
      ? [
          [1, 1],
          [1, 2],
          [2, 2],
          [2, 1],
        ]
      : [];
  const points = [...edge, ...inside].flatMap(([across = 0, up = 0]) => {
    const [x, y] = [x0 + across * w, y0 + up * h].map((part) => Math.round((part / 600) * 65535));
    return [(x ?? 0) >> 8, (x ?? 0) & 255, (y ?? 0) >> 8, (y ?? 0) & 255];
  });
  return streamBody(Uint8Array.from([0, ...points, 0, 0, 0, 0]), `${WHITE}${LAYOUT}/ShadingType ${kind}`);
}

/** Words at 700 are seen under what is drawn 200 lower, so that 16 bits reach over the page. */
const lifted = (body: Uint8Array): number =>
  covered({ content: 'q 1 0 0 1 0 200 cm /S sh Q', shading: body });

const BOX: readonly Vertex[] = [
  [0, 60, 490],
  [0, 400, 490],
  [0, 400, 520],
  [0, 60, 490],
  [0, 60, 520],
  [0, 400, 520],
];
/** Triangles over the words, many and small. */
const MANY: readonly Vertex[] = Array.from({ length: 400 }, (_, at): Vertex[] => {
  const [x, y] = [60 + (at % 100) * 3.4, 490 + Math.floor(at / 100) * 7.5];
  const [right, top] = [x + 3.5, y + 7.6];
  return [
    [0, x, y],
    [0, right, y],
    [0, right, top],
    [0, x, y],
    [0, x, top],
    [0, right, top],
  ];
}).flat();

describe('UP-6: words under shadings', () => {
  it.each([
    ['axial', '/ShadingType 2/Coords[0 0 9 0]/Extend[true true]/BBox[60 690 400 720]'],
    ['axial, between its ends', '/ShadingType 2/Coords[60 0 400 0]'],
    ['axial, upwards', '/ShadingType 2/Coords[0 690 0 720]'],
    ['axial, from one end on', '/ShadingType 2/Coords[0 690 0 695]/Extend[false true]'],
    ['of a function', '/ShadingType 1/Domain[0 1 0 1]/Matrix[340 0 0 30 60 690]'],
    ['of a function, turned', '/ShadingType 1/Domain[0 1 0 1]/Matrix[340 40 -40 200 60 590]'],
    ['radial, within its circle', '/ShadingType 3/Coords[200 704 0 200 704 160]'],
    ['radial, filled within', '/ShadingType 3/Coords[200 704 50 200 704 160]/Extend[true false]'],
    ['radial, from one circle to another', '/ShadingType 3/Coords[60 704 30 400 704 30]'],
    ['radial, from one small circle to another far away', '/ShadingType 3/Coords[0 704 14 4000 704 14]'],
    ['radial, a cone that goes on', '/ShadingType 3/Coords[300 0 10 300 200 200]/Extend[false true]'],
    ['radial, around a small hole', '/ShadingType 3/Coords[300 100 10 300 100 20]/Extend[false true]'],
    ['axial, with a short axis that goes on', '/ShadingType 2/Coords[0 0 .01 0]/Extend[false true]'],
  ])('%s', (_name, entries) => {
    expect(painted(shading(entries))).toBe(1);
  });

  it.each([
    ['axial, elsewhere', '/ShadingType 2/Coords[0 100 0 200]'],
    ['axial, that ends before them', '/ShadingType 2/Coords[0 690 0 695]/Extend[true false]'],
    [
      'axial, within bounds elsewhere',
      '/ShadingType 2/Coords[0 0 9 0]/Extend[true true]/BBox[60 100 400 200]',
    ],
    ['axial, without a length', '/ShadingType 2/Coords[9 9 9 9]/Extend[true true]'],
    ['radial, elsewhere', '/ShadingType 3/Coords[200 304 0 200 304 160]'],
    ['radial, around a hole', '/ShadingType 3/Coords[200 704 150 200 704 160]'],
    [
      'radial, around a hole, and goes on',
      '/ShadingType 3/Coords[200 704 250 200 704 260]/Extend[false true]',
    ],
    [
      'radial, a cone that ends before them',
      '/ShadingType 3/Coords[300 0 200 300 200 10]/Extend[false true]',
    ],
    ['radial, with a radius below 0', '/ShadingType 3/Coords[200 700 -500 200 700 -1]'],
    ['radial, from one circle to another elsewhere', '/ShadingType 3/Coords[60 604 30 400 604 30]'],
  ])('none under one that is %s', (_name, entries) => {
    expect(painted(shading(entries))).toBe(0);
  });
});

describe('UP-6: words under meshes', () => {
  it.each([
    ['of two triangles', mesh(4, BOX)],
    ['whose triangles share an edge', mesh(4, [...BOX.slice(0, 3), [2, 60, 520]])],
    [
      'whose triangles go on',
      mesh(4, [
        [0, 400, 520],
        [0, 400, 490],
        [0, 60, 490],
        [2, 60, 520],
      ]),
    ],
    ['of many triangles', mesh(4, MANY)],
    [
      'that is a lattice',
      mesh(
        5,
        [60, 400].flatMap((x): Vertex[] => [490, 505, 520].map((y) => [undefined, x, y])),
        '/VerticesPerRow 3',
      ),
    ],
    ['of a Coons patch', patch(6, [60, 490, 400, 520])],
    ['of a tensor-product patch', patch(7, [60, 490, 400, 520])],
  ])('%s', (_name, body) => {
    expect(lifted(body)).toBe(1);
  });

  it.each([
    [
      'of one triangle beside them',
      mesh(4, [
        [0, 60, 520],
        [0, 400, 520],
        [0, 400, 560],
      ]),
    ],
    [
      'of many triangles below them',
      mesh(
        4,
        MANY.map(([flag, x, y]) => [flag, x, y - 60] as const),
      ),
    ],
    ['that breaks off', mesh(4, BOX.slice(0, 2))],
    ['of a patch elsewhere', patch(6, [60, 90, 400, 120])],
    [
      'that has no coordinates',
      streamBody('x', `${WHITE}/ShadingType 4/BitsPerCoordinate 0/BitsPerFlag 8/BitsPerComponent 8`),
    ],
    ['whose rows have no vertices', mesh(5, [[undefined, 60, 490]], '/VerticesPerRow 0')],
  ])('none under one %s', (_name, body) => {
    expect(lifted(body)).toBe(0);
  });
});

const strip = (low: number, high: number): Vertex[] => [
  [0, 60, low],
  [0, 400, low],
  [0, 400, high],
  [0, 60, low],
  [0, 60, high],
  [0, 400, high],
];
/** With small parts far away, so that it has too many to be looked at one by one. */
const scattered = (vertices: readonly Vertex[]): Uint8Array => {
  const small = Array.from({ length: 200 }, (_, at): Vertex[] => [
    [0, at, 1],
    [0, at + 1, 1],
    [0, at + 1, 2],
  ]).flat();
  return mesh(4, [...small, [0, 590, 590], [0, 591, 590], [0, 591, 591], ...vertices]);
};

describe('UP-6: meshes of many parts are taken for what they paint', () => {
  it.each([
    [494, 509.8, 1],
    [490, 509.9, 1],
    [510, 530, 0],
    [470, 496, 0],
  ])('from %d to %d', (low, high, count) => {
    expect(lifted(scattered(strip(low, high)))).toBe(count);
  });

  it(
    'a mesh of a million bytes costs what its parts are, once',
    () => {
      const bits = '/BitsPerCoordinate 1/BitsPerComponent 1/BitsPerFlag 2/Decode[0 1 0 1 0 1]';
      for (const kind of [4, 5, 6, 7]) {
        const body = streamBody(
          new Uint8Array(1_000_000),
          `${WHITE}${bits}/ShadingType ${kind}/VerticesPerRow 2`,
          'flate',
        );
        const began = performance.now();
        covered({ content: '/S sh '.repeat(50), shading: body });
        expect(performance.now() - began).toBeLessThan(HANG);
      }
    },
    4 * HANG,
  );
});

describe('UP-6: words under areas that a shading fills', () => {
  const filled = (area: string, entries: string, more = ''): number =>
    covered({
      content: `q /Pattern cs /P scn ${area} Q`,
      shading: shading(entries),
      resources: `/Pattern<</P<</PatternType 2/Shading 100 0 R${more}>>>>`,
    });
  const BOX_OVER = '60 690 340 30 re f';

  it.each([
    ['all over', BOX_OVER, '/ShadingType 2/Coords[0 0 9 0]/Extend[true true]'],
    ['between its ends', BOX_OVER, '/ShadingType 2/Coords[0 0 600 0]'],
    [
      'that the matrix of the pattern moves',
      BOX_OVER,
      '/ShadingType 2/Coords[0 0 9 0]',
      '/Matrix[50 0 0 1 0 0]',
    ],
    ['on a background', BOX_OVER, '/ShadingType 2/Coords[0 0 9 0]/Background[1]'],
    [
      'in a shape',
      '60 690 m 400 690 l 400 720 l 230 730 l 60 720 l h f',
      '/ShadingType 2/Coords[0 0 9 0]/Extend[true true]',
    ],
  ])('%s', (_name, area, entries, more = '') => {
    expect(filled(area, entries, more)).toBe(1);
  });

  it.each([
    ['it leaves free', BOX_OVER, '/ShadingType 2/Coords[0 0 9 0]'],
    ['lie elsewhere', '60 590 340 30 re f', '/ShadingType 2/Coords[0 0 9 0]/Extend[true true]'],
  ])('none where what %s', (_name, area, entries) => {
    expect(filled(area, entries)).toBe(0);
  });
});

describe('UP-6: letters that are filled with a shading which lies elsewhere', () => {
  /** How often words are told that are painted with a shading of places, or with a mesh; black where it is. */
  function unseen(body: string | Uint8Array, more = ''): number {
    const content = '/Pattern cs /P scn BT /F1 12 Tf 72 700 Td (The tenant owes nine thousand euro) Tj ET';
    const resources = `/Resources<</Font<</F1 3 0 R>>/Pattern<</P<</PatternType 2/Shading 100 0 R${more}>>>>>>`;
    const pages = [{ content, entries: resources, mediaBox: '/MediaBox[0 0 600 842]' }];
    const objects = documentObjects({ pages, more: [{ number: 100, body }] });
    const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
    return findings.filter(({ kind }) => kind === 'same_colour_text').length;
  }
  const BLACK = '/Function<</FunctionType 4/Domain[0 600 0 842]/Range[0 1]/Length 9>>/ColorSpace/DeviceGray';
  const places = (domain: string, more = ''): string => `<</ShadingType 1/Domain[${domain}]${more}${BLACK}>>`;
  /** Two black triangles that are a rectangle. */
  const triangles = (y: number): Uint8Array => {
    const corners = [
      [60, y],
      [500, y],
      [500, y + 40],
      [60, y],
      [500, y + 40],
      [60, y + 40],
    ] as const;
    const vertices = corners.map(([x, up]): Vertex => [0, x, up]);
    return mesh(4, vertices, '', '/ColorSpace/DeviceGray');
  };

  it('a function of places', () => {
    expect(unseen(places('0 600 0 600'))).toBe(1);
    expect(unseen(places('0 600 0 842'))).toBe(0);
    expect(unseen(places('0 1 0 1', '/Matrix[600 0 0 842 0 0]'))).toBe(0);
    expect(unseen(places('0 1 0 1', '/Matrix[600 0 0 842 0 720]'))).toBe(1);
    expect(unseen(places('0 600 0 600', '/Background[0]'))).toBe(0);
    expect(unseen(places('0 600 0 842', '/BBox[0 0 600 600]'))).toBe(1);
  });

  it('a mesh', () => {
    // The words stand at 700, and the vertices of a pattern may be moved up to them.
    expect(unseen(triangles(100))).toBe(1);
    expect(unseen(triangles(100), '/Matrix[1 0 0 1 0 585]')).toBe(0);
  });
});
