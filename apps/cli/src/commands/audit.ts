import { CliError } from '../error.ts';
import { exportLog } from './audit/export.ts';
import { verify } from './audit/verify.ts';

/** The audit log: checks its chain, exports it under the service's seal, checks an export. */
export async function run([action, ...args]: string[]): Promise<number> {
  if (action === 'verify') return verify(args);
  if (action === 'export') return exportLog(args);
  throw new CliError('usage', 'audit does verify or export.');
}
