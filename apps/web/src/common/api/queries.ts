import { queryOptions } from '@tanstack/react-query';
import { type AppConfig, api, type DocumentAnswer, type GroupAnswer } from '@websign/contract';
import { call, send } from './call.ts';

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: () => call<AppConfig>(api.config),
  staleTime: Number.POSITIVE_INFINITY,
});

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['document', id],
    queryFn: ({ signal }) => call<DocumentAnswer>(api.document(id), { signal }),
  });

export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['group', groupId],
    queryFn: ({ signal }) => call<GroupAnswer>(api.group(groupId), { signal }),
  });

/** The PDF as it now stands; the checksum in the key makes a new signature fetch new bytes. */
export const fileQuery = (id: string, checksum: string) =>
  queryOptions({
    queryKey: ['file', id, checksum],
    queryFn: async ({ signal }) => (await send(api.file(id), { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
