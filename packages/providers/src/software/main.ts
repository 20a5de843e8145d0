/**
 * The signer process: alone holds the master key, speaks only with its parent and with those whose connections the parent
 * hands over, ends with its parent.
 */
import { ProviderError } from '../errors.ts';
import { type Ask, type Asking, serve } from '../process/serve.ts';
import { checkCall, wipeCall } from './calls.ts';
import type { ConsumeStep } from './factors.ts';
import { readMasterKey } from './master-key.ts';
import { type Call, MAX_CALLS, NAME, type Operations, type Start, type TakeStep } from './protocol.ts';
import { Vault } from './vault.ts';

const SWEEP_MS = 60_000;
let vault: Vault | undefined;

serve<Start, Operations>({ name: NAME, maxCalls: MAX_CALLS, open, perform, wipe: wipeCall });

function open(start: Start): void {
  const opened = new Vault(readMasterKey(start.masterKey), start);
  vault = opened;
  setInterval(() => opened.sweep(), SWEEP_MS).unref();
}

async function perform(call: Call, { caller }: Asking): Promise<unknown> {
  if (vault === undefined) throw new ProviderError('unavailable', 'the signer process is not started');
  checkCall(call);
  const consume: ConsumeStep = (account, step) => takeStep(caller, { account, step });
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
    case 'checkOtp':
      return vault.checkOtp(call.input);
    case 'sentCode':
      return vault.sentCode(call.input);
    case 'authorize':
      return vault.authorize(call.input, consume);
    case 'changePassword':
      return vault.changePassword(call.input);
    case 'upgrade':
      return vault.upgrade(call.input);
    case 'resetOtp':
      return vault.resetOtp(call.input);
    case 'resyncOtp':
      return vault.resyncOtp(call.input, consume);
    case 'rewrap':
      return vault.rewrap(call.input);
    case 'sessionKeys':
      return vault.sessionKeys();
    case 'versions':
      return vault.versions();
    case 'ping':
      return vault.ping();
    default:
      throw new ProviderError('bad_request', 'no such operation');
  }
}

/** The caller takes the step in the database. */
async function takeStep(ask: Ask, question: TakeStep): Promise<boolean> {
  const taken = await ask(question);
  if (typeof taken !== 'boolean')
    throw new ProviderError('unavailable', 'the OTP step could not be taken in the database');
  return taken;
}
