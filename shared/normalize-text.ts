/** Normalizes text for comparison: NFC, lower case. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Normalizes names for sorting and searching, without accents: `Éva` becomes `eva`. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** The digits of a phone number: `(805) 555-0101` becomes `8055550101`. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
