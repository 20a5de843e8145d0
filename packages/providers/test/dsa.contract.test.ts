import { signerContract } from './contract.ts';
import { dsaBench } from './dsa-bench.ts';

signerContract('dsa', () => dsaBench(), 'with us');
