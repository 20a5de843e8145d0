/**
 * Words of which one in place of another makes a sentence say something else, though they are short or share most of their letters: forms
 * of one word are in one string, and what excludes each other is in one list.
 */
const KINDS: readonly (readonly string[])[] = [
  (
    'one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen,' +
    'twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety,hundred,thousand,million,billion'
  ).split(','),
  (
    'ένα ένας μία μια ενός μιας,δύο,τρία τρεις τριών,τέσσερα τέσσερις τεσσάρων,πέντε,έξι,επτά εφτά,οκτώ οχτώ,εννέα εννιά,δέκα,έντεκα,δώδεκα,' +
    'δεκατρία δεκατρείς,δεκατέσσερα δεκατέσσερις,δεκαπέντε,δεκαέξι,δεκαεπτά,δεκαοκτώ,δεκαεννέα,είκοσι,τριάντα,σαράντα,πενήντα,' +
    'εξήντα,εβδομήντα,ογδόντα,ενενήντα,εκατό,διακόσια διακόσιες,τριακόσια τριακόσιες,πεντακόσια πεντακόσιες,χίλια χίλιες,χιλιάδες,εκατομμύρια'
  ).split(','),
  'day days,week weeks,month months,year years,hour hours,minute minutes'.split(','),
  'ημέρα ημέρες ημερών ημέρας,εβδομάδα εβδομάδες εβδομάδων,μήνας μήνα μήνες μηνών,έτος έτη ετών έτους,ώρα ώρες ωρών,λεπτά λεπτών'.split(
    ',',
  ),
  'January,February,March,April,May,June,July,August,September,October,November,December'.split(','),
  (
    'Ιανουάριος Ιανουαρίου,Φεβρουάριος Φεβρουαρίου,Μάρτιος Μαρτίου,Απρίλιος Απριλίου,Μάιος Μαΐου,Ιούνιος Ιουνίου,Ιούλιος Ιουλίου,' +
    'Αύγουστος Αυγούστου,Σεπτέμβριος Σεπτεμβρίου,Οκτώβριος Οκτωβρίου,Νοέμβριος Νοεμβρίου,Δεκέμβριος Δεκεμβρίου'
  ).split(','),
  'yes,no'.split(','),
  'ναι,όχι'.split(','),
  'with,without'.split(','),
  'before,after'.split(','),
  'πριν,μετά'.split(','),
  'minimum,maximum'.split(','),
  'ελάχιστο ελάχιστη,μέγιστο μέγιστη'.split(','),
  'gross,net'.split(','),
  'buyer buyers,seller sellers'.split(','),
  'lender,borrower'.split(','),
  'lessor,lessee'.split(','),
  'licensor,licensee'.split(','),
  'employer,employee'.split(','),
  'credit,debit'.split(','),
  'χρέωση,πίστωση'.split(','),
  'creditor,debtor'.split(','),
  'plaintiff,defendant'.split(','),
  'limited,unlimited'.split(','),
  'valid,invalid'.split(','),
  'lawful,unlawful'.split(','),
  'εκμισθωτής εκμισθωτή,μισθωτής μισθωτή'.split(','),
  'εργοδότης εργοδότη,εργαζόμενος εργαζομένου εργαζόμενο'.split(','),
  'δανειστής δανειστή,δανειολήπτης δανειολήπτη,οφειλέτης οφειλέτη'.split(','),
  'ενάγων ενάγοντος ενάγοντα,εναγόμενος εναγομένου εναγόμενο'.split(','),
  'ορισμένου,αορίστου'.split(','),
  'έγκυρη έγκυρο,άκυρη άκυρο'.split(','),
  'πωλητής πωλητή,αγοραστής αγοραστή'.split(','),
  'accepted,rejected,refused'.split(','),
  'εγκρίνεται εγκρίνει,απορρίπτεται απορρίπτει'.split(','),
  'increase increased,decrease decreased,reduced'.split(','),
];

const LETTERS = /[^\p{L}]/gu;
/** Without accents, which Greek capitals have none of. */
const plain = (word: string): string =>
  word.normalize('NFD').replace(LETTERS, '').toLowerCase().replaceAll('ς', 'σ');

/** Of each word, those that exclude it. */
const OTHERS: ReadonlyMap<string, readonly string[]> = new Map(
  KINDS.flatMap((kind) =>
    kind.flatMap((forms, at) => {
      const others = kind.flatMap((other, which) => (which === at ? [] : other.split(' ')));
      return forms.split(' ').map((form) => [plain(form), others] as const);
    }),
  ),
);

/** Words that exclude the one that is said, written as it is: in capitals, with a first one, or in small letters. */
export function wordsInstead(said: string): readonly string[] {
  const letters = said.normalize('NFC').replace(LETTERS, '');
  const others = OTHERS.get(plain(said)) ?? [];
  if (letters.length > 1 && letters === letters.toUpperCase()) return others.map(capitals);
  const isFirst = letters.slice(0, 1) !== letters.slice(0, 1).toLowerCase();
  return others.map(
    (other) => (isFirst ? other.slice(0, 1).toUpperCase() : other.slice(0, 1).toLowerCase()) + other.slice(1),
  );
}

/** Greek capitals have no accents. */
const capitals = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\u0301/g, '')
    .normalize('NFC')
    .toUpperCase();
