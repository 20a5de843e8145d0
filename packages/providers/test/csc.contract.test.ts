import { signerContract } from './contract.ts';
import { cscBench } from './csc-bench.ts';

const first = <T extends { accounts: readonly { account: string }[] }>(bench: T): T => ({
  ...bench,
  accounts: bench.accounts.toSorted((a, b) => a.account.localeCompare(b.account)),
});

const keys = { change: () => ({ multisign: 1000 }) };
signerContract('csc v2', async () => first(await cscBench(keys)), 'with us');
signerContract(
  'csc v1, with r and s side by side',
  async () => first(await cscBench({ ...keys, version: 1, rawEcdsa: true })),
  'with us',
);
