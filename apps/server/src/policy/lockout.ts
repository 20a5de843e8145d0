/** Where an attempt comes from: strangers and logins, or a live session of the account. */
export type Origin = 'login' | 'session';
export type Factor = 'password' | 'otp';
/** `wrong_otp` says that the password was right. */
export type Verdict = 'right' | 'wrong_password' | 'wrong_otp';
