import { z } from 'zod';

export const documentId = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/);
export const groupId = z.string().regex(/^\d{1,20}$/);
/** SHA-256, lower-case hex. */
export const checksum = z.string().regex(/^[0-9a-f]{64}$/);
/** Lower left and upper right corner. */
export const rect = z.tuple([z.number(), z.number(), z.number(), z.number()]);
