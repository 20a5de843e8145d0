export { boldFont, signatureFont } from './font.ts';
export { nodePorts } from './node.ts';
export { pkcs12Ports } from './pkcs12-ports.ts';
