/** C0 and C1 controls, line and paragraph separators, and the marks that reorder text. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const RUNS = new RegExp(`(?:${CONTROLS.source})+`, 'gu');
const RUNS_BUT_LINES = new RegExp(`(?:(?![\\n\\t])${CONTROLS.source})+`, 'gu');

export function hasControls(text: string): boolean {
  return CONTROLS.test(text);
}

/** One line for a header: controls become a space. */
export function headerLine(text: string): string {
  return text.replaceAll(RUNS, ' ').replaceAll(/ {2,}/g, ' ').trim();
}

/** Text for a body: lines stay, other controls go. */
export function bodyText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(RUNS_BUT_LINES, '');
}
