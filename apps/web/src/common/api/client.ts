import { QueryClient } from '@tanstack/react-query';
import { CallError, canTryAgain } from './error.ts';

/** Tries again by itself only where that can help: no answer, or a busy server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => error instanceof CallError && canTryAgain(error) && count < 2,
      refetchOnWindowFocus: false,
      staleTime: 10_000,
    },
  },
});
