import { statSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError } from './config.ts';
import { readConfigured } from './files.ts';
import { buildOperators } from './http/operators/app.ts';
import type { Context } from './services/context.ts';
import { enrolmentsIn } from './services/operators/enrolments.ts';
import { OperatorError } from './services/operators/error.ts';
import { leave, nameInFile } from './services/operators/hand-over.ts';
import { type Imported, importAccounts } from './services/operators/import/import.ts';
import { readRows } from './services/operators/import/rows.ts';
import { beginOtpReset, cancelOtpReset } from './services/operators/reset-otp.ts';
import { type OperatorToken, parseTokens } from './services/operators/tokens.ts';
import type { OperatorTools } from './services/operators/tools.ts';

/** The operators' API over what the use cases work with; undefined where no port is configured. */
export async function openOperators(
  context: Context,
  { version, load }: { version: string; load(): { running: number; waiting: number } },
): Promise<FastifyInstance | undefined> {
  const { config, storage, clock, log } = context;
  if (config.OPERATORS_PORT === '') return undefined;
  const tokens = liveTokens(config.OPERATORS_TOKEN_FILE);
  tokens();
  const tools = (by: string): OperatorTools => ({ storage, clock, by });
  return buildOperators({
    version,
    log,
    gate: {
      tokens,
      clock,
      refused: (address) => log.warn({ address }, 'a wrong token at the operators’ API'),
    },
    desk: {
      ...{ tools, load },
      resetOtp: (desk, username) => resetOtp(context, desk, username),
      importTable: (desk, bytes) => importTable(context, desk, bytes),
    },
  });
}

/** The tokens of the file as it is now: one that is taken out is good for nothing from the next request on. */
function liveTokens(path: string): () => OperatorToken[] {
  let state = '';
  let tokens: OperatorToken[] = [];
  return () => {
    const now = stateOf(path);
    if (now !== state || tokens.length === 0) {
      tokens = readTokens(path);
      state = now;
    }
    return tokens;
  };
}

function readTokens(path: string): OperatorToken[] {
  const tokens = parseTokens(readConfigured('OPERATORS_TOKEN_FILE', path).toString('utf8'));
  if (tokens !== undefined) return tokens;
  throw new ConfigError(
    `OPERATORS_TOKEN_FILE names ${path}, which is not one name:token a line, each token 32 random bytes or more in base64.`,
  );
}

function stateOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    return [ino, size, mtimeMs, ctimeMs].join(' ');
  } catch (cause) {
    throw new ConfigError(`OPERATORS_TOKEN_FILE names ${path}, which cannot be read.`, { cause });
  }
}

/** The secret goes into a file on this machine: no answer of the API ever holds one. */
async function resetOtp(
  { keys, config }: Context,
  tools: OperatorTools,
  username: string,
): Promise<{ effectiveAt: number; file: string }> {
  const folder = handOverFolder(config);
  const { totp, effectiveAt } = await beginOtpReset({ ...tools, keys: keys.maker }, username);
  const name = `otp-${nameInFile(username)}-${tools.clock()}.txt`;
  try {
    return { effectiveAt, file: await leave(folder, name, `${totp.uri}\n`) };
  } catch (error) {
    // A secret that nobody has must not take effect.
    await cancelOtpReset(tools, username);
    throw error;
  }
}

/** Rows of one table: each takes the signer process a moment, and the caller waits for all of them. */
const mostRows = 200;

async function importTable({ keys, config }: Context, tools: OperatorTools, bytes: Uint8Array) {
  const out = handOverFolder(config);
  const enrolments = enrolmentsIn(config.dataFolder);
  const rows: Imported[] = [];
  const table = readRows(bytes, mostRows);
  for await (const row of importAccounts({ ...tools, keys: keys.maker, enrolments, out }, table))
    rows.push(row);
  return { rows };
}

function handOverFolder({ OPERATORS_HANDOVER }: Config): string {
  if (OPERATORS_HANDOVER !== '') return OPERATORS_HANDOVER;
  throw new OperatorError(
    'not_configured',
    'Set OPERATORS_HANDOVER: the folder where new secrets are left, or use the command line.',
  );
}
