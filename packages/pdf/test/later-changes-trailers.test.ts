import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { FIELD, told } from './later-changes-bytes.ts';
import { latin1 } from './support.ts';

const isTold = (parts: Parameters<typeof told>[0]): boolean =>
  told(parts).some((line) => line.startsWith('unlisted_object'));
const inData = (data: string): boolean => isTold({ body: latin1(streamBody(data)) });

describe('the word of a trailer in what an update brings', () => {
  const OTHER_TRAILER = '<</Size 990/Root 170 0 R>>';

  it.each([
    ['a line of the data of a stream', `x\ntrailer\n${OTHER_TRAILER}`],
    ['what readers take for the end of a stream', `\nendstream\nendobj\ntrailer ${OTHER_TRAILER}`],
    ['the middle of a line', `x trailer${OTHER_TRAILER}`],
    ['a comment', `%trailer ${OTHER_TRAILER}`],
    ['another word', `xtrailer ${OTHER_TRAILER}`],
    ['front of a long comment', `trailer %${'x'.repeat(5000)}\n${OTHER_TRAILER}`],
    ['front of a dictionary that breaks off', 'trailer <</Size 990/Root 170 0 R'],
    ['front of a dictionary of more than 4,096 bytes', `trailer <</Root 1 0 R/A(${'x'.repeat(4078)})>>`],
    ['front of one with another information dictionary', 'trailer <</Root 1 0 R/Info 120 0 R>>'],
    ['front of one with two catalogs', 'trailer <</Root 170 0 R/Root 1 0 R>>'],
    ['front of one that encrypts', 'trailer <</Root 1 0 R/Encrypt<</Filter/Standard>>>>'],
  ])('MAP-8 is told in %s', (_, data) => {
    expect(inData(data)).toBe(true);
  });

  it('MAP-8 is told in strings, in comments and in what else stands between objects', () => {
    expect(isTold({ body: FIELD.replace('(Eleni)', `(Eleni trailer ${OTHER_TRAILER})`) })).toBe(true);
    expect(isTold({ after: `% trailer ${OTHER_TRAILER}\n` })).toBe(true);
    expect(isTold({ before: `%trailer\n% none\n%\rtrailer ${OTHER_TRAILER}\n` })).toBe(true);
    expect(isTold({ end: `%trailer ${OTHER_TRAILER}\n` })).toBe(true);
  });

  it.each([
    ['what the section says', 'trailer <</Size 9/Root 1 0 R/Info 160 0 R>>'],
    ['the same in 4,096 bytes', `trailer <</Root 1 0 R/A(${'x'.repeat(4077)})>>`],
    ['no document', 'trailer <</Size 9>>'],
    ['other things', 'trailer park <</Info 120 0 R>> trailer (x) trailer [170 0 R] trailer 170 0 R'],
    ['nothing', 'trailer'],
    ['what another word is before', 'trapper<</Info 120 0 R>>'],
  ])('is nothing where it says %s', (_, data) => {
    expect(inData(data)).toBe(false);
  });

  it('costs no more than a file may, however often it stands there', () => {
    const words = latin1(streamBody('%trailer '.repeat(50_000)));
    const many = latin1(streamBody('trailer <<'.repeat(50_000)));
    expect(told({ body: words })).toContainEqual(expect.stringMatching(/^limit/));
    expect(told({ body: many })).toContainEqual(expect.stringMatching(/^(limit|unlisted_object)/));
  });
});

describe('an entry of a trailer in what an update brings, without a word before it', () => {
  it.each([
    '<</Root 170 0 R>>',
    'endstream endobj <</Size 9/Root 170 0 R/Foo(',
    '/Root% a comment\n170 0 R',
    '/R#6fot 170 0 R',
    '/Root#00x 170 0 R',
    '/Root +170 0 R',
    '/Root 170 -0 R',
    '/Root<</Type/Catalog/Pages 2 0 R>>',
    '/Root<</Type/Catalog/Pages 2 0 R',
    '/Encrypt<</Filter/Standard>>',
    '/#45ncrypt 170 0 R',
  ])('MAP-8 is told where it names another document: %s', (data) => {
    expect(inData(data)).toBe(true);
  });

  it('MAP-8 is told between objects, and in them', () => {
    expect(isTold({ after: '<</Root 170 0 R>>\n' })).toBe(true);
    expect(isTold({ before: '<</Encrypt<</Filter/Standard>>>>\n' })).toBe(true);
    expect(isTold({ body: '<</A(\nendobj <</Root 170 0 R>>)>>' })).toBe(true);
  });

  it('MAP-8 is told of another catalog behind an encryption that is another, too', () => {
    expect(inData('/Encrypt<</Filter/Standard>>/Root 170 0 R')).toBe(true);
    expect(inData('/Encrypt 5/Encrypt<</Filter/Standard>>/Root 1 0 R')).toBe(true);
  });

  it.each([
    '<</Size 9/Root 1 0 R>>',
    '/Rooted 170 0 R /StructTreeRoot 170 0 R /Encrypted<</Filter/Standard>>',
    '/Root<</MCID 0>>BDC /Root BMC /Root/P 5 0 R',
    'Root 170 0 R',
    '/Root',
    '/',
  ])('is nothing elsewhere: %s', (data) => {
    expect(inData(data)).toBe(false);
  });

  it('costs no more than a file may, however often it stands there', () => {
    expect(told({ body: latin1(streamBody('%/Root '.repeat(50_000))) })).toContainEqual(
      expect.stringMatching(/^limit/),
    );
    const many = '/Root<</A '.repeat(50_000);
    expect(told({ body: latin1(streamBody(many)) })).toContainEqual(
      expect.stringMatching(/^(limit|unlisted_object)/),
    );
  });
});
