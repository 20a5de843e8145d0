import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { TrustError } from '../error.ts';
import { fromUtf8 } from '../text.ts';
import type { Attribute, Element, Instruction, XmlDocument } from './tree.ts';

/** Bounds: the largest national list has some 10 MB, 150,000 elements and a depth of about 20. */
export const XML_LIMITS = { bytes: 32 * 1024 * 1024, elements: 600_000, depth: 64, attributes: 64 } as const;

const XML_NS = 'http://www.w3.org/XML/1998/namespace';

/**
 * Reads well-formed XML 1.0 in UTF-8, within {@link XML_LIMITS}. A document type declaration is refused, so there are no
 * entities but the five of XML; comments are left out. Throws {@link TrustError} `xml_*`.
 */
export function readXml(bytes: Uint8Array): XmlDocument {
  if (bytes.length > XML_LIMITS.bytes) throw new TrustError('xml_limit', 'more bytes than a list may have');
  const building = new Building();
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== '1.0' || (encoding !== undefined && !/^utf-8$/i.test(encoding))) {
      throw new TrustError('xml_malformed', 'neither XML 1.0 nor UTF-8');
    }
  });
  parser.on('doctype', () => {
    throw new TrustError('xml_doctype', 'a document type declaration');
  });
  parser.on('opentag', ({ prefix, local, uri, attributes }) => {
    building.open(prefix, local, uri, Object.values(attributes));
  });
  parser.on('closetag', () => building.close());
  parser.on('text', (text) => building.text(text));
  parser.on('cdata', (text) => building.text(text));
  parser.on('processinginstruction', ({ target, body }) => building.instruction({ target, body }));
  try {
    parser.write(fromUtf8(bytes)).close();
  } catch (cause) {
    if (cause instanceof TrustError) throw cause;
    throw new TrustError('xml_malformed', 'not well-formed', { cause });
  }
  return building.document();
}

class Building {
  #root: Element | undefined;
  #current: Element | undefined;
  #elements = 0;
  #depth = 0;
  readonly #before: Instruction[] = [];
  readonly #after: Instruction[] = [];

  open(prefix: string, local: string, uri: string, all: readonly SaxesAttributeNS[]): void {
    this.#elements += 1;
    this.#depth += 1;
    const { elements, depth, attributes: most } = XML_LIMITS;
    if (this.#elements > elements || this.#depth > depth || all.length > most) {
      throw new TrustError('xml_limit', 'more elements, depth or attributes than a list may have');
    }
    const element: Element = {
      prefix,
      local,
      uri,
      parent: this.#current,
      declarations: declarationsOf(all),
      attributes: all
        .filter(({ name, prefix: kind }) => name !== 'xmlns' && kind !== 'xmlns')
        .map(attributeOf),
      children: [],
    };
    this.#current?.children.push(element);
    this.#root ??= element;
    this.#current = element;
  }

  close(): void {
    this.#depth -= 1;
    this.#current = this.#current?.parent;
  }

  /** Outside the root there is nothing but white space: saxes refuses anything else. */
  text(text: string): void {
    this.#current?.children.push(text);
  }

  instruction(instruction: Instruction): void {
    if (this.#current !== undefined) this.#current.children.push(instruction);
    else (this.#root === undefined ? this.#before : this.#after).push(instruction);
  }

  document(): XmlDocument {
    if (this.#root === undefined) throw new TrustError('xml_malformed', 'no element');
    return { before: this.#before, root: this.#root, after: this.#after };
  }
}

const attributeOf = ({ prefix, local, uri, value }: SaxesAttributeNS): Attribute => ({
  prefix,
  local,
  uri: prefix === 'xml' ? XML_NS : uri,
  value,
});

function declarationsOf(all: readonly SaxesAttributeNS[]): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const { name, prefix, local, value } of all) {
    if (name === 'xmlns') declarations.set('', value);
    else if (prefix === 'xmlns' && local !== 'xml') declarations.set(local, value);
  }
  return declarations;
}
