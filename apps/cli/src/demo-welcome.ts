import { Secret, TOTP } from 'otpauth';
import { toString as qrCode } from 'qrcode';
import type { DemoAccount } from './demo-accounts.ts';

/** Shows the demonstration's signers, each with the QR code for an authenticator app. */
export async function introduce(accounts: readonly DemoAccount[]): Promise<void> {
  process.stdout.write(
    '\nThe signers of this demonstration (kept in demo-accounts.json in its data folder):\n',
  );
  for (const { username, password, totpSecret } of accounts) {
    const totp = new TOTP({ issuer: 'WebSign demo', label: username, secret: Secret.fromBase32(totpSecret) });
    process.stdout.write(
      `\n  username    ${username}\n  password    ${password}\n  OTP secret  ${totpSecret}\n` +
        `${await qrCode(totp.toString(), { type: 'terminal', small: true })}\n`,
    );
  }
  process.stdout.write('One-time passwords: an authenticator app, or npm run otp -- USERNAME\n\n');
}
