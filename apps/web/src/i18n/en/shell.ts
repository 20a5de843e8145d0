import type { Catalogue } from '../el.ts';

export const app: Catalogue['app'] = {
  tagline: 'Electronic signing of documents',
  skip: 'Skip to main content',
  loading: 'Loading…',
  back: 'Back',
  cancel: 'Cancel',
  continue: 'Continue',
  close: 'Close',
  download: 'Download',
  newTab: '(opens in a new tab)',
  demo: 'Demonstration',
  demoText: 'This is a demonstration. Its signatures are not qualified.',
};

export const header: Catalogue['header'] = {
  navigation: 'Main navigation',
  sign: 'Sign a document',
  history: 'History',
  verify: 'Validity check',
  certificates: 'Account',
  changePassword: 'Change password',
  resync: 'Resynchronise the OTP device',
  ownCertificates: 'Certificates',
  menu: 'Menu',
  login: 'Sign in',
  faq: 'Frequently asked questions',
  account: 'Account information',
  accountOf: 'Account: {{name}}',
  certificateUntil: 'Certificate valid until {{date}}',
  logout: 'Sign out',
  toGreek: 'Ελληνικά',
  toEnglish: 'English',
};

export const footer: Catalogue['footer'] = {
  links: 'Useful links',
  faq: 'Frequently asked questions',
  manual: 'User manual',
  security: 'Document security guide (PDF)',
  accessibility: 'Accessibility statement',
  creditMinistry: 'This service is provided by:',
  creditImplementer: 'Implementation:',
  version: 'Version {{version}}',
};

export const idle: Catalogue['idle'] = {
  title: 'Your session is about to end',
  text: 'For your security you will be signed out in {{time}}. Do you want to go on?',
  stay: 'Stay signed in',
  leave: 'Sign out',
};

export const notFound: Catalogue['notFound'] = {
  title: 'Page not found',
  text: 'The address you asked for does not exist or has changed.',
  home: 'Go to the home page',
};

export const crash: Catalogue['crash'] = {
  title: 'Something went wrong',
  text: 'The page could not be shown. Your documents are not lost.',
  staleTitle: 'The page could not be loaded',
  stale:
    'Your connection may have been lost, or the application has just been updated. Reload the page. Your documents are not lost.',
  reload: 'Reload',
};

export const connection: Catalogue['connection'] = {
  lost: 'The service cannot be reached. What you see on the page stays.',
  retry: 'Try again',
};

export const popup: Catalogue['popup'] = {
  icons: { info: 'Information', success: 'Done', error: 'Error', warning: 'Warning' },
};
