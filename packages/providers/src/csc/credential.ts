import type { CscCredential, CscFactor } from './face.ts';
import { malformed } from './refusal.ts';
import type { CredentialAnswer } from './schemas.ts';

type Mode = CscCredential['mode'];
const MODES: readonly Mode[] = ['explicit', 'implicit', 'oauth2code'];

/** `credentials/info` of either version in one shape (v2 §11.5, v1 §11.5). */
export function credentialOf(credentialID: string, answer: CredentialAnswer): CscCredential {
  const mode = MODES.find((each) => each === (answer.auth?.mode ?? answer.authMode));
  if (mode === undefined) throw malformed('credentials/info');
  return {
    credentialID,
    enabled: answer.key.status === 'enabled',
    keyAlgorithms: answer.key.algo,
    chain: (answer.cert?.certificates ?? []).map((text) => Buffer.from(text, 'base64')),
    bound: answer.SCAL === '2',
    multisign: answer.multisign,
    mode,
    factors: answer.auth === undefined ? factorsOfV1(answer) : factorsOfV2(answer.auth.objects ?? []),
    expression: answer.auth?.expression ?? '',
  };
}

/** The names are fixed; what is optional is given where the person has it. */
function factorsOfV1({ PIN, OTP }: CredentialAnswer): CscFactor[] {
  const optional = { optional: true };
  const factor = (presence: string | undefined, id: string, kind: CscFactor['kind']): CscFactor[] =>
    presence === undefined || presence === 'false'
      ? []
      : [{ id, kind, ...(presence === 'optional' ? optional : {}) }];
  return [
    ...factor(PIN?.presence, 'PIN', 'password'),
    ...factor(OTP?.presence, 'OTP', OTP?.type === 'online' ? 'sent' : 'code'),
  ];
}

type AuthObject = NonNullable<NonNullable<CredentialAnswer['auth']>['objects']>[number];

/**
 * Types are given (v2 §8.3), ids are the service's to choose: of passwords, one that something generates is a code, and
 * so is one that calls itself so.
 */
function factorsOfV2(objects: readonly AuthObject[]): CscFactor[] {
  const kinds: Readonly<Record<string, (object: AuthObject) => CscFactor['kind']>> = {
    Password: ({ id, label = '', generator }) =>
      generator !== undefined || /otp|code/i.test(`${id} ${label}`) ? 'code' : 'password',
    ChallengeResponse: () => 'sent',
    PasswordOOB: () => 'elsewhere',
    ChallengeResponseOOB: () => 'elsewhere',
  };
  return objects.flatMap((object) => {
    const kind = Object.hasOwn(kinds, object.type) ? kinds[object.type] : undefined;
    return kind === undefined ? [] : [{ id: object.id, kind: kind(object) }];
  });
}
