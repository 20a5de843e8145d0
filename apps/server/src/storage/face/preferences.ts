/** What a signer signed with last (SGN-11), as plain data that the use case understands; one value an account. */
export interface PreferenceStore {
  /** Undefined where nothing is remembered. */
  find(accountId: string): Promise<unknown>;
  /** In place of what was remembered; the last of several at once stays. */
  save(accountId: string, value: unknown): Promise<void>;
  /** Nothing is left of it. */
  forget(accountId: string): Promise<void>;
}
