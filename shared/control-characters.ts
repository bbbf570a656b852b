const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
const CONTROLS_BUT_LINES = new RegExp(`(?![\\n\\t])${CONTROLS.source}`, 'u');
const RUNS = new RegExp(`(?:${CONTROLS.source})+`, 'gu');
const RUNS_BUT_LINES = new RegExp(`(?:${CONTROLS_BUT_LINES.source})+`, 'gu');

/** They must not reach a mail header, a calendar file or a log. */
export function hasControls(text: string): boolean {
  return CONTROLS.test(text);
}

export function headerLine(text: string): string {
  return text.replaceAll(RUNS, ' ').replaceAll(/ {2,}/g, ' ').trim();
}

export function bodyText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(RUNS_BUT_LINES, '');
}
