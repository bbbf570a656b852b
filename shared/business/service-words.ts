/** Used by the server, and at each key by the script of the page. */

/** Every word occurs; true for an empty text. */
export function hasWords(said: string, text: string): boolean {
  const searched = said.toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => searched.includes(word));
}

/** Nothing when all are shown. */
export function countWords(shown: number, all: number): string {
  if (shown === all) return '';
  return shown === 1 ? 'One kind of work.' : `${shown} of ${all} kinds of work.`;
}
