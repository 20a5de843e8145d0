const DIGIT = /^\p{Nd}$/u;
/** A digit of another script. Those of full width and of formulas look like the Latin ones. */
const FOREIGN = /^(?![0-9\uff10-\uff19\u{1d7ce}-\u{1d7ff}])\p{Nd}$/u;

/** Whether eyes may read it as another digit where it stands in a number of Latin ones: a ring is a five in Arabic. */
export const isForeignDigit = (text: string): boolean => FOREIGN.test(text);

/** Whether one of two digits is of another script than the other. */
export const isMixed = (one: string, other: string): boolean =>
  DIGIT.test(one) && DIGIT.test(other) && isForeignDigit(one) !== isForeignDigit(other);
