/** NFC, lower case. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** `(805) 555-0101` becomes `8055550101`. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
