/** A turn that was taken. */
export interface Turn {
  /** The work is done: the next turn is in `nextMs`. */
  done(nextMs: number): Promise<void>;
}

/** Work that one server at a time does for all of them. */
export interface Turns {
  /**
   * This server's turn, for `leaseMs` at most, if the work is due and nobody is at it; undefined else. Work that was
   * never done is due, and so is work whose server died, once its lease is over.
   */
  take(name: string, leaseMs: number): Promise<Turn | undefined>;
}
