import { queryOptions } from '@tanstack/react-query';
import { api, type CertificatesAnswer } from '@websign/contract';
import { call } from '../../common/api/call.ts';

export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }) => call<CertificatesAnswer>(api.certificates, { signal }),
});
