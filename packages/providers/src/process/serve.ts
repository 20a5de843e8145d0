import { ProviderError, type ProviderErrorCode } from '../errors.ts';
import type { CallOf, FromProcess, OperationsOf, ToProcess } from './protocol.ts';

/** Asks the parent in the midst of a call; null where the parent could not say. */
export type Ask = (question: unknown) => Promise<unknown>;

export interface Service<Start, O extends OperationsOf<O>> {
  /** `the … process`, for sentences. */
  name: string;
  open(start: Start): void;
  /** The answer to a call. What it throws but ProviderError is `internal`, and its words stay here. */
  perform(call: CallOf<O>, ask: Ask): Promise<unknown>;
  /** Overwrites the secrets that came with a call; called when it was answered. */
  wipe(call: CallOf<O>): void;
}

/** Makes this process answer its parent over the IPC channel, and end with it. */
export function serve<Start, O extends OperationsOf<O>>(service: Service<Start, O>): void {
  const asking = new Map<number, (answer: unknown) => void>();

  process.on('message', (message: ToProcess<Start, O>) => {
    if (message.type === 'told') asking.get(message.id)?.(message.answer);
    else if (message.type === 'call') void answer(message);
    else {
      service.open(message.start);
      send({ type: 'ready' });
    }
  });
  process.on('disconnect', () => process.exit(0));
  // A terminal's Ctrl-C reaches the whole group; the parent finishes what is under way, then closes the channel.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});

  async function answer(call: CallOf<O>): Promise<void> {
    const { id } = call;
    const ask: Ask = (question) =>
      new Promise((resolve) => {
        asking.set(id, resolve);
        send({ type: 'ask', id, question });
      });
    try {
      send({ type: 'reply', id, ok: true, output: await service.perform(call, ask) });
    } catch (error) {
      send({ type: 'reply', id, ok: false, ...outcome(error, service.name) });
    } finally {
      service.wipe(call);
      asking.delete(id);
    }
  }
}

/** Only our own sentences leave the process; what a library says may quote its input. */
function outcome(error: unknown, name: string): { code: ProviderErrorCode; message: string } {
  if (!(error instanceof ProviderError)) return { code: 'internal', message: `${name} failed` };
  return { code: error.code, message: error.message };
}

function send(message: FromProcess): void {
  process.send?.(message);
}
