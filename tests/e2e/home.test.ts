import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readBookSearch, slotOf } from '#shared/booking/book-search.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { BookingPage } from './booking-page.ts';
import { SIZES } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

const NEXT = { name: 'Open next' };
const HALF = { name: 'Book half day' };

/** The slot that the home page links to. */
async function named(page: Page): Promise<Slot> {
  const href = await page.getByRole('region', NEXT).getByRole('link', HALF).getAttribute('href');
  const slot = slotOf(readBookSearch(Object.fromEntries(new URL(href ?? '', shop.origin).searchParams)));
  assert.ok(slot);
  return slot;
}

test.each([true, false])(
  'the home page shows the next open slots within one phone screen and links to them, scripts %s',
  async (scripts) => {
    const visitor = await shop.visit({ size: 'phone', scripts });
    const { page } = visitor;
    await page.goto('/');
    const next = page.getByRole('region', NEXT);
    for (const part of [
      page.getByText(/in 21 cities and towns from Goleta to Agoura Hills/),
      next.getByText('$299'),
      next.getByText('$499'),
      next.getByRole('img'),
      next.getByRole('link', HALF),
      next.getByRole('link', { name: 'Book full day' }),
      next.getByRole('link', { name: 'All open times' }),
    ]) {
      const box = await part.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(SIZES.phone.height);
    }
    const slot = await named(page);
    await next.getByRole('link', HALF).click();
    const booking = new BookingPage(visitor);
    await booking.ready();
    // On a phone the form begins at the first unanswered question.
    await expect.poll(() => page.locator('input[name^=slot]:checked').getAttribute('value')).toBe(slotValue(slot));
  },
);
