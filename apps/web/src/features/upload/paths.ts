/** The signing screen of a document; a service of another make may give ids with any letters. */
export const signPath = (document: string): string => `/sign/${encodeURIComponent(document)}`;
