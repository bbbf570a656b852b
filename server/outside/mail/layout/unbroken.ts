import { bodyText } from '#shared/control-characters.ts';

/** Text for the HTML body in which no line ends between an hour and its `am` or `pm`. */
export function unbroken(text: string): string {
  return bodyText(text).replaceAll(/(?<=\d) (?=[ap]m\b)/g, '\u00a0');
}
