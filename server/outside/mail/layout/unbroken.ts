import { bodyText } from '#shared/control-characters.ts';

/** Keeps an hour and its `am` or `pm` on one line. */
export function unbroken(text: string): string {
  return bodyText(text).replaceAll(/(?<=\d) (?=[ap]m\b)/g, '\u00a0');
}
