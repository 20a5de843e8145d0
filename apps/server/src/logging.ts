import { type DestinationStream, type Logger, pino } from 'pino';
import { traceFacts } from './telemetry/current.ts';

export type { Logger } from 'pino';

/**
 * What no line may hold, wherever it stands: in a URL, a message, a stack. Session ids are 43 characters of
 * base64url; nothing else that is logged has that length.
 */
const masks: [RegExp, string][] = [
  [/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g, '[masked]'],
  [/(bearer(?:\s|%20)+)[^\s"'\\]+/gi, '$1[masked]'],
  [
    /((?:session_?id|password|otp[12]?|totp_?secret|secret|authorization)(?:\\*["'])?\s*(?:=|%3D|:)\s*(?:\\*["'])?)[^"'\\&\s,}]+/gi,
    '$1[masked]',
  ],
  [/(otpauth:\/\/)[^\s"'\\]+/gi, '$1[masked]'],
  [/(postgres(?:ql)?:\/\/)[^@\s"'\\]+@/gi, '$1[masked]@'],
];

/** A line without secrets; keys whose value is a JSON string keep their quotes. */
export function mask(line: string): string {
  return masks.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), line);
}

const redacted = [
  'password',
  'otp',
  'sessionId',
  'authorization',
  'totpSecret',
  'oldPassword',
  'newPassword',
];

/** The server's log: one JSON object a line, to standard output unless `destination` is given. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: traceFacts,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: redacted.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `*.*.*.${key}`]),
        censor: '[masked]',
      },
      hooks: { streamWrite: mask },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}
