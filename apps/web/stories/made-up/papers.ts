import * as papers from 'virtual:papers';
import { uploadType } from '@websign/contract';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const blobOf = (base64: string) => new Blob([bytesOf(base64)], { type: uploadType });

/** An everyday letter of two pages, and the same after an update that changed its second page. */
export const letter = blobOf(papers.letter);
export const rewritten = blobOf(papers.rewritten);
/** A link on the second page runs a script. */
export const scripted = blobOf(papers.scripted);
/** A form with a filled field and a script, and its safe copy. */
export const form = blobOf(papers.form);
export const copied = blobOf(papers.copied);
/** White words on the white paper of both pages. */
export const hidden = blobOf(papers.hidden);

/** A file as it comes from somebody's disk. */
export const fileOf = (name: string, bytes: Blob = letter): File =>
  new File([bytes], name, { type: uploadType });
