import { queryOptions } from '@tanstack/react-query';
import { api } from '@websign/contract';
import { send } from '../api/call.ts';
import { fileQuery } from '../api/queries.ts';

/** The file whose pages are shown beside what was found in it. */
export interface Pages {
  /** Of the document, or of a refused file's row in the history. */
  id: string;
  name: string;
  /** SHA-256 of the document as it now stands, where that is what is shown; else the uploaded bytes are. */
  checksum?: string;
}

/** The bytes of `pages`; a refused file has none but those that were uploaded. */
export const pagesQuery = ({ id, checksum }: Pages) =>
  checksum === undefined ? originalQuery(id) : fileQuery(id, checksum);

const originalQuery = (id: string) =>
  queryOptions({
    queryKey: ['file', id, 'original'],
    queryFn: async ({ signal }) => (await send(`${api.file(id)}?revision=original`, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
