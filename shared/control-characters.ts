/** C0 and C1 controls, line and paragraph separators, and the marks that reorder text. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
/** The same, for text of several lines. */
const CONTROLS_BUT_LINES = new RegExp(`(?![\\n\\t])${CONTROLS.source}`, 'u');
const RUNS = new RegExp(`(?:${CONTROLS.source})+`, 'gu');
const RUNS_BUT_LINES = new RegExp(`(?:${CONTROLS_BUT_LINES.source})+`, 'gu');

/** Whether text of one line has characters that must not reach a mail header, a calendar file or a log. */
export function hasControls(text: string): boolean {
  return CONTROLS.test(text);
}

/** The same for text of several lines: line breaks and tabs are allowed. */
export function hasControlsInLines(text: string): boolean {
  return CONTROLS_BUT_LINES.test(text);
}

/** One line for a header: controls become a space. */
export function headerLine(text: string): string {
  return text.replaceAll(RUNS, ' ').replaceAll(/ {2,}/g, ' ').trim();
}

/** Text for a body: lines stay, other controls go. */
export function bodyText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(RUNS_BUT_LINES, '');
}
