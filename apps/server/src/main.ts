import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, type Environment, readConfig } from './config.ts';
import { admissionPolicy } from './files.ts';
import { letHeapDouble } from './heap.ts';
import { buildApp } from './http/app.ts';
import { openMetrics, watchOutbox, watchTrustedLists } from './http/metrics.ts';
import { buildOperations } from './http/operations.ts';
import { ownerOfProcess } from './key-processes.ts';
import { quietConnections, type WorkUnderWay, workUnderWay } from './lifecycle.ts';
import { type Logger, openLog } from './logging.ts';
import { openOperators } from './operators.ts';
import { openMaterial, openWays } from './outbound.ts';
import { sandboxedEngine } from './sandbox/engine.ts';
import { startSandbox } from './sandbox/start.ts';
import { warnOfModes } from './secret-files.ts';
import { openDemo, openProduction } from './secrets.ts';
import { openMessengers } from './services/codes/open.ts';
import type { Context } from './services/context.ts';
import { letterHandler } from './services/mail/deliver.ts';
import { mailKind } from './services/mail/jobs.ts';
import type { Transport } from './services/mail/letter.ts';
import { openMail } from './services/mail/open-mail.ts';
import { otpResetHandler, otpResetKind } from './services/otp-reset.ts';
import { startOutbox } from './services/outbox.ts';
import { raiseHandler, raiseKind } from './services/raise/handler.ts';
import { configuredLists } from './services/trust/open-lists.ts';
import { openTrust } from './services/trust/trust.ts';
import { keySessions } from './session-keys.ts';
import { startSweeping, sweepAtStart } from './sweeping.ts';
import { certificateEnds, watchPlace } from './telemetry/gauges.ts';
import { tracedHandlers } from './telemetry/jobs.ts';
import { observer } from './telemetry/observe.ts';
import { observedMaterial, observedSandbox, observedSecrets } from './telemetry/observed.ts';
import { openTelemetry, type Telemetry } from './telemetry/tracing.ts';

export { ConfigError } from './config.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

export interface StartOptions {
  /** The demonstration: on this machine only, with a CA and signers of its own. */
  demo?: boolean;
  /** `process.env` when left out. */
  environment?: Environment;
  /** Where log lines go; standard output when left out. */
  logTo?: { write(line: string): void };
  /** Epoch milliseconds, one-time codes included: for tests. The processes' own clocks and the storage's when left out. */
  clock?: () => number;
}

export interface RunningServer {
  /** Where people reach it from this machine, such as `http://127.0.0.1:8080`. */
  url: string;
  /** Where `/healthz`, `/readyz` and `/metrics` are, unless they are off. */
  operationsUrl: string | undefined;
  /** Where the operators' API is; undefined where it is off. */
  operatorsUrl: string | undefined;
  /** Stops taking requests, finishes what is under way in bounded time, closes everything. */
  close(): Promise<void>;
}

/**
 * Starts the server; resolves when it takes requests. Throws {@link ConfigError} with a sentence for the operator
 * when the configuration is wrong.
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const { demo = false, environment = process.env, clock: ownClock = Date.now } = options;
  const frozen = options.clock !== undefined;
  const config = readConfig(environment, demo);
  letHeapDouble();
  if (!demo) refuseForeignFolder(config);
  const policy = admissionPolicy(config.ADMISSION_POLICY_FILE);
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 });
  const log = openLog(config.LOG_LEVEL, options.logTo);
  warnOfModes(config, log);
  const mail = openMail(config);
  const work = workUnderWay();
  const sandbox = startSandbox(config, log, () => metrics.childEnds.inc());
  const metrics = openMetrics(() => sandbox.load(), version);
  const observe = observer(metrics);
  const ways = openWays(config);
  const closing: (() => Promise<void>)[] = [() => ways.configured.close(), () => sandbox.close()];
  try {
    const http = ways.configured;
    const telemetry = await openTelemetry(config, {
      ...{ log, http, version, registry: metrics.registry },
      failed: (signal) => metrics.telemetryFailed(signal),
    });
    if (telemetry) closing.unshift(() => telemetry.close());
    const surroundings = { log, clock: ownClock, frozen, http, metrics, observe };
    const secrets = observedSecrets(
      await (demo ? openDemo : openProduction)(config, surroundings),
      metrics,
      observe,
    );
    closing.unshift(
      () => secrets.keys.close(),
      () => secrets.storage.close(),
    );
    // What decides here goes by the time that all servers share.
    const { clock } = secrets.storage;
    const engine = sandboxedEngine(observedSandbox(sandbox, observe));
    // Addresses of lists are the operator's, or stand in a list that was verified.
    const shared = config.DATABASE_URL === '' ? undefined : secrets.storage;
    const copies = shared?.listCopies;
    const lists = configuredLists(config, { engine, http, log, clock, copies });
    const trust = openTrust(config, { own: secrets.roots ?? [], lists, shared }, log);
    closing.unshift(() => trust.stop());
    const material = openMaterial(
      ways,
      config,
      { log, clock, failed: metrics.materialFailed },
      secrets.demonstration?.local,
    );
    closing.unshift(() => material.close());
    const context: Context = {
      config,
      ...secrets,
      trust,
      messengers: openMessengers(config, mail, http),
      material: observedMaterial(material.authorities, observe),
      engine,
      policy,
      log,
      clock,
      underWay: (promise) => work.track(promise),
    };
    const keying = await keySessions(context);
    closing.unshift(() => keying.stop());
    const { demonstration } = secrets;
    const web = join(root, 'apps/web/dist');
    const app = await buildApp(context, { version, web, metrics, telemetry, demonstration });
    watchTrustedLists(metrics, () => trust.reports(), clock);
    watchOutbox(metrics, () => context.storage.outbox.counts(), clock);
    const { dataFolder } = config;
    const certificates = certificateEnds(context);
    watchPlace(metrics.registry, {
      storage: context.storage,
      keys: context.keys,
      dataFolder,
      certificates,
      clock,
    });
    return await listen(app, context, {
      ...{ work, metrics, telemetry, mail, closing },
      load: () => sandbox.load(),
    });
  } catch (error) {
    for (const close of closing) await close().catch((err) => log.error({ err }, 'closing'));
    throw error;
  }
}

/** Production never runs on a demonstration's data, nor on a folder in which nothing is. */
function refuseForeignFolder({ dataFolder, DATABASE_URL }: Config): void {
  if (existsSync(join(dataFolder, 'demo-accounts.json'))) {
    throw new ConfigError(
      `${dataFolder} holds a demonstration; set WEBSIGN_DATA to another folder for production.`,
    );
  }
  if (DATABASE_URL === '' && !existsSync(join(dataFolder, 'websign.db'))) {
    throw new ConfigError(
      `${dataFolder} holds no accounts; add one with ./websign account add, or set WEBSIGN_DATA or DATABASE_URL to where they are.`,
    );
  }
}

interface Running {
  work: WorkUnderWay;
  metrics: ReturnType<typeof openMetrics>;
  telemetry: Telemetry | undefined;
  mail: Transport;
  load(): { running: number; waiting: number };
  closing: (() => Promise<void>)[];
}

async function listen(app: FastifyInstance, context: Context, running: Running): Promise<RunningServer> {
  const { config, log } = context;
  let accepting = true;
  // Answers during a stop end their connection, else keep-alive clients hold the server up.
  app.addHook('onSend', async (_, reply) => {
    if (!accepting) reply.header('connection', 'close');
  });
  const quiet = quietConnections(app.server);
  const operations = buildOperations(context, running.metrics, { accepting: () => accepting });
  const operators = await openOperators(context, { version, load: running.load });
  const url = await bind(app, config.host, config.PORT, 'PORT');
  const operationsUrl = await bindOperations(operations, config, log);
  const operatorsUrl =
    operators &&
    (await bind(operators, config.OPERATORS_HOST, Number(config.OPERATORS_PORT), 'OPERATORS_PORT'));
  const sweeping = startSweeping(context, running.mail);
  // What a crash left behind goes now, beside the first requests.
  running.work
    .track(sweepAtStart(context, running.mail))
    .catch((err: unknown) => log.error({ err }, 'sweep'));
  const handlers = {
    [mailKind]: letterHandler(context, running.mail),
    [otpResetKind]: otpResetHandler(context),
    [raiseKind]: raiseHandler(context),
  };
  const outbox = startOutbox(context, tracedHandlers(handlers, running.telemetry));
  if (!config.demo && config.SMTP_HOST === '') log.warn('letters are written to files: SMTP_HOST is not set');
  const signer = ownerOfProcess(config.SIGNER_SOCKET).description;
  log.info({ url, operationsUrl, operatorsUrl, demo: config.demo, signer }, 'listening');
  const stop = async () => {
    accepting = false;
    const patience = config.SHUTDOWN_SECONDS * 1000;
    // A connection may become idle only after the stop began; none is waited for until it times out.
    const idle = setInterval(() => quiet.close(), 50);
    const late = setTimeout(() => app.server.closeAllConnections(), patience);
    // What is signed in the meantime has its letter after the next start.
    const letters = outbox.stop(patience);
    await app.close();
    clearInterval(idle);
    clearTimeout(late);
    if (!(await running.work.settled(patience))) log.warn('work under way was cut off');
    await letters;
    await sweeping.stop();
    await operations.close();
    await operators?.close();
    for (const close of running.closing) await close();
    log.info('stopped');
  };
  let stopped: Promise<void> | undefined;
  return {
    url,
    operationsUrl,
    operatorsUrl,
    close: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function bind(app: FastifyInstance, host: string, port: number, setting: string): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new ConfigError(`Cannot listen on ${host}:${port} (${code}); set ${setting} to a free port.`, {
      cause,
    });
  }
  const address = app.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound}`;
}

async function bindOperations(
  operations: FastifyInstance,
  { operationsPort, operationsChosen, OPERATIONS_HOST }: Config,
  log: Logger,
): Promise<string | undefined> {
  if (operationsPort === 'off') return undefined;
  try {
    return await bind(operations, OPERATIONS_HOST, operationsPort, 'OPERATIONS_PORT');
  } catch (error) {
    if (operationsChosen) throw error;
    log.warn({ err: error }, 'health and metrics are off: their port is taken');
    return undefined;
  }
}
