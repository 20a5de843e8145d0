/** Before Vitest's tests: they start the programs of the product from the bundles that it runs from. */
export { ensureBundled as setup } from './bundle.mjs';
