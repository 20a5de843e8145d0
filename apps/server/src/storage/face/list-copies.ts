/** A trusted list as it was last fetched. */
export interface ListCopy {
  readonly bytes: Uint8Array;
  /** Epoch milliseconds. */
  readonly fetchedAt: number;
}

/** The copies of trusted lists that all servers share; each is verified anew by whoever reads it. */
export interface ListCopies {
  /** Undefined also when its bytes are gone. */
  read(name: string): Promise<ListCopy | undefined>;
  write(name: string, copy: ListCopy): Promise<void>;
  /** The source has the same still. */
  seen(name: string, at: number): Promise<void>;
  /** Differs when any copy does. */
  state(): Promise<string>;
}
