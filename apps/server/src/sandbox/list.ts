import { z } from 'zod';

/**
 * An array of at most `most` items, read up to the first that is none. `z.array` goes on and keeps what it has to say of
 * each: a child that somebody has taken over would fill the server's memory with that.
 */
export const list = <T>(item: z.ZodType<T>, most = Number.POSITIVE_INFINITY): z.ZodType<T[]> =>
  z.array(z.unknown()).transform((items, context) => {
    const read: T[] = [];
    for (const given of items) {
      const { success, data } = item.safeParse(given);
      if (!success || read.length >= most) {
        context.issues.push({ code: 'custom', input: items.length, message: `item ${read.length}` });
        return z.NEVER;
      }
      read.push(data);
    }
    return read;
  });
