import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop } from './shop.ts';

const shop = openShop();

/** Follows a link to another document. Resolves with the milliseconds for which that fades in; null if it doesn't. */
async function fadeMs(page: Page): Promise<number | null> {
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      const durations = () =>
        document
          .getAnimations()
          .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition'))
          .map(({ effect }) => Number(effect?.getComputedTiming().duration));
      const shown = viewTransition ? viewTransition.ready.then(() => Math.max(...durations())) : null;
      Reflect.set(window, 'fade', Promise.resolve(shown));
    });
  });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await page.waitForURL('**/pricing');
  // A page can be loaded before its first frame.
  await page.waitForFunction(() => Reflect.has(window, 'fade'));
  return page.evaluate(() => Reflect.get(window, 'fade') as Promise<number | null>);
}

test('one page fades into the next within 150 ms, and not at all with reduced motion', async () => {
  const { page } = await shop.visit();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await fadeMs(page)).toBe(150);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await fadeMs(page)).toBe(null);
});
