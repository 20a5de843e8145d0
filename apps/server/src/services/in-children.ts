import type { Engine, OpenedEngine } from '../sandbox/engine.ts';
import { mapBounded } from './bounded.ts';
import type { Context } from './context.ts';

/** Documents of one request that are worked on at once. */
export const atOnce = 4;
/**
 * Documents of one request that have a child each. Of more some share one: a code that was typed is good for half a minute,
 * and a thousand starts, and code that nothing has optimized yet, take longer. Copies of a template cost less to start.
 */
const ALONE = { anew: 20, copied: 100 };

const haveOneEach = (engine: Pick<Engine, 'copying'>, { length }: readonly unknown[]): boolean =>
  length <= (engine.copying() ? ALONE.copied : ALONE.anew);

/**
 * Does `work` for each item of a request, a document each, with an engine whose child it has alone, or of many items shares
 * with others of the request; the answers in their order.
 */
export async function eachInChild<C extends Pick<Context, 'engine'>, T, R>(
  context: C,
  items: readonly T[],
  work: (own: C, item: T) => Promise<R>,
): Promise<R[]> {
  const { engine } = context;
  if (haveOneEach(engine, items))
    return mapBounded(items, atOnce, (item) =>
      engine.together((own) => work({ ...context, engine: own }, item)),
    );
  const answers: R[] = [];
  const left = items.entries();
  const inOneChild = () =>
    engine.together(async (own) => {
      for (const [at, item] of left) answers[at] = await work({ ...context, engine: own }, item);
    });
  await Promise.all(Array.from({ length: atOnce }, inOneChild));
  return answers;
}

/** Ends the children of a request's documents with `work`. */
export async function withChildren<T>(
  engine: Pick<Engine, 'open' | 'copying'>,
  work: (children: DocumentChildren) => Promise<T>,
): Promise<T> {
  const children = new DocumentChildren(engine);
  try {
    return await work(children);
  } finally {
    children.endAll();
  }
}

/** The children of a request's documents: each document's own from the first step of the request to the last. */
export class DocumentChildren {
  readonly #engine: Pick<Engine, 'open' | 'copying'>;
  readonly #opened = new Map<string, OpenedEngine>();
  #isOver = false;

  constructor(engine: Pick<Engine, 'open' | 'copying'>) {
    this.#engine = engine;
  }

  /** The engine whose jobs have that document's child. */
  of(id: string): Engine {
    const opened = this.#opened.get(id) ?? this.#engine.open();
    // What one failing document left under way gets no child that nobody ends.
    if (this.#isOver) opened.end();
    else this.#opened.set(id, opened);
    return opened.engine;
  }

  /** As {@link eachInChild}, where each of not too many items has the child of its document. */
  each<C extends Pick<Context, 'engine'>, T extends { readonly id: string }, R>(
    context: C,
    items: readonly T[],
    work: (own: C, item: T) => Promise<R>,
  ): Promise<R[]> {
    if (!haveOneEach(this.#engine, items)) return eachInChild(context, items, work);
    return mapBounded(items, atOnce, (item) => work({ ...context, engine: this.of(item.id) }, item));
  }

  /** That document is done, whatever came of it. */
  end(id: string): void {
    this.#opened.get(id)?.end();
    this.#opened.delete(id);
  }

  endAll(): void {
    this.#isOver = true;
    for (const id of [...this.#opened.keys()]) this.end(id);
  }
}
