/** A job of a sandboxed child: plain data with byte strings in and out; errors with a closed `code` cross as it. */
export type Job = (input: unknown) => unknown;
