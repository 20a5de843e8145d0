import pg from 'pg';

/** What PostgreSQL itself says of the statements that it ran. */
export interface DatabaseTime {
  /** Milliseconds of executing, and statements, since it was last asked. */
  since(): Promise<{ ms: number; statements: number }>;
  close(): Promise<void>;
}

/** Over pg_stat_statements, which the server must have loaded; planning, BEGIN and COMMIT are counted. */
export async function databaseTime(url: string): Promise<DatabaseTime> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  // Its own questions are left out.
  await client.query("SET pg_stat_statements.track = 'none'");
  return {
    async since() {
      const { rows } = await client.query<{ ms: number; calls: string }>(
        'SELECT coalesce(sum(total_exec_time + total_plan_time), 0) AS ms, coalesce(sum(calls), 0) AS calls FROM pg_stat_statements',
      );
      await client.query('SELECT pg_stat_statements_reset()');
      return { ms: rows[0]?.ms ?? 0, statements: Number(rows[0]?.calls ?? 0) };
    },
    close: () => client.end(),
  };
}
