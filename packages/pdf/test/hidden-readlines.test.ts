import { describe, expect, it } from 'vitest';
import { type Print, type Printed, toldOfPrinted } from './hidden-printed.ts';

const CONTRACT = [
  'This agreement is made between the landlord and the tenant',
  'who is entitled to use the house and the garden from today',
  'The tenant shall repay the deposit at the end of the contract',
  'and the landlord shall return the rest within three months',
  'of the day on which the house is handed over in good order',
  'All notices are sent to the address that is written above',
  'The balance of the account is -1.450,00 on the day of today',
  'and of 31 years of rent -5 per cent are not paid until now',
  'Not all parts of the house are handed over with the garden',
  'and the parties have read this text and agree to all of it',
];
const GREEK = [
  'Το συμφωνητικό αυτό υπογράφεται μεταξύ του εκμισθωτή και',
  'του μισθωτή ο οποίος θα χρησιμοποιεί το ακίνητο από σήμερα',
  'δεν καταβάλλεται προκαταβολή και το μίσθωμα την πρώτη του μηνός',
  'στον λογαριασμό που αναγράφεται στο τέλος του κειμένου',
  'Οι ειδοποιήσεις αποστέλλονται στη διεύθυνση των μερών',
  'τα οποία διάβασαν το κείμενο και συμφωνούν με όλους τους όρους',
];

/** What is told where one line of a text, that has some words, is said otherwise. */
function told(
  text: readonly string[],
  words: string,
  other: (line: string) => string,
  print?: Print,
): string[] {
  const lines = text.map(
    (line): Printed => ({ shown: line, said: line.includes(words) ? other(line) : line }),
  );
  expect(lines.filter((line) => line.shown !== line.said)).toHaveLength(1);
  return toldOfPrinted(lines, print);
}

describe('UP-6: recognised lines that are others than a scan shows', () => {
  const SHOWN = CONTRACT[5] ?? '';
  const more = `${SHOWN} and may be published there`;
  const twice = `${SHOWN.replace('above', 'below')} ${SHOWN}`;

  it.each<[string, string]>([
    ['that say more than there is room for', more],
    ['that say two texts', twice],
  ])('%s', (_, said) => expect(told(CONTRACT, SHOWN, () => said, { byLine: true })).toEqual([said]));

  it('whose words each lie on the ink of the one before', () => {
    const said = 'notices are sent to the address that is written above';
    expect(told(CONTRACT, SHOWN, () => said)).toEqual([said]);
  });
});

describe('UP-6: what stands beside recognised words and is not recognised', () => {
  it('a word before them that turns the sentence', () => {
    expect(told(CONTRACT, 'Not all', (line) => line.replace('Not ', ' '))).toEqual(['all']);
    expect(told(GREEK, 'δεν', (line) => line.replace('δεν ', ' '), { face: 'own' })).toEqual([
      'καταβάλλεται',
    ]);
  });

  it.each(['-1.450,00', '-5'])('the sign of %s', (number) =>
    expect(told(CONTRACT, number, (line) => line.replace(number, number.slice(1)))).toEqual([
      number.slice(1),
    ]),
  );
});

describe('SGN-7: no warning of recognised lines that a scan shows', () => {
  it.each<[string, Print]>([
    ['word by word', {}],
    ['line by line', { byLine: true }],
  ])('%s', (_, print) =>
    expect(
      toldOfPrinted(
        CONTRACT.map((shown) => ({ shown })),
        print,
      ),
    ).toEqual([]),
  );

  it('of which a word before them is not recognised that turns nothing', () => {
    expect(told(CONTRACT, 'and the parties', (line) => line.replace('and ', ' '))).toEqual([]);
    expect(told(GREEK, 'στον', (line) => line.replace('στον ', ' '), { face: 'own' })).toEqual([]);
  });

  it('of which a dash before a number is not recognised', () => {
    const text = CONTRACT.map((line) => line.replace('-5', '- 5'));
    expect(told(text, '- 5', (line) => line.replace('- 5', ' 5'))).toEqual([]);
  });
});
