/** A message: what happened, and what to do. */
export interface Wording {
  readonly title: string;
  readonly text: string;
}

/** The message of these sentences: the first one is its title, without the period. */
export function wordingOf(sentences: string): Wording {
  const end = sentences.indexOf('. ');
  return { title: sentences.slice(0, end), text: sentences.slice(end + 2) };
}
