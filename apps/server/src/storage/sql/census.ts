import { limits } from '@websign/contract';
import type { Census, CensusCounts, Connections } from '../face/census.ts';
import type { Context } from './context.ts';

export class SqlCensus implements Census {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async count(): Promise<CensusCounts> {
    const { engine, clock } = this.#context;
    const now = clock();
    const { sessions } = await engine.read
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('sessions'))
      .where('endsAt', '>', now)
      .where('usedAt', '>', now - limits.sessionIdleMs)
      .executeTakeFirstOrThrow();
    const { next } = await engine.read
      .selectFrom('accounts')
      .select(({ fn }) => fn.min<number | null>('validUntil').as('next'))
      .where('validUntil', '>', now)
      .where('blockedAt', 'is', null)
      .executeTakeFirstOrThrow();
    return { sessions: Number(sessions), nextCertificateEnd: next === null ? null : Number(next) };
  }

  connections(): Connections | undefined {
    return this.#context.engine.connections?.();
  }
}
