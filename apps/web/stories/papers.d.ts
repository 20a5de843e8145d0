/** The PDFs of the stories, in base64; made when they are served (serve/papers.ts). */
declare module 'virtual:papers' {
  /** An everyday letter of two pages. */
  export const letter: string;
  /** The letter after an update that writes other words on its second page. */
  export const rewritten: string;
  /** A link on its second page runs a script. */
  export const scripted: string;
  /** A form with a filled field and a script, and its safe copy. */
  export const form: string;
  export const copied: string;
  /** White words on the white paper of both pages. */
  export const hidden: string;
}
