/** The constants of the specification (LIM): server and browser import them from here and nowhere else. */
export const limits = {
  /** Bytes a single uploaded file may have (UP-3). */
  fileBytes: 20 * 1024 * 1024,
  /** Bytes all files of one upload request may have (UP-3). */
  totalBytes: 50 * 1024 * 1024,
  /** Bytes of a refused upload that are still read before the connection is closed (UP-3). */
  drainBytes: 60 * 1024 * 1024,
  /** Files in one upload request (UP-2). */
  filesPerRequest: 1000,
  /** Files in one verification request. */
  filesPerVerification: 50,
  /** Files in one upload group, over all requests: a group is listed, and fetched as an archive, as a whole (UP-4). */
  documentsPerGroup: 2000,
  /** Characters of JSON that the files of a group, or of a request, have beside their bytes: page sizes, findings. */
  factsPerGroup: 16 * 1024 * 1024,
  /** Failures that lock an account (SES-5). */
  failures: 5,
  /** Milliseconds an account stays locked (SES-5). */
  lockMs: 5 * 60 * 1000,
  /** Milliseconds for which a one-time code that was sent holds, and until the next may be asked for. */
  codeMs: 5 * 60 * 1000,
  codePauseMs: 60 * 1000,
  /** One-time codes that are sent to a signer in 24 hours. */
  codesPerDay: 40,
  passwordLength: 8,
  passwordSymbols: '!@#$%^&*()_-',
  /** Milliseconds until a popup closes by itself (POP-1). */
  popupMs: 3000,
  popupUploadMs: 15_000,
  /** Milliseconds of idleness after which a session ends, and of its whole life (SES-4). */
  sessionIdleMs: 30 * 60 * 1000,
  sessionMs: 12 * 60 * 60 * 1000,
  /** Milliseconds before the idle end at which a dialog offers to go on (SES-4). */
  sessionWarningMs: 2 * 60 * 1000,
  /** Digits of a groupId (UP-4). */
  groupIdDigits: 20,
  usernameLength: 128,
  passwordMaxLength: 256,
  reasonLength: 200,
  titleLength: 200,
  documentsPerSigning: 1000,
  /** Points that a remembered place may measure, and the highest page that it may name. */
  placePoints: 20_000,
  placePage: 100_000,
  /** Signed documents a signer may send by e-mail in 24 hours. */
  sendsPerDay: 20,
  /** Characters of an e-mail address (RFC 5321 §4.5.3.1.3, without the angle brackets). */
  addressLength: 254,
  /** Characters of a state, a code or an error that a provider's page hands back. */
  authorizationLength: 4096,
  searchLength: 200,
  /** Rows of a history page: the default, and the most. */
  historyPage: 25,
  historyPageMax: 100,
  /** Days before a certificate's end at which its holder is warned (CRT-1). */
  certificateWarningDays: 30,
} as const;

export const uploadType = 'application/pdf';
export const appName = 'WebSign';
export const defaultLocale = 'el';
export const fallbackLocale = 'en';
/** Keys in session storage (SES-1). */
export const sessionKeys = { sessionId: 'sessionId', user: 'user' } as const;
