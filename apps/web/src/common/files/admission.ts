import { limits, uploadType } from '@websign/contract';

/** Why a selection is refused before a byte is sent, and by which file (UP-3). */
export type Refusal = 'folder' | 'fileType' | 'fileTooBig' | 'totalTooBig' | 'tooMany';

/** The media type under which a dropped folder stands among the files. */
export const folderType = 'inode/directory';

interface Candidate {
  name: string;
  size: number;
  type: string;
}

/** What speaks against one file by itself; null when it may be queued. */
export function refuseFile(file: Candidate): Refusal | null {
  if (file.type === folderType) return 'folder';
  if (file.type !== uploadType) return 'fileType';
  return file.size > limits.fileBytes ? 'fileTooBig' : null;
}

/** What speaks against the files as one request; null when they may be sent together. */
export function refuseTogether(files: Candidate[]): Refusal | null {
  if (files.length > limits.filesPerRequest) return 'tooMany';
  const total = files.reduce((sum, file) => sum + file.size, 0);
  return total > limits.totalBytes ? 'totalTooBig' : null;
}
