import { Operands } from './operands.ts';
import { Tokens } from './tokens.ts';

/** The names that stand in content as operands, decoded: those of the resources that it may use, and others. */
export function namesIn(content: Uint8Array): Set<string> {
  const operands = new Operands();
  const tokens = new Tokens(content, operands, { ambiguous: () => {} });
  const names = new Set<string>();
  let isMore = true;
  while (isMore) {
    isMore = tokens.next();
    for (let at = 0; at < operands.count; at++) names.add(tokens.name(at));
    operands.count = 0;
  }
  names.delete('');
  return names;
}
