/** Text of elements as Playwright reads it. */
import type { Display } from './display.ts';

const ELEMENT = 1;
const TEXT = 3;
const UNREAD = new Set(['SCRIPT', 'NOSCRIPT', 'STYLE', 'HEAD']);

export type Words = string | RegExp;

export function inOneLine(text: string): string {
  return text
    .replaceAll(/[​­]/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

/** Whether a text is the wanted one: a string is found in any case and anywhere, unless it is exact. */
export function fits(text: string, wanted: Words, exact = false): boolean {
  if (typeof wanted !== 'string') return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(text);
  const [line, words] = [inOneLine(text), inOneLine(wanted)];
  return exact ? line === words : line.toLowerCase().includes(words.toLowerCase());
}

/** The text of an element, hidden parts included. */
export function textOf(element: Element): string {
  if (UNREAD.has(element.tagName)) return '';
  if (element.matches('input[type=submit], input[type=button]')) return element.getAttribute('value') ?? '';
  return Array.from(element.childNodes, (node) =>
    isElement(node) ? textOf(node) : node.nodeType === TEXT ? (node.nodeValue ?? '') : '',
  ).join('');
}

/** The texts that label a form field or a region. */
export function labelsOf(element: Element): string[] {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const named = ids.map((id) => element.ownerDocument.getElementById(id)).filter((label) => label !== null);
  if (named.length > 0) return named.map(textOf);
  const label = element.getAttribute('aria-label') ?? '';
  if (label.trim() !== '') return [label];
  if (!element.matches('button, meter, output, progress, select, textarea, input:not([type=hidden])')) return [];
  return labelsFor(element).map(textOf);
}

function labelsFor(field: Element): Element[] {
  const around = field.closest('label');
  const pointing = field.id === '' ? [] : [...field.ownerDocument.querySelectorAll('label[for]')];
  const own = pointing.filter((label) => label.getAttribute('for') === field.id);
  return around && !around.hasAttribute('for') ? [...own, around] : own;
}

/** What a visitor sees of an element, with the line breaks of blocks. */
export function innerText(element: Element, display: Display): string {
  if (!display.isShown(element)) return element.textContent;
  let text = '';
  let breaks = 0;
  for (const part of rendered(element, display)) {
    if (typeof part === 'number') {
      breaks = Math.max(breaks, part);
      continue;
    }
    const words = breaks > 0 || /(?:^|\s)$/.test(text) ? part.replace(/^ /, '') : part;
    if (words === '') continue;
    text = (text === '' || breaks === 0 ? text : text.trimEnd() + '\n'.repeat(breaks)) + words;
    breaks = 0;
  }
  return text.trim();
}

/** Pieces of text, and between them how many line breaks there are at least. */
function* rendered(element: Element, display: Display): Generator<string | number> {
  for (const node of element.childNodes) {
    if (node.nodeType === TEXT) yield (node.nodeValue ?? '').replaceAll(/[ \n\r\t]+/g, ' ');
    if (!isElement(node)) continue;
    if (node.localName === 'br') yield '\n';
    if (node.localName === 'br' || isUnread(node) || !display.isShown(node)) continue;
    const breaks = node.localName === 'p' ? 2 : display.isBlock(node) ? 1 : 0;
    if (breaks > 0) yield breaks;
    yield* rendered(node, display);
    if (/^t[dh]$/.test(node.localName) && node.nextElementSibling) yield '\t';
    if (breaks > 0) yield breaks;
  }
}

function isUnread(element: Element): boolean {
  return UNREAD.has(element.tagName) || element.localName === 'textarea';
}

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT;
}
