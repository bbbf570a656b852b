/** One form of names, addresses and phone numbers, for stored columns and searches. */
import { phoneParts } from './phone.ts';

/** Accents, invisible characters, and all that is typed as an apostrophe. */
const IGNORED = /[\p{M}\p{Cf}'‘’‛′`ʹʻʼʽʾʿˈ]/gu;

const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
};

const DIGITS_AT_END = /\d[\s().-]*\d[\s().-]*\d[\s().-]*\d[\s().-]*$/;

/** Of the United States, with a plus sign or before ten digits. */
const COUNTRY_CODE = /(?<![\p{L}\d])(?:\+1(?=\d)|1(?=\d{10}(?!\d)))/gu;

/** Lower case, single spaces, no punctuation. A phone number is one word, without country code and extension. */
export function searchText(text: string): string {
  const { number } = phoneParts(text.trim());
  return (
    (DIGITS_AT_END.test(number) ? number : text)
      // NFKD splits this apostrophe into a space and an accent.
      .normalize('NFC')
      .replaceAll('´', '')
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[łøßæœđðþħŧıς]/g, (letter) => LETTERS[letter]!)
      .normalize('NFKD')
      .replaceAll(IGNORED, '')
      .replaceAll(/(?<=\d)[\s().\p{Pd}]+(?=\d)/gu, '')
      .replaceAll(/\+\D+(?=1\d)/g, '+')
      .replaceAll(COUNTRY_CODE, '')
      .replaceAll(/[^\p{L}\p{N}@]+/gu, ' ')
      .trim()
  );
}

export function searchKey(...texts: readonly (string | null)[]): string {
  return texts.map((text) => searchText(text ?? '')).join(' ');
}

/** Words stay as typed, because "ann.cruz" means neither "cruz" nor "ann". */
export function searchWords(search: string): string[] {
  const whole = searchText(search);
  const hasLetter = (word: string) => /\p{L}/u.test(word);
  // An extension is in no stored text.
  const typed = search
    .split(/[\s,;]+/u)
    .map(searchText)
    .filter((word) => hasLetter(word) && whole.includes(word));
  const numbers = whole.split(' ').filter((word) => word !== '' && !hasLetter(word));
  return [...new Set([...typed, ...numbers])];
}
