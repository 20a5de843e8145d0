import type { AppConfig } from '@websign/contract';
import type { Config } from '../config.ts';

/** What the browser is told before anybody signs in. */
export const publicFacts = (config: Config, version: string): AppConfig => ({
  demo: config.demo,
  faqUrl: config.FAQ_URL,
  manualUrl: config.MANUAL_URL,
  securityManualUrl: config.SECURITY_MANUAL_URL,
  ministry: config.MINISTRY,
  ministryUrl: config.MINISTRY_URL,
  implementer: config.IMPLEMENTER,
  implementerUrl: config.IMPLEMENTER_URL,
  accessibilityContact: config.ACCESSIBILITY_CONTACT,
  uploadUrl: config.UPLOAD_ORIGIN,
  timeZone: config.TIME_ZONE,
  keepOriginalHours: config.KEEP_ORIGINAL_HOURS,
  keepSignedDays: config.KEEP_SIGNED_DAYS,
  evidenceSheets: config.demo || config.SEAL_P12_FILE !== '',
  providerName: config.PROVIDER_NAME,
  version,
});
