/** An XML document as canonicalisation sees it: no comments, no document type. */
export interface XmlDocument {
  before: Instruction[];
  root: Element;
  after: Instruction[];
}

export interface Element {
  prefix: string;
  local: string;
  /** Namespace; empty for none. */
  uri: string;
  parent: Element | undefined;
  /** Namespaces declared here, by prefix; the default's is empty. */
  declarations: ReadonlyMap<string, string>;
  /** Without the declarations. */
  attributes: readonly Attribute[];
  children: Node[];
}

export interface Attribute {
  prefix: string;
  local: string;
  uri: string;
  value: string;
}

export interface Instruction {
  target: string;
  body: string;
}

/** Texts beside each other are one text: between them a comment may have stood. */
export type Node = Element | Instruction | string;

export const isElement = (node: Node): node is Element => typeof node !== 'string' && 'children' in node;
