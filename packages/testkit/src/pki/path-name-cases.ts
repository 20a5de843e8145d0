import { encodeName, type GeneralNameTemplate, type SubtreeTemplate } from '@websign/pki';
import { authority, type Levels, levels, named, type PathCase, party, signer } from './path-world.ts';

const text =
  (form: 'dns' | 'rfc822' | 'uri') =>
  (value: string): GeneralNameTemplate => ({ form, text: value });
const dns = text('dns');
const mail = text('rfc822');
const uri = text('uri');
const ip = (...octets: number[]): GeneralNameTemplate => ({ form: 'ip', octets: Uint8Array.from(octets) });
const id = (oid: string): GeneralNameTemplate => ({ form: 'registeredId', oid });
/** otherName: a user principal name, empty. */
const other: GeneralNameTemplate = {
  form: 'other',
  type: '1.3.6.1.4.1.311.20.2.3',
  der: Uint8Array.from(Buffer.from('a010060a2b060104018237140203a0020c00', 'hex')),
};

/** Name constraints (RFC 5280 §4.2.1.10, §6.1.3 b and c). */
export function pathNameCases(): PathCase[] {
  return [...textForms(), ...addresses(), ...directories(), ...oddities(), ...places()];
}

/** An authority that permits or excludes `base` alone, and a signer with `name`. */
function bound(
  kind: 'permitted' | 'excluded',
  base: GeneralNameTemplate,
  name: GeneralNameTemplate,
  expected: 'valid' | typeof NO,
  title: string,
  openssl?: PathCase['openssl'],
): PathCase {
  return {
    title: `${kind} ${title}`,
    ...levels({ authority: { nameConstraints: { [kind]: [{ base }] } }, signer: { subjectAltName: [name] } }),
    expected,
    ...(expected === 'valid' ? {} : { about: 'Signer' }),
    ...(openssl === undefined ? {} : { openssl }),
  };
}

const NO = 'name_constraints';

function textForms(): PathCase[] {
  return [
    bound('permitted', dns('example.gr'), dns('example.gr'), 'valid', 'host: itself'),
    bound('permitted', dns('example.gr'), dns('www.Example.GR'), 'valid', 'host: one below, in other case'),
    bound('permitted', dns('example.gr'), dns('badexample.gr'), NO, 'host: one that ends alike'),
    bound('permitted', dns(''), dns('example.gr'), 'valid', 'host: all'),
    bound('excluded', dns('example.gr'), dns('www.example.gr'), NO, 'host: one below'),
    bound('excluded', dns('example.gr'), dns('example.gr.'), NO, "host: with the root's dot", {
      unlike: 'it compares the dot',
    }),
    bound('excluded', dns('example.gr'), dns('example.com'), 'valid', 'host: another'),
    bound('permitted', mail('example.gr'), mail('Eleni@example.GR'), 'valid', 'mail: of the host'),
    bound('permitted', mail('example.gr'), mail('eleni@mail.example.gr'), NO, 'mail: of a host below'),
    bound('permitted', mail('.example.gr'), mail('eleni@mail.example.gr'), 'valid', 'mail: in the domain'),
    bound(
      'permitted',
      mail('.example.gr'),
      mail('eleni@example.gr'),
      NO,
      'mail: of the host, the domain is meant',
    ),
    bound('permitted', mail('eleni@example.gr'), mail('eleni@example.gr'), 'valid', 'mail: the very one'),
    bound('permitted', mail('eleni@example.gr'), mail('maria@example.gr'), NO, 'mail: of another person'),
    bound('excluded', mail('example.gr'), mail('eleni@example.gr'), NO, 'mail: of the host'),
    bound('permitted', mail('example.gr'), mail('example.gr'), NO, 'mail: no mailbox at all'),
    bound('permitted', uri('example.gr'), uri('https://example.gr:8443/a?b'), 'valid', 'URI: on the host'),
    bound('permitted', uri('example.gr'), uri('https://www.example.gr/'), NO, 'URI: on a host below'),
    bound('permitted', uri('.example.gr'), uri('https://www.example.gr/'), 'valid', 'URI: in the domain'),
    bound(
      'permitted',
      uri('example.gr'),
      uri('https://example.gr@evil.gr/'),
      NO,
      'URI: the host as a user name',
    ),
    bound('excluded', uri('.example.gr'), uri('https://www.example.gr/'), NO, 'URI: in the domain'),
    bound('excluded', uri('example.gr'), uri('urn:oid:1.2.3'), NO, 'URI: without a host'),
    bound('excluded', uri('example.gr'), uri('https://192.0.2.7/'), NO, 'URI: on an address', {
      unlike: 'it compares the address as a name',
    }),
  ];
}

function addresses(): PathCase[] {
  const net = ip(192, 0, 2, 0, 255, 255, 255, 0);
  const six = ip(
    0x20,
    1,
    0x0d,
    0xb8,
    ...new Array<number>(12).fill(0),
    255,
    255,
    255,
    255,
    ...new Array<number>(12).fill(0),
  );
  const host6 = (second: number) => ip(0x20, second, 0x0d, 0xb8, ...new Array<number>(12).fill(7));
  return [
    bound('permitted', net, ip(192, 0, 2, 7), 'valid', 'network: inside'),
    bound('permitted', net, ip(192, 0, 3, 7), NO, 'network: outside'),
    bound('excluded', net, ip(192, 0, 2, 7), NO, 'network: inside'),
    bound('excluded', net, ip(192, 0, 3, 7), 'valid', 'network: outside'),
    bound('permitted', six, host6(1), 'valid', 'network of version 6: inside'),
    bound('permitted', six, host6(2), NO, 'network of version 6: outside'),
    bound('permitted', net, host6(1), NO, 'network: an address of the other version'),
    bound('permitted', net, ip(192, 0, 2), NO, 'network: no address'),
    bound('permitted', ip(192, 0, 2, 0), ip(192, 0, 2, 7), NO, 'network without a mask'),
  ].map((one) =>
    one.title.endsWith('without a mask')
      ? { ...one, expected: 'extension_malformed' as const, about: 'Authority' }
      : one,
  );
}

const GREEK = { type: 'country', value: 'GR' } as const;
const ministry = (value: string) => ({ type: 'organization', value }) as const;
const person = (organisation: string) =>
  named([GREEK, ministry(organisation), { type: 'commonName', value: 'Signer' }], 'Signer');
const office: SubtreeTemplate = {
  base: { form: 'directory', name: { der: encodeName([GREEK, ministry('Ministry')]) } },
};

function directories(): PathCase[] {
  const one = (
    title: string,
    kind: 'permitted' | 'excluded',
    organisation: string,
    expected: 'valid' | typeof NO,
  ): PathCase => ({
    title: `${kind} directory name: ${title}`,
    ...levels({
      authority: { nameConstraints: { [kind]: [office] } },
      names: { signer: person(organisation) },
    }),
    expected,
    ...(expected === 'valid' ? {} : { about: 'Signer' }),
  });
  const permitsMail = { nameConstraints: { permitted: [{ base: mail('example.gr') }] } };
  return [
    one('inside', 'permitted', 'Ministry', 'valid'),
    one('inside, in other case and spaces', 'permitted', ' MINISTRY ', 'valid'),
    one('outside', 'permitted', 'Company', NO),
    one('inside', 'excluded', 'ministry', NO),
    one('outside', 'excluded', 'Company', 'valid'),
    {
      title: 'permitted directory name: among the alternative names, outside',
      ...levels({
        authority: { nameConstraints: { permitted: [office] } },
        signer: { subjectAltName: [{ form: 'directory', name: { der: encodeName([GREEK]) } }] },
        names: { signer: person('Ministry') },
      }),
      expected: NO,
      about: 'Signer',
    },
    {
      title: 'permitted mail: the address in the subject',
      ...levels({ authority: permitsMail, names: { signer: withAddress('eleni@example.gr') } }),
      expected: 'valid',
    },
    {
      title: 'permitted mail: another address in the subject',
      ...levels({ authority: permitsMail, names: { signer: withAddress('eleni@evil.gr') } }),
      expected: NO,
      about: 'Signer',
    },
  ];
}

/** A subject of commonName and emailAddress (an IA5String, as RFC 2985 asks). */
function withAddress(address: string) {
  const value = Buffer.concat([Buffer.of(0x16, address.length), Buffer.from(address)]);
  const pair = tlv(0x30, Buffer.concat([Buffer.from('06092a864886f70d010901', 'hex'), value]));
  const common = encodeName([{ type: 'commonName', value: 'Signer' }]).subarray(2);
  return { ...party('Signer'), name: tlv(0x30, Buffer.concat([common, tlv(0x31, pair)])) };
}

function tlv(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag, content.length), content]);
}

function oddities(): PathCase[] {
  const bounds = (subtree: SubtreeTemplate, names: GeneralNameTemplate[]): Levels => ({
    authority: { nameConstraints: { excluded: [subtree] } },
    signer: { subjectAltName: names },
  });
  const away = mail('eleni@example.com');
  const refused = { expected: NO, about: 'Signer' } as const;
  return [
    {
      title: 'a minimum, and a name of the form',
      ...levels(bounds({ base: mail('example.gr'), minimum: 1 }, [away])),
      ...refused,
    },
    {
      title: 'a maximum, and a name of the form',
      ...levels(bounds({ base: mail('example.gr'), maximum: 3 }, [away])),
      ...refused,
    },
    {
      title: 'a minimum, and no name of the form',
      ...levels(bounds({ base: mail('example.gr'), minimum: 1 }, [dns('example.com')])),
      expected: 'valid',
    },
    {
      title: 'a form that is not compared, and a name of it',
      ...levels(bounds({ base: id('1.2.3') }, [id('1.2.4')])),
      ...refused,
    },
    {
      title: 'a form that is not compared, and no name of it',
      ...levels(bounds({ base: id('1.2.3') }, [away])),
      expected: 'valid',
    },
    { title: 'another name of a constrained type', ...levels(bounds({ base: other }, [other])), ...refused },
    {
      title: 'another name where mail is constrained',
      ...levels(bounds({ base: mail('example.gr') }, [other, away])),
      expected: 'valid',
    },
    {
      title: 'excluded counts before permitted',
      ...levels({
        authority: {
          nameConstraints: { permitted: [{ base: dns('gr') }], excluded: [{ base: dns('example.gr') }] },
        },
        signer: { subjectAltName: [dns('example.gr')] },
      }),
      ...refused,
    },
    {
      title: 'one of several names is not permitted',
      ...levels({
        authority: { nameConstraints: { permitted: [{ base: dns('example.gr') }] } },
        signer: { subjectAltName: [dns('example.gr'), dns('example.com')] },
      }),
      ...refused,
    },
  ];
}

/** Where in the path constraints stand, and on which certificates they work. */
function places(): PathCase[] {
  const permits = (host: string) => ({ nameConstraints: { permitted: [{ base: dns(host) }] } });
  const called = (host: string) => ({ subjectAltName: [dns(host)] });
  const successor = party('Authority', 'Authority, second key');
  const officeOnly = { nameConstraints: { permitted: [office] } };
  const middle = party('Authority');
  const root = party('Root');
  const anchors = [authority(root, root)];
  return [
    {
      title: 'two authorities permit, both hold',
      ...levels({ authority: permits('gr'), sub: permits('example.gr'), signer: called('www.example.gr') }),
      expected: 'valid',
    },
    {
      title: 'two authorities permit, one does not hold',
      ...levels({ authority: permits('example.gr'), sub: permits('gr'), signer: called('gov.gr') }),
      expected: NO,
      about: 'Signer',
    },
    {
      title: 'the anchor permits, and that holds too',
      ...levels({ root: permits('example.gr'), signer: called('example.com') }),
      expected: NO,
      about: 'Signer',
    },
    {
      title: 'an authority below is called by a name that is not permitted',
      ...levels({ authority: officeOnly, sub: {}, names: { signer: person('Ministry') } }),
      expected: NO,
      about: 'Sub-authority',
    },
    {
      title: 'a self-issued certificate between is free of them',
      endEntity: signer(successor, person('Ministry')),
      bag: [authority(root, middle, officeOnly), authority(middle, successor)],
      anchors,
      expected: 'valid',
    },
    {
      title: 'a self-issued end entity is not',
      endEntity: signer(middle, successor),
      bag: [authority(root, middle, officeOnly)],
      anchors,
      expected: NO,
      about: 'Authority',
    },
    {
      title: "an end entity's own constraints bind nobody",
      ...levels({ signer: { ...permits('example.gr'), ...called('example.com') } }),
      expected: 'valid',
    },
  ];
}
