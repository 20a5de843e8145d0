import QRCode from 'qrcode';
import type { MadeAccount } from './accounts.ts';

/** Where secrets may be shown: a person's terminal, never a log or a pipe. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Prints the new accounts once, to the first of `terminals` that is one; false when none is. */
export async function announce(made: MadeAccount[], path: string, terminals: Terminal[]): Promise<boolean> {
  const terminal = terminals.find(({ isTTY }) => isTTY === true);
  if (terminal === undefined) return false;
  const blocks = await Promise.all(made.map(describe));
  const head = [
    '',
    'Επίδειξη του WebSign: οι υπογραφές δεν είναι εγκεκριμένες.',
    'WebSign demonstration: its signatures are not qualified.',
    `Shown once; kept in ${path} (only you can read it).`,
  ];
  terminal.write([...head, ...blocks, ''].join('\n'));
  return true;
}

async function describe({ fullName, username, password, totpSecret, totpUri }: MadeAccount): Promise<string> {
  const code = await QRCode.toString(totpUri, { type: 'terminal', small: true, errorCorrectionLevel: 'L' });
  return [
    '',
    `  ${fullName}`,
    `    username    ${username}`,
    `    password    ${password}`,
    `    OTP secret  ${totpSecret}   (or: npm run otp -- ${username})`,
    code,
  ].join('\n');
}
