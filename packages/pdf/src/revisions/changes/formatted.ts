const DIGITS = /\p{Nd}/gu;
/** Digits of a group behind a separator of thousands. */
const GROUP = /^\p{Nd}*[.,]\p{Nd}{3}$/u;

/**
 * Whether a text shows a value as a script formats it (§12.6.3, the trigger F): with other separators, with a currency
 * or in percent, and rounded. A value that is no number may be written otherwise, as dates are: that is not known.
 */
export function isFormattedAs(shown: string, value: string): 'yes' | 'no' | 'unread' {
  const number = Number(value.replace(',', '.'));
  if (value === '' || !Number.isFinite(number)) return digitsOf(shown) === digitsOf(value) ? 'yes' : 'unread';
  const digits = shown.replaceAll(/[^\p{Nd}.,]/gu, '').replace(/^[.,]+|[.,]+$/g, '');
  const factor = shown.includes('%') ? 100 : 1;
  const readings = readingsOf(digits).map(({ amount, places }) => {
    const wanted = Math.abs(number) * factor;
    return Math.abs(amount - wanted) <= 0.5001 * 10 ** -places;
  });
  if (!readings.includes(true)) return 'no';
  const isClear = !GROUP.test(digits) || !readings.includes(false);
  return isClear && isNegative(shown) === number < 0 ? 'yes' : 'unread';
}

/** What an amount may mean: its last separator parts the decimals, or thousands like all others. */
function readingsOf(digits: string): { amount: number; places: number }[] {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const whole = digits.replaceAll(/[.,]/g, '');
  const places = last < 0 ? 0 : digits.length - last - 1;
  const readings = [{ amount: Number(whole) / 10 ** places, places }];
  if (places === 3) readings.push({ amount: Number(whole), places: 0 });
  return whole === '' ? [] : readings;
}

/** A sign or a bracket before the digits; in telephone numbers they stand there, too. */
const isNegative = (text: string): boolean => /^\P{Nd}*[-\u2212(]/u.test(text);

/** Digits of a text, of whatever script, without zeros before them. */
const digitsOf = (text: string): string => (text.match(DIGITS) ?? []).join('').replace(/^0+(?=.)/, '');
