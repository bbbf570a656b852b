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
