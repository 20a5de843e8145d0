import {
  anchorOf,
  checkChain,
  encodeName,
  type GeneralNameTemplate,
  parseCertificate,
  type SubtreeTemplate,
} from '@websign/pki';
import { authority, levels, party, signer } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { oid, tlv, utf8String } from '../src/asn1/writer.ts';

const root = party('Root');
const middle = party('Authority');
const [anchor] = levels().anchors.map((der) => anchorOf(parseCertificate(der)));

const text =
  (form: 'dns' | 'rfc822' | 'uri') =>
  (value: string): GeneralNameTemplate => ({ form, text: value });
const [dns, mail, uri] = [text('dns'), text('rfc822'), text('uri')];
const ip = (...octets: number[]): GeneralNameTemplate => ({ form: 'ip', octets: Uint8Array.from(octets) });
/** otherName of a type, with a text. */
const other = (type: string, value: string): GeneralNameTemplate => ({
  form: 'other',
  type,
  der: tlv(0xa0, Buffer.concat([oid(type), tlv(0xa0, utf8String(value))])),
});
const UPN = '1.3.6.1.4.1.311.20.2.3';
const SMTP_UTF8 = '1.3.6.1.5.5.7.8.9';

/** Whether a signer of these names is allowed below an authority that is bounded so. */
function allowed(
  bounds: { permitted?: GeneralNameTemplate[]; excluded?: GeneralNameTemplate[] },
  names: GeneralNameTemplate[],
  subject = party('Signer'),
): boolean {
  if (anchor === undefined) throw new Error('no anchor');
  const subtrees = (bases: GeneralNameTemplate[] = []): SubtreeTemplate[] => bases.map((base) => ({ base }));
  const nameConstraints = {
    ...(bounds.permitted === undefined ? {} : { permitted: subtrees(bounds.permitted) }),
    ...(bounds.excluded === undefined ? {} : { excluded: subtrees(bounds.excluded) }),
  };
  const certificates = [
    signer(middle, subject, names.length === 0 ? {} : { subjectAltName: names }),
    authority(root, middle, { nameConstraints }),
  ].map(parseCertificate);
  const reason = checkChain({ certificates, anchor })?.reason;
  expect([undefined, 'name_constraints']).toContain(reason);
  return reason === undefined;
}

describe('several subtrees of one form', () => {
  test('a name in one of those that are permitted is permitted', () => {
    const permitted = [dns('example.gr'), dns('example.com')];
    expect(allowed({ permitted }, [dns('www.example.gr')])).toBe(true);
    expect(allowed({ permitted }, [dns('www.example.com')])).toBe(true);
    expect(allowed({ permitted }, [dns('example.org')])).toBe(false);
  });

  test('a name in one of those that are excluded is excluded', () => {
    const excluded = [dns('example.gr'), dns('example.com')];
    expect(allowed({ excluded }, [dns('www.example.com')])).toBe(false);
    expect(allowed({ excluded }, [dns('example.org')])).toBe(true);
  });
});

describe('forms that nobody asked of', () => {
  test('a subject without a name is bound by no directory', () => {
    const permitted: GeneralNameTemplate[] = [
      { form: 'directory', name: { der: encodeName([{ type: 'organization', value: 'Ministry' }]) } },
    ];
    const nameless = { ...party('Signer'), name: Uint8Array.of(0x30, 0) };
    expect(allowed({ permitted }, [dns('example.gr')], nameless)).toBe(true);
    expect(allowed({ permitted }, [dns('example.gr')])).toBe(false);
  });

  test('another name than the one whose type is constrained', () => {
    expect(allowed({ excluded: [other(UPN, 'x')] }, [other('1.3.6.1.4.1.99999.9', 'x')])).toBe(true);
    expect(allowed({ excluded: [other(UPN, 'x')] }, [dns('example.gr')])).toBe(true);
    expect(allowed({ excluded: [dns('example.gr')] }, [other(UPN, 'x')])).toBe(true);
    expect(allowed({ excluded: [other(UPN, 'x')] }, [other(UPN, 'y')])).toBe(false);
  });

  test('a mailbox of other letters (RFC 9598) is a mailbox, and refused where mail is constrained', () => {
    const mailbox = other(SMTP_UTF8, 'ελένη@example.gr');
    expect(allowed({ excluded: [mail('example.com')] }, [mailbox])).toBe(false);
    expect(allowed({ permitted: [mail('example.gr')] }, [mailbox])).toBe(false);
    expect(allowed({ excluded: [dns('example.gr')] }, [mailbox])).toBe(true);
    expect(allowed({ excluded: [other(UPN, 'x')] }, [mailbox])).toBe(true);
  });
});

describe('what is no name of its form is refused where the form is constrained', () => {
  test.each([
    ['no host', dns('example.gr'), dns('')],
    ['two at-signs', mail('example.gr'), mail('a@b@example.com')],
    ['nobody at a host', mail('example.gr'), mail('@example.com')],
    ['somebody nowhere', mail('example.gr'), mail('a@')],
    ['an address of five octets', ip(192, 0, 2, 0, 255, 255, 255, 0), ip(1, 2, 3, 4, 5)],
    ['a URI of no host', uri('example.gr'), uri('https:///a')],
    ['a URI of no scheme', uri('example.gr'), uri('//example.com/')],
    ['a URI of no authority', uri('example.gr'), uri('x https://example.com/')],
    ['a URI of no letters', uri('example.gr'), uri('1https://example.com/')],
    ['a URI on an address of version 6', uri('example.gr'), uri('https://[2001:db8::1]/')],
    ['a URI on a host of empty labels', uri('example.gr'), uri('https://a..b/')],
    ['a URI on a host of odd letters', uri('example.gr'), uri('https://a%2eb/')],
    ['a URI on a number', uri('example.gr'), uri('https://1/')],
    ['a URI on a host that ends in a number', uri('example.gr'), uri('https://a.1./')],
    ['a URI on a host that ends in a longer number', uri('example.gr'), uri('https://a.12/')],
    ['a URI at no port', uri('example.gr'), uri('https://example.com:80x/')],
  ])('%s', (_, excluded, name) => {
    expect(allowed({ excluded: [excluded] }, [name])).toBe(false);
    expect(allowed({ excluded: [other(UPN, 'x')] }, [name])).toBe(true);
  });
});

describe('which names lie in a subtree', () => {
  test.each<[base: GeneralNameTemplate, inside: GeneralNameTemplate[], outside: GeneralNameTemplate[]]>([
    [
      dns('example.gr'),
      [dns('example.gr'), dns('EXAMPLE.gr.'), dns('a.b.example.gr')],
      [dns('gr'), dns('example.gr.com'), dns('xexample.gr')],
    ],
    [
      dns('.example.gr'),
      [dns('a.example.gr'), dns('A.B.example.gr')],
      [dns('example.gr'), dns('aexample.gr')],
    ],
    [mail(''), [mail('a@example.gr')], []],
    [mail('example.gr'), [mail('a@EXAMPLE.gr'), mail('b@example.gr.')], [mail('a@b.example.gr')]],
    [mail('.example.gr'), [mail('a@b.example.GR')], [mail('a@example.gr'), mail('a@bexample.gr')]],
    [
      mail('Eleni@example.gr'),
      [mail('Eleni@EXAMPLE.gr')],
      [mail('eleni@example.gr'), mail('Eleni@b.example.gr'), mail('leni@example.gr')],
    ],
    [
      uri('example.gr'),
      [
        uri('https://example.gr'),
        uri('HTTPS://EXAMPLE.gr./'),
        uri('ftp+x.y-z://example.gr?a'),
        uri('https://user:word@example.gr:8443/'),
        uri('https://a@b@example.gr#c'),
        uri('https://example.gr:/'),
      ],
      [uri('https://a.example.gr/'), uri('https://example.gr.com/'), uri('https://host-1_a/@example.gr')],
    ],
    [
      uri('.example.gr'),
      [uri('https://a.example.gr/'), uri('https://b_1.a-2.Example.gr/'), uri('https://1.2a.example.gr/')],
      [uri('https://example.gr/'), uri('https://aexample.gr/')],
    ],
    [
      ip(10, 32, 0, 0, 255, 224, 0, 0),
      [ip(10, 32, 0, 0), ip(10, 63, 255, 255)],
      [ip(10, 64, 0, 0), ip(11, 32, 0, 0), ip(...new Array<number>(16).fill(10))],
    ],
    // Bits of the base that the mask leaves out say nothing.
    [ip(10, 33, 7, 9, 255, 224, 0, 0), [ip(10, 32, 0, 0), ip(10, 63, 1, 1)], [ip(10, 64, 7, 9)]],
  ])('%j', (base, inside, outside) => {
    for (const name of inside) {
      expect(allowed({ permitted: [base] }, [name]), JSON.stringify(name)).toBe(true);
      expect(allowed({ excluded: [base] }, [name]), JSON.stringify(name)).toBe(false);
    }
    for (const name of outside) {
      expect(allowed({ permitted: [base] }, [name]), JSON.stringify(name)).toBe(false);
      expect(allowed({ excluded: [base] }, [name]), JSON.stringify(name)).toBe(true);
    }
  });
});
