export { signatureFont } from './font.ts';
export { nodePorts } from './node.ts';
