import { commands } from './commands.ts';
import { CliError, EXIT, sentenceOf } from './error.ts';

/**
 * Runs one WebSign command and resolves to its exit code. Errors are shown as one sentence; `--trace` anywhere
 * adds where in the code they come from.
 */
export async function main(argv: string[]): Promise<number> {
  ignoreClosedOutput();
  const trace = argv.includes('--trace');
  const [name = 'help', ...args] = argv.filter((argument) => argument !== '--trace');
  try {
    return await dispatch(name, args);
  } catch (error) {
    process.stderr.write(`websign: ${trace && error instanceof Error ? error.stack : sentenceOf(error)}\n`);
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!(error instanceof CliError) || error.code !== 'usage') return command?.failure ?? EXIT.failed;
    process.stderr.write(`Try: websign ${command ? `${name} --help` : '--help'}\n`);
    return EXIT.usage;
  }
}

async function dispatch(name: string, args: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return show(help(args[0]));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new CliError('usage', `"${name}" is no command of WebSign.`);
  if (args.includes('--help') || args.includes('-h')) return show(help(name));
  const { run } = await command.load();
  return run(args);
}

function show(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}

function help(name: string | undefined): string {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) {
    const details = command.details === undefined ? '' : `\n\n${command.details}`;
    return `websign ${command.usage}\n  ${command.summary}${details}`;
  }
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return [
    'WebSign: electronic signatures for PDF documents (PAdES)',
    '',
    'Commands (websign COMMAND --help tells more):',
    ...lines,
  ].join('\n');
}

/** A reader of our output that goes away (`websign … | head`) stops neither server nor work. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
