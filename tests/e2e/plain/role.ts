/** Roles and names of elements as Playwright finds them. */
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { RoleOptions } from '../any-page.ts';
import type { Display } from './display.ts';
import { fits, inOneLine } from './text.ts';

const SECTIONS = 'article, aside, main, nav, section';

function roleOf(element: Element): string | null {
  const explicit = element.getAttribute('role');
  if (explicit !== null) return explicit;
  const tag = element.localName;
  if (tag === 'summary') return null;
  if (tag === 'caption') return 'caption';
  if (element.matches('input[type=password], input[type=date]')) return 'textbox';
  if (element.matches('input[type=file]')) return 'button';
  if (tag === 'th' && element.getAttribute('scope') === 'row') return 'rowheader';
  if (tag === 'section' || tag === 'form') return isNamed(element) ? getRole(element) : null;
  if (tag === 'header' || tag === 'footer') return element.closest(SECTIONS) ? null : getRole(element);
  return getRole(element);
}

function isNamed(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some((name) => element.hasAttribute(name));
}

function levelOf(element: Element): number {
  return Number(element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.localName)?.[1]);
}

export function hasRole(element: Element, role: string, options: RoleOptions, display: Display): boolean {
  if (roleOf(element) !== role) return false;
  if (options.level !== undefined && levelOf(element) !== options.level) return false;
  if (options.includeHidden !== true && isHiddenFromReaders(element, display)) return false;
  return options.name === undefined || fits(nameOf(element, display), options.name, options.exact);
}

function isHiddenFromReaders(element: Element, display: Display): boolean {
  return element.closest('[aria-hidden=true]') !== null || !display.isShown(element);
}

function nameOf(element: Element, display: Display): string {
  const { style } = element.ownerDocument.createElement('span');
  const getComputedStyle = (asked: Element) => {
    const how = display.of(asked);
    style.display = how !== 'none' && how !== 'contents' && display.isBlock(asked) ? 'block' : how;
    return style;
  };
  return inOneLine(computeAccessibleName(element, { getComputedStyle, computedStyleSupportsPseudoElements: false }));
}
