/** The browser's routes (NAV-1) with the names that titles use (NAV-5). */
export const routes = {
  home: { path: '/', session: 'required' },
  login: { path: '/login', session: 'forbidden' },
  sign: { path: '/sign/:documentId', session: 'required' },
  sign_return: { path: '/sign/return', session: 'required' },
  preview: { path: '/sign/:documentId/preview', session: 'required' },
  history: { path: '/history', session: 'required' },
  certificates: { path: '/certificates', session: 'required' },
  verify: { path: '/verify', session: 'required' },
  change_password: { path: '/change_password', session: 'any' },
  accessibility: { path: '/accessibility', session: 'any' },
} as const;
export type RouteName = keyof typeof routes;

/** A parameter stands for one part of a path. Like the browser's router: without regard to case or a last slash. */
const patterns = Object.values(routes).map(
  ({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`, 'i'),
);

/** Whether the browser's application has a screen at this path, as it stands in an address. */
export const isRoute = (path: string): boolean => patterns.some((pattern) => pattern.test(path));

/** Paths of the API. */
export const api = {
  login: '/api/login',
  logout: '/api/logout',
  ping: '/api/ping',
  config: '/api/config',
  upload: '/api/upload_document',
  document: (id: string) => `/api/documents/${encodeURIComponent(id)}`,
  findings: (id: string) => `/api/documents/${encodeURIComponent(id)}/findings`,
  file: (id: string) => `/api/documents/${encodeURIComponent(id)}/file`,
  occupied: (id: string) => `/api/documents/${encodeURIComponent(id)}/occupied`,
  safeCopy: (id: string) => `/api/documents/${encodeURIComponent(id)}/safe_copy`,
  freePlaces: '/api/free_places',
  group: (id: string) => `/api/groups/${encodeURIComponent(id)}`,
  zip: (id: string) => `/api/groups/${encodeURIComponent(id)}/zip`,
  history: '/api/history',
  historyRow: (id: string) => `/api/history/${encodeURIComponent(id)}`,
  historyCsv: '/api/history.csv',
  certificates: '/api/certificates',
  preferences: '/api/preferences',
  changePassword: '/api/change_password',
  requestOtp: '/api/request_otp',
  resyncOtp: '/api/resync_otp',
  send: '/api/send_document',
  sign: '/api/sign_document',
  verify: '/api/verify_document',
  evidence: (id: string) => `/api/documents/${encodeURIComponent(id)}/evidence`,
  signing: (id: string) => `/api/signings/${encodeURIComponent(id)}`,
  completeSigning: (id: string) => `/api/signings/${encodeURIComponent(id)}/complete`,
} as const;
