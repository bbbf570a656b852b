/** Removes invisible characters, and replaces look-alikes of the space and the hyphen. Never clean passwords. */

/** Invisible, but emoji and many scripts need them after a character of their own. */
const JOINERS = '\\u200c\\u200d\\ufe00-\\ufe0f\\u180b-\\u180d\\u180f\\u{e0100}-\\u{e01ef}';
const STRAY_JOINERS = new RegExp(
  `(?<![^\\p{ASCII}\\p{Script=Latin}\\p{Z}\\p{Default_Ignorable_Code_Point}]\\ufe0f?)[${JOINERS}]`,
  'gu',
);
/** Letters without ink, marks that reorder text, controls, halves of characters. */
const INVISIBLE = new RegExp(
  `(?![${JOINERS}\\t-\\r\\u0085])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cs}\\ufff9-\\ufffb]`,
  'gu',
);
const ALL_JOINERS = new RegExp(`[${JOINERS}]`, 'gu');
const HYPHENS = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;

/** More accents on one letter than any script has. */
const TOO_MANY_ACCENTS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

const PLAIN = /^[ -~]*$/;

/** Normalizing takes quadratic time: thousands of accents on one letter took seconds. */
function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return PLAIN.test(text) ? text : text.replaceAll(TOO_MANY_ACCENTS, '$1').normalize(form);
}

/** PostgreSQL can't store NUL. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}

function withoutInvisible(text: string): string {
  if (PLAIN.test(text)) return text;
  return normalized(text, 'NFC').replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINERS, '');
}

/** One line, with single spaces and plain hyphens. */
export function cleanLine(text: string): string {
  return withoutInvisible(text)
    .replaceAll(/[\s\u0085\u2800]+/g, ' ')
    .replaceAll(HYPHENS, '-')
    .trim();
}

/** Keeps line breaks, tabs and dashes. */
export function cleanLines(text: string): string {
  return withoutInvisible(text)
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\S\n\t]|\u2800/g, ' ')
    .trim();
}

/** A line without joiners; full-width and other compatible characters become plain (NFKC). */
export function cleanContact(text: string): string {
  return cleanLine(normalized(text, 'NFKC').replaceAll(ALL_JOINERS, ''));
}
