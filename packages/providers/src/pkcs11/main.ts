/** The HSM process: alone has the HSM's module loaded, speaks over its IPC channel, ends with its parent. */
import { ProviderError } from '../errors.ts';
import { type Ask, serve } from '../process/serve.ts';
import type { Authorized } from '../software/protocol.ts';
import { Hsm } from './hsm.ts';
import type { ServicePin } from './pool.ts';
import {
  type Call,
  MAX_ITEMS,
  MAX_PIN,
  NAME,
  type Operations,
  type Question,
  type Start,
} from './protocol.ts';

let hsm: Hsm | undefined;

serve<Start, Operations>({
  name: NAME,
  open(start) {
    hsm = new Hsm(start);
  },
  perform,
  wipe({ op, input }) {
    if (op === 'signAsPerson' || op === 'list') input.pin?.fill(0);
  },
});

async function perform(call: Call, ask: Ask): Promise<unknown> {
  if (hsm === undefined) throw new ProviderError('unavailable', 'the HSM process is not started');
  const asked = (question: Question) => ask(question);
  const service: ServicePin = {
    async ask() {
      const pin = await asked('pin');
      if (!(pin instanceof Uint8Array)) throw new ProviderError('unavailable', 'there is no PIN to try');
      const text = textOf(pin);
      pin.fill(0);
      return text;
    },
    async refused() {
      await asked('pin refused');
    },
  };
  switch (call.op) {
    case 'sign':
      return hsm.sign(call.input.reference, bounded(call.input.items), service);
    case 'signAsPerson': {
      const authorize = async () => bounded(await asked('authorize'));
      return hsm.signAsPerson(call.input.reference, textOf(call.input.pin), authorize);
    }
    case 'list': {
      const { token, pin } = call.input;
      return hsm.list(token, pin && textOf(pin), service);
    }
    case 'health':
      await hsm.health(service);
      return null;
    case 'ping':
      return null;
  }
}

function bounded(items: unknown): Authorized[] {
  if (!Array.isArray(items)) throw new ProviderError('unavailable', 'nothing was authorized');
  if (items.length === 0 || items.length > MAX_ITEMS)
    throw new ProviderError('too_many_items', `one call signs at most ${MAX_ITEMS} documents`);
  return items;
}

/** The bridge takes PINs as text. What no token takes is wrong without asking one. */
function textOf(pin: Uint8Array): string {
  if (pin.length === 0 || pin.length > MAX_PIN) throw new ProviderError('wrong_password', 'the PIN is wrong');
  return Buffer.from(pin).toString('utf8');
}
