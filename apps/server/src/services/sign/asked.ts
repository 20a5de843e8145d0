import type { signRequest } from '@websign/contract';
import type { z } from 'zod';

/** A sign request as it was understood, defaults filled in. */
export type Asked = z.output<typeof signRequest>;
