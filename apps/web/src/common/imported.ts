/**
 * Imports what is fetched on demand. Chromium keeps for the life of the document that a module could not be fetched, and
 * does not ask for it again (whatwg/html#6768): another try asks by another address, after the one that the error names.
 */
export async function imported<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\S+\.js/.exec(String(error))?.[0];
    if (address === undefined) throw error;
    return import(/* @vite-ignore */ `${address}?${Date.now()}`);
  }
}
