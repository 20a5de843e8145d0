import type { AppConfig } from '@websign/contract';
import type { Answers } from '../world/answers.ts';

export const config: AppConfig = {
  demo: false,
  faqUrl: '',
  manualUrl: '',
  securityManualUrl: '/security-manual.{locale}.pdf',
  ministry: 'Υπουργείο Ψηφιακής Διακυβέρνησης',
  ministryUrl: 'https://mindigital.gr',
  implementer: '',
  implementerUrl: '',
  accessibilityContact: '',
  uploadUrl: '',
  timeZone: 'Europe/Athens',
  keepOriginalHours: 24,
  keepSignedDays: 30,
  evidenceSheets: true,
  providerName: '',
  version: '0.1.0',
};

/** What is asked on every screen; a story may answer it otherwise. */
export const always: Answers = {
  'GET /api/config': config,
  'GET /api/ping': null,
  'POST /api/logout': null,
  'GET /api/preferences': { preferences: null },
  'PUT /api/preferences': null,
  'DELETE /api/preferences': null,
};
