/** Text in the form in which it is compared: composed, in lower case. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Text in the form in which names are sorted and searched, without accents: `Éva` is `eva`. */
export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
