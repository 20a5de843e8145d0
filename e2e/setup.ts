import { unpackChromium } from './chromium.ts';

export default unpackChromium;
