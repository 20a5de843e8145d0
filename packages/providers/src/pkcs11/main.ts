/**
 * The HSM process: alone has the HSM's module loaded, speaks with its parent and with those whose connections the parent
 * hands over, ends with its parent.
 */
import { ProviderError } from '../errors.ts';
import { type Asking, serve } from '../process/serve.ts';
import type { Authorized } from '../software/protocol.ts';
import { Hsm } from './hsm.ts';
import type { ServicePin } from './pool.ts';
import {
  type Call,
  MAX_CALLS,
  MAX_ITEMS,
  MAX_PIN,
  NAME,
  type Operations,
  type Question,
  type Start,
} from './protocol.ts';
import { parseKeyReference } from './reference.ts';

let hsm: Hsm | undefined;

serve<Start, Operations>({
  name: NAME,
  maxCalls: MAX_CALLS,
  open(start) {
    hsm = new Hsm(start);
  },
  perform,
  wipe({ op, input }) {
    if ((op === 'signAsPerson' || op === 'list') && input?.pin instanceof Uint8Array) input.pin.fill(0);
  },
});

async function perform(call: Call, { caller, parent }: Asking): Promise<unknown> {
  if (hsm === undefined) throw new ProviderError('unavailable', 'the HSM process is not started');
  checkCall(call);
  // The service's PIN is the parent's: no caller is asked for it, and none can use up the token's tries.
  const asked = (question: Question) => parent(question);
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
      const authorize = async () => bounded(await caller('authorize' satisfies Question));
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
    default:
      throw new ProviderError('bad_request', 'no such operation');
  }
}

/** Whoever calls may be taken over: what reaches the module is of the form that it expects. */
function checkCall(call: Call): void {
  if (call.input === null) {
    if (call.op === 'health' || call.op === 'ping') return;
    throw new ProviderError('bad_request', 'the call needs an input');
  }
  if ('reference' in call.input) parseKeyReference(call.input.reference);
  const pin: unknown = 'pin' in call.input ? call.input.pin : null;
  if (pin !== null && !(pin instanceof Uint8Array))
    throw new ProviderError('bad_request', 'a PIN is of bytes');
  if (call.op === 'list' && typeof call.input.token !== 'string')
    throw new ProviderError('bad_request', 'a token has a name');
}

function bounded(items: unknown): Authorized[] {
  if (!Array.isArray(items)) throw new ProviderError('unavailable', 'nothing was authorized');
  if (items.length === 0 || items.length > MAX_ITEMS)
    throw new ProviderError('too_many_items', `one call signs at most ${MAX_ITEMS} documents`);
  for (const { digest } of items as Partial<Authorized>[])
    if (!(digest instanceof Uint8Array) || digest.length < 32 || digest.length > 64)
      throw new ProviderError('bad_request', 'digest: 32 to 64 bytes');
  return items;
}

/** The bridge takes PINs as text. What no token takes is wrong without asking one. */
function textOf(pin: Uint8Array): string {
  if (pin.length === 0 || pin.length > MAX_PIN) throw new ProviderError('wrong_password', 'the PIN is wrong');
  return Buffer.from(pin).toString('utf8');
}
