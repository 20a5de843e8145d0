import type { ServerResponse } from 'node:http';
import type { CscFault } from './face.ts';
import type { Answer } from './methods.ts';

/** An answer as it goes out; undefined where nothing does. */
export interface Outgoing {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

const FLOOD_OCTETS = 8 * 1024 * 1024;

export const plain = ({ status, body }: Answer): Outgoing => ({
  status,
  text: body === undefined ? '' : JSON.stringify(body),
});

/** What becomes of an answer under a fault; the work is done, or not, as the fault has it. */
export async function suffered(
  { kind, ms = 2000 }: CscFault,
  work: () => Answer,
  response: ServerResponse,
  sent: string,
): Promise<Outgoing | undefined> {
  switch (kind) {
    case 'hang':
      return undefined;
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, ms));
      return plain(work());
    case 'http_500':
      return { status: 500, text: '' };
    case 'busy':
      return {
        status: 429,
        text: JSON.stringify({ error: 'temporarily_unavailable' }),
        headers: { 'retry-after': '1' },
      };
    case 'redirect':
      return { status: 307, text: '', headers: { location: 'http://127.0.0.1:9/' } };
    case 'drop':
      work();
      response.destroy();
      return undefined;
    case 'malformed':
      work();
      return { status: 200, text: '<html>under maintenance</html>' };
    case 'shape':
      work();
      return { status: 200, text: '{"signatures":{"0":"AAAA"},"SAD":["x"],"specs":2}' };
    case 'flood':
      return { status: 200, text: plain(work()).text.padEnd(FLOOD_OCTETS) };
    case 'unknown_error':
      return {
        status: 400,
        text: JSON.stringify({ error: 'hsm_\u0000entropy', error_description: `out of it\n\u202e ${sent}` }),
      };
    default:
      return plain(altered(kind, work()));
  }
}

/** Wrong values of signHash: fewer, in another order, another's. */
function altered(kind: CscFault['kind'], answer: Answer): Answer {
  const { signatures } = (answer.body ?? {}) as { signatures?: string[] };
  if (signatures === undefined) return answer;
  return { ...answer, body: { signatures: wrong(kind, signatures) } };
}

function wrong(kind: CscFault['kind'], values: string[]): string[] {
  if (kind === 'count') return values.slice(1);
  if (kind === 'order') return values.toReversed();
  const [first = '', ...rest] = values;
  const bytes = Buffer.from(first, 'base64');
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  return [bytes.toString('base64'), ...rest];
}
