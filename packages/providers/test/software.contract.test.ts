import { signerContract } from './contract.ts';
import { softwareBench } from './software-bench.ts';

signerContract('software', softwareBench);
