/** What the history state carries to the login page after a password was changed by a person who is signed out. */
export const passwordChanged = { passwordChanged: true } as const;

/** Whether the history state says so; anything else in it is somebody else's. */
export const isPasswordChanged = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'passwordChanged' in state;
