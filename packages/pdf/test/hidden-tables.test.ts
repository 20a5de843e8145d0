import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

/** A cell: its text, where that stands, and what else its element holds. */
type Cell = readonly [text: string, x: number, y: number, attributes?: string];

interface Tagging {
  /** The types of its elements, and what the root says of types. */
  types?: { table?: string; row?: string; cell?: string };
  root?: string;
  /** What lies between the table and its rows. */
  wrap?: (rows: string) => string;
  /** It stands on end: its lines run up the page. */
  isTurned?: boolean;
}

/** What is told of a page with one table, whose rows and cells the structure tree has in the order that is given. */
function told(
  rows: readonly (readonly Cell[])[],
  { types = {}, root = '', wrap = (kids) => kids, isTurned = false }: Tagging = {},
) {
  const { table = 'Table', row = 'TR', cell = 'TD' } = types;
  const shown: string[] = [];
  const elements = rows.map((cells) => {
    const kids = cells.map(([text, x, y, attributes = '']) => {
      const lines = text.split('|').map((line, at) => {
        const [level, up] = [x, y - 12 * at];
        return `${isTurned ? `0 1 -1 0 ${800 - up} ${level}` : `1 0 0 1 ${level} ${up}`} Tm (${line}) Tj`;
      });
      shown.push(`/TD <</MCID ${shown.length}>> BDC BT /F1 10 Tf ${lines.join(' ')} ET EMC`);
      return `<</S/${cell}${attributes}/Pg 4 0 R/K ${shown.length - 1}>>`;
    });
    return `<</S/${row}/K[${kids.join('')}]>>`;
  });
  const tree = `<</Type/StructTreeRoot${root}/K<</S/${table}/K[${wrap(elements.join(''))}]>>>>`;
  const objects = documentObjects({
    catalog: '/StructTreeRoot 90 0 R',
    pages: [{ content: shown.join('\n') }],
    more: [{ number: 90, body: tree }],
  });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  return findings.filter(({ kind }: Finding) => kind === 'text_map_mismatch').map(({ excerpt }) => excerpt);
}

const [A, B, C] = [700, 680, 660];
const EXCHANGED: Cell[][] = [
  [
    ['Rent', 72, A],
    ['900', 300, B],
  ],
  [
    ['Deposit', 72, B],
    ['100', 300, A],
  ],
];
const COLUMNS: Cell[][] = [
  [
    ['Item', 72, A],
    ['Net', 300, A],
    ['Gross', 400, A],
  ],
  [
    ['Rent', 72, B],
    ['900', 400, B],
    ['100', 300, B],
  ],
];

describe('the cells of a table, as the structure tree has them', () => {
  it.each<[string, Cell[][], Tagging?]>([
    ['amounts of two rows that are exchanged', EXCHANGED],
    [
      'amounts of three rows that go round',
      [
        [
          ['Rent', 72, A],
          ['900', 300, B],
        ],
        [
          ['Deposit', 72, B],
          ['100', 300, C],
        ],
        [
          ['Fee', 72, C],
          ['5', 300, A],
        ],
      ],
    ],
    [
      'under names of their own',
      EXCHANGED,
      {
        types: { table: 'Grid', row: 'Line', cell: 'Box' },
        root: '/RoleMap<</Grid/Table/Line/TR/Box/Cell/Cell/TD>>',
      },
    ],
    ['in the body of a table', EXCHANGED, { wrap: (rows) => `<</S/TBody/K[${rows}]>>` }],
    ['numbers of items that are exchanged', EXCHANGED, { types: { table: 'L', row: 'LI', cell: 'LBody' } }],
    ['amounts of a row that are exchanged', COLUMNS],
    [
      'with a row that has fewer cells between',
      [COLUMNS[0] ?? [], [['All in euro', 72, C]], COLUMNS[1] ?? []],
    ],
  ])('UP-6: %s', (_, rows, tagging) => expect(told(rows, tagging)).toHaveLength(1));

  it('UP-6: both cells are named, and where they stand', () => {
    expect(told(EXCHANGED)).toEqual(['Rent 900']);
    expect(told(COLUMNS)).toEqual(['900 100']);
  });

  it.each<[string, Cell[][], Tagging?]>([
    [
      'as it stands',
      [
        [
          ['Rent', 72, A],
          ['900', 300, A],
        ],
        [
          ['Deposit', 72, B],
          ['100', 300, B],
        ],
      ],
    ],
    [
      'whose rows are in another order',
      [
        [
          ['Deposit', 72, B],
          ['100', 300, B],
        ],
        [
          ['Rent', 72, A],
          ['900', 300, A],
        ],
      ],
    ],
    [
      'whose columns go from right to left',
      [
        [
          ['Item', 400, A],
          ['Net', 300, A],
        ],
        [
          ['Rent', 400, B],
          ['100', 300, B],
        ],
      ],
    ],
    [
      'with a cell that is broad and tall',
      [
        [
          ['Rent|and heating|of a year', 72, A],
          ['900', 300, A - 24],
        ],
        [
          ['Deposit', 72, A - 40],
          ['100', 300, A - 40],
        ],
      ],
    ],
    [
      'with a cell over two rows',
      [
        [
          ['Rent', 72, B, '/A<</O/Table/RowSpan 2>>'],
          ['900', 300, A],
        ],
        [
          ['100', 300, B],
          ['100', 400, B],
        ],
        [['200', 400, A]],
      ],
    ],
    [
      'whose words alone are exchanged',
      EXCHANGED.map((row) => row.map(([text, x, y]): Cell => [text.replace(/\d+/, 'free'), x, y])),
    ],
    [
      'whose rows are cards, side by side',
      [
        [
          ['Rent', 72, A],
          ['900', 72, B],
        ],
        [
          ['Deposit', 300, A],
          ['100', 300, B],
        ],
      ],
    ],
    [
      'that stands on end',
      COLUMNS.toSpliced(1, 1, [
        ['Rent', 72, B],
        ['100', 300, B],
        ['900', 400, B],
      ]),
      { isTurned: true },
    ],
    ['that is none', EXCHANGED, { types: { table: 'Div' } }],
    ['of one row on two lines', [EXCHANGED[0] ?? []]],
  ])('SGN-7: no warning of a table %s', (_, rows, tagging) => expect(told(rows, tagging)).toEqual([]));
});
