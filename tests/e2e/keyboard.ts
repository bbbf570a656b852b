import assert from 'node:assert/strict';
import type { ElementHandle, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More tab stops than any page has. */
export const MOST_TABS = 80;

/** Presses Tab until the element has the focus, and sees each stop on the way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Finding it by role and name is slow, so it is looked up again only when it was replaced.
  let element = await found(target);
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab');
    let stop = await page.evaluate(readFocus, element);
    if (!stop.isConnected) {
      element = await found(target);
      stop = await page.evaluate(readFocus, element);
    }
    expectSeen(stop.seen);
    if (stop.isThere) return;
  }
  throw new Error('the keyboard does not get there');
}

async function found(target: Locator): Promise<ElementHandle> {
  const element = await target.elementHandle();
  assert.ok(element, 'there is no such element');
  return element;
}

interface Seen {
  readonly name: string;
  readonly outlined: boolean;
  readonly isInWindow: boolean;
}

/** How the focused element is shown, and whether it is this one. */
function readFocus(element: Node | null) {
  const focused = document.activeElement;
  const isConnected = element?.isConnected ?? false;
  const isThere = focused !== null && focused === element;
  if (!focused) return { seen: null, isConnected, isThere };
  const outlined = [focused, focused.closest('label')].find((element) => {
    const { outlineStyle, outlineWidth } = element ? getComputedStyle(element) : { outlineStyle: '', outlineWidth: '' };
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  });
  const name = focused.outerHTML.slice(0, 200);
  if (!outlined) return { seen: { name, outlined: false, isInWindow: false }, isConnected, isThere };
  const { top, bottom } = outlined.getBoundingClientRect();
  const header = document.querySelector('.site-header');
  const isUnderHeader =
    header && getComputedStyle(header).position === 'sticky' && !focused.closest('.site-header, .skip-link');
  const start = isUnderHeader ? header.getBoundingClientRect().bottom : 0;
  // The foot of a booking form, or the summary in it where only that is sticky.
  const summary = [...document.querySelectorAll('[data-sticky-summary], [data-sticky-summary] > aside')]
    .map((element) => element.getBoundingClientRect())
    .find(({ width }) => width >= innerWidth - 32);
  const isAtFoot = summary !== undefined && !focused.closest('footer, [data-sticky-summary]');
  const end = isAtFoot ? Math.min(innerHeight, summary.top) : innerHeight;
  const isInWindow = bottom > start && top >= start - 1 && top < end;
  return { seen: { name, outlined: true, isInWindow }, isConnected, isThere };
}

function expectSeen(seen: Seen | null): void {
  expect(seen).toEqual({ name: seen?.name, outlined: true, isInWindow: true });
}

/** Asserts that the focused element or the card around it has a thick outline within the window. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  expectSeen((await page.evaluate(readFocus, null)).seen);
}
