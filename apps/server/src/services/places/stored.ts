import { z } from 'zod';
import type { OccupiedPage } from '../../policy/occupancy.ts';
import type { Examination } from '../../sandbox/engine.ts';

type Occupancy = Examination['occupancies'][number];

/** What is kept of where something stands on a document's pages: the JSON of its `occupancy` column. */
const storedPages = z.array(
  z.object({
    page: z.number().int(),
    columns: z.number().int(),
    rows: z.number().int(),
    /** Base64 of the bits. */
    taken: z.string(),
    cause: z.enum(['picture', 'unreadable']).nullable(),
  }),
);
export type KeptOccupancy = z.infer<typeof storedPages>;

export const keptOccupancy = (occupancies: readonly Occupancy[]): KeptOccupancy =>
  occupancies.map(({ taken, ...rest }) => ({ ...rest, taken: Buffer.from(taken).toString('base64') }));

/** The kept occupancy of one page; undefined where none is. */
export function readStored(json: unknown, page: number): Occupancy | undefined {
  const found = storedPages
    .nullable()
    .parse(json)
    ?.find((one) => one.page === page);
  return found && { ...found, taken: Buffer.from(found.taken, 'base64') };
}

/** With a byte for each cell, on a page of that size. */
export function occupiedPage(
  { columns, rows, taken, cause }: Occupancy,
  { width, height }: { width: number; height: number },
): OccupiedPage {
  const cells = Uint8Array.from(
    { length: columns * rows },
    (_, bit) => ((taken[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1,
  );
  return { width, height, columns, rows, taken: cells, cause };
}
