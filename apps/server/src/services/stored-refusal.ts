import { errorCode, uploadError } from '@websign/contract';
import { z } from 'zod';

/** The JSON of a refused document's `refusal` column. */
export const storedRefusal = z.object({ code: errorCode, error: uploadError.nullable() }).nullable();
