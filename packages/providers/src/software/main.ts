/** The signer process: alone holds the master key, speaks only over its IPC channel, ends with its parent. */
import { ProviderError, type ProviderErrorCode } from '../errors.ts';
import { checkCall, wipeCall } from './calls.ts';
import { readMasterKey } from './master-key.ts';
import type { Call, FromProcess, Start, ToProcess } from './protocol.ts';
import { type ConsumeStep, Vault } from './vault.ts';

const SWEEP_MS = 60_000;
const consuming = new Map<number, (taken: boolean | null) => void>();
let vault: Vault | undefined;

process.on('message', receive);
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl-C reaches the whole group; the parent finishes what is under way, then closes the channel.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

function receive(message: ToProcess): void {
  if (message.type === 'start') open(message);
  else if (message.type === 'consumed') consuming.get(message.id)?.(message.taken);
  else void answer(message);
}

function open(start: Start): void {
  const opened = new Vault(readMasterKey(start.masterKey), start);
  vault = opened;
  setInterval(() => opened.sweep(), SWEEP_MS).unref();
  send({ type: 'ready' });
}

async function answer(call: Call): Promise<void> {
  const { id } = call;
  try {
    send({ type: 'reply', id, ok: true, output: await perform(call) });
  } catch (error) {
    send({ type: 'reply', id, ok: false, ...outcome(error) });
  } finally {
    wipeCall(call);
    consuming.delete(id);
  }
}

function perform(call: Call): Promise<unknown> {
  if (vault === undefined) throw new ProviderError('unavailable', 'the signer process is not started');
  checkCall(call);
  const consume: ConsumeStep = (account, step) => takeStep(call.id, account, step);
  switch (call.op) {
    case 'enrol':
      return vault.enrol(call.input);
    case 'enrolAccess':
      return vault.enrolAccess(call.input);
    case 'importKey':
      return vault.importKey(call.input);
    case 'bindCertificate':
      return vault.bindCertificate(call.input);
    case 'verifyPassword':
      return vault.verifyPassword(call.input);
    case 'sign':
      return vault.sign(call.input, consume);
    case 'changePassword':
      return vault.changePassword(call.input);
    case 'resetOtp':
      return vault.resetOtp(call.input);
    case 'resyncOtp':
      return vault.resyncOtp(call.input, consume);
    case 'rewrap':
      return vault.rewrap(call.input);
    case 'ping':
      return vault.ping();
  }
}

/** The parent takes the step in the database; null says that it could not ask. */
async function takeStep(id: number, account: string, step: number): Promise<boolean> {
  const taken = await new Promise<boolean | null>((resolve) => {
    consuming.set(id, resolve);
    send({ type: 'consume', id, account, step });
  });
  if (taken === null)
    throw new ProviderError('unavailable', 'the OTP step could not be taken in the database');
  return taken;
}

/** Only our own sentences leave the process; what a library says may quote its input. */
function outcome(error: unknown): { code: ProviderErrorCode; message: string } {
  if (!(error instanceof ProviderError)) return { code: 'internal', message: 'the signer process failed' };
  return { code: error.code, message: error.message };
}

function send(message: FromProcess): void {
  process.send?.(message);
}
