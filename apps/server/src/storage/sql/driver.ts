import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { StorageError } from '../errors.ts';

export type Translate = (error: unknown) => StorageError;

class TranslatedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;
  readonly #translate: Translate;

  constructor(inner: DatabaseConnection, translate: Translate) {
    this.inner = inner;
    this.#translate = translate;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.inner.executeQuery<R>(query);
    } catch (error) {
      throw this.#translate(error);
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

/** Another driver whose failures are StorageErrors: their messages hold no row contents. */
export class TranslatedDriver implements Driver {
  readonly #driver: Driver;
  readonly #translate: Translate;

  constructor(driver: Driver, translate: Translate) {
    this.#driver = driver;
    this.#translate = translate;
  }

  init(): Promise<void> {
    return this.#run(() => this.#driver.init());
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await this.#run(() => this.#driver.acquireConnection());
    return new TranslatedConnection(inner, this.#translate);
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#run(() => this.#driver.beginTransaction(innermost(connection), settings));
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#run(() => this.#driver.commitTransaction(innermost(connection)));
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#run(() => this.#driver.rollbackTransaction(innermost(connection)));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#run(() => this.#driver.releaseConnection(innermost(connection)));
  }

  destroy(): Promise<void> {
    return this.#run(() => this.#driver.destroy());
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#translate(error);
    }
  }
}

const innermost = (connection: DatabaseConnection): DatabaseConnection =>
  connection instanceof TranslatedConnection ? connection.inner : connection;
