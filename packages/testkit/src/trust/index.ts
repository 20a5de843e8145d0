export {
  LIST_ID,
  type ListSpec,
  listText,
  type PointerSpec,
  type ServiceSpec,
  type StateSpec,
} from './list.ts';
export { certDigest, type ListSigning, signList, XML_ALGORITHMS } from './sign.ts';
