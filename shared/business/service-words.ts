export function hasWords(said: string, text: string): boolean {
  const searched = said.toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => searched.includes(word));
}

export function countWords(shown: number, all: number): string {
  if (shown === all) return '';
  return shown === 1 ? 'One kind of work.' : `${shown} of ${all} kinds of work.`;
}
