/** Numbers that operators watch. */
export interface CensusCounts {
  /** Sessions that are live. */
  readonly sessions: number;
  /** When the next certificate of an account that is not blocked ends, epoch milliseconds; null where all have. */
  readonly nextCertificateEnd: number | null;
}

/** Connections to the database. */
export interface Connections {
  readonly used: number;
  readonly idle: number;
  /** Requests that wait for one. */
  readonly waiting: number;
}

export interface Census {
  count(): Promise<CensusCounts>;
  /** Undefined where there is no pool (SQLite). */
  connections(): Connections | undefined;
}
