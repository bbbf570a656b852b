/** How services are found by words: on the server, and at each key by the script of the page. */

/** Whether every word of the text occurs in what is said; also for an empty text. */
export function hasWords(said: string, text: string): boolean {
  const searched = said.toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => searched.includes(word));
}

/** How many of all kinds of work are shown; nothing for all of them. */
export function countWords(shown: number, all: number): string {
  if (shown === all) return '';
  return shown === 1 ? 'One kind of work.' : `${shown} of ${all} kinds of work.`;
}
