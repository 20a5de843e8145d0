/** Whether Greek letters were typed where a person most likely wanted Latin ones. */
export function hasGreekLetters(text: string): boolean {
  return /\p{Script=Greek}/u.test(text);
}
