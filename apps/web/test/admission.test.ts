import { limits, uploadType } from '@websign/contract';
import { describe, expect, it } from 'vitest';
import { folderType, refuseFile, refuseTogether } from '../src/common/files/admission.ts';

const file = (size: number, type: string = uploadType) => ({ name: 'a.pdf', size, type });

describe('what is refused before a byte is sent', () => {
  it('UP-3 takes a file of exactly 20 MB and refuses one byte more', () => {
    expect(refuseFile(file(limits.fileBytes))).toBeNull();
    expect(refuseFile(file(limits.fileBytes + 1))).toBe('fileTooBig');
  });

  it('UP-3 takes PDF only', () => {
    expect(refuseFile(file(10, 'text/plain'))).toBe('fileType');
    expect(refuseFile(file(10, ''))).toBe('fileType');
    expect(refuseFile(file(10, folderType))).toBe('folder');
  });

  it('UP-3 takes exactly 50 MB in all and refuses one byte more', () => {
    const part = file(limits.totalBytes / 5);
    expect(refuseTogether([part, part, part, part, part])).toBeNull();
    expect(refuseTogether([part, part, part, part, part, file(1)])).toBe('totalTooBig');
  });

  it('UP-2 LIM takes a thousand files in one request and refuses one more', () => {
    const many = Array.from({ length: limits.filesPerRequest }, () => file(1));
    expect(refuseTogether(many)).toBeNull();
    expect(refuseTogether([...many, file(1)])).toBe('tooMany');
  });
});
