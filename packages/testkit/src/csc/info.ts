import type { CscSimulatorOptions } from './face.ts';

/** What `info` says (v2 §11.1, v1 §11.1). */
export function infoAnswer(options: CscSimulatorOptions, names: readonly string[], origin: string): object {
  const { version = 2, pushed = false, discovery = false } = options;
  const authType = options.authType ?? ['oauth2client', 'oauth2code'];
  const oauth = authType.some((type) => type.startsWith('oauth2'));
  const methods = [
    ...names,
    ...(authType.includes('basic') ? ['auth/login'] : []),
    ...(oauth ? ['oauth2/authorize', 'oauth2/token'] : []),
    ...(pushed ? ['oauth2/pushed_authorize'] : []),
  ];
  const where = discovery ? { oauth2Issuer: origin } : { oauth2: `${origin}/` };
  const common = {
    name: 'Simulated signing service',
    logo: `${origin}/logo.png`,
    region: 'GR',
    lang: 'en-US',
    description: 'A simulation with published test keys: its signatures prove nothing',
    authType,
    ...(oauth ? where : {}),
    methods,
  };
  if (version === 1) return { specs: '1.0.4.0', ...common };
  return {
    specs: '2.0.0.2',
    ...common,
    signAlgorithms: {
      algos: ['1.2.840.10045.4.3.2', '1.2.840.10045.4.3.3', '1.2.840.113549.1.1.11', '1.2.840.113549.1.1.10'],
    },
    signature_formats: { formats: ['P'], envelope_properties: [['Revision']] },
    conformance_levels: ['Ades-B-B'],
  };
}

/** RFC 8414 §2. */
export function metadata({ pushed = false }: CscSimulatorOptions, origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth2/authorize`,
    token_endpoint: `${origin}/oauth2/token`,
    ...(pushed ? { pushed_authorization_request_endpoint: `${origin}/oauth2/pushed_authorize` } : {}),
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  };
}
