import type { Locator, Page } from '@playwright/test';
import type { RemoteSigner } from '../remote.ts';
import type { Words } from '../words.ts';

/** The simulated signing service's own page. */
export class ProviderPage {
  readonly page: Page;
  readonly heading: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Simulated signing service' });
  }

  async approve({ pin, code }: RemoteSigner): Promise<void> {
    await this.page.getByLabel('PIN').fill(pin);
    await this.page.getByLabel('Code').fill(code());
    await this.page.getByRole('button', { name: 'Approve' }).click();
  }

  async cancel(): Promise<void> {
    await this.page.getByRole('button', { name: 'Cancel' }).click();
  }
}

/** The fields of the sign box that are the provider's. */
export const providerFields = (dialog: Locator, { provider }: Words) => ({
  password: dialog.getByLabel(provider.password.replace('{{name}}', '')),
  otp: dialog.getByLabel(provider.otp),
});
