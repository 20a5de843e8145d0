import type { Socket } from 'node:net';
import { Connections } from './connections.ts';
import { Conversation, type Service } from './conversation.ts';
import { type FromProcess, type OperationsOf, PROTOCOL, type ToProcess } from './protocol.ts';

export type { Ask, Asking } from './conversation.ts';

/** Ends this process once all is done, or the time is over. */
function endWithin(ms: number, isDone: () => boolean): void {
  const until = Date.now() + ms;
  const look = () => (isDone() || Date.now() > until ? process.exit(0) : setTimeout(look, 20));
  look();
}

/** What is under way when the parent goes has so long to end. */
const FINISH_MS = 1500;

/**
 * Makes this process answer its parent over the IPC channel, and whoever's connection the parent hands over; it ends
 * with its parent.
 */
export function serve<Start, O extends OperationsOf<O>>(service: Service<Start, O>): void {
  const load = { calls: 0, octets: 0, ending: false };
  const ready: FromProcess = { type: 'ready', name: service.name, protocol: PROTOCOL };
  const send = (message: FromProcess) => void process.send?.(message);
  const parent = new Conversation(service, load, send);
  const connections = new Connections(ready, (tell) => new Conversation(service, load, tell, parent));

  process.on('message', (message: ToProcess<Start, O>, handle?: Socket) => {
    if (message.type === 'start') {
      service.open(message.start);
      send(ready);
    } else if (message.type === 'finish') {
      load.ending = true;
      endWithin(message.withinMs, () => load.calls === 0 && connections.unread === 0);
    } else if (message.type !== 'connection') parent.hear(message);
    else if (handle !== undefined) connections.take(handle); // None: whoever came has gone.
  });
  process.on('disconnect', () => {
    parent.end();
    endWithin(FINISH_MS, () => load.calls === 0);
  });
  // A terminal's Ctrl-C reaches the whole group; the parent finishes what is under way, then closes the channel.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
}
