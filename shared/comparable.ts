/** Text in the form in which it is compared: composed, in lower case. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
