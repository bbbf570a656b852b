export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
