export { KMS_KEY_ID } from './cluster.ts';
export { hasRadosgw, type Radosgw, startRadosgw } from './radosgw.ts';
