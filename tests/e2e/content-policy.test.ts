import { expect, test } from 'vitest';
import { BookingPage, pay, person } from './booking-page.ts';
import { HELD_BACK, type Visitor, hydrated } from './browser.ts';
import { openShop } from './shop.ts';

const shop = openShop();

/** Collects the policy violations of a visitor's pages. */
async function watched(visitor: Visitor): Promise<string[]> {
  const violations: string[] = [];
  await visitor.context.exposeBinding('reportViolation', (_, text: string) => void violations.push(text));
  await visitor.context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) => {
      const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${documentURI}: ${violatedDirective} ${blockedURI}`);
    });
  });
  visitor.page.on('console', (message) => {
    if (HELD_BACK.test(message.text())) violations.push(message.text());
  });
  visitor.page.on('response', (response) => {
    const policy = response.headers()['content-security-policy'];
    const isOurs = response.url().startsWith(shop.origin);
    if (isOurs && policy === undefined) violations.push(`${response.url()} has no policy`);
    if (policy !== undefined && /unsafe-eval|script-src[^;]*unsafe-inline/.test(policy)) violations.push(policy);
  });
  return violations;
}

const PAGES = [
  '/',
  '/about',
  '/services',
  '/services/kitchen-and-bath',
  '/areas?place=93023',
  '/legal/privacy',
  '/book/confirmation?status=confirmed&service=half-day&eventId=none',
  '/login',
  '/forgot-password',
  '/reset-password?token=none',
  '/app/admin',
  '/booking/unknown',
  '/manage/none',
  '/nowhere',
  '/dev/mailbox',
  '/dev/pay/none',
  '/healthz',
  '/_serverFn/none',
  '/assets/none.js',
];

test('no page violates its content security policy, and an injected script does not run', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const violations = await watched(visitor);
  // The script is injected into the last one.
  for (const path of [...PAGES, '/book']) {
    await page.goto(path);
    await page.waitForLoadState('load');
    // A policy could block navigation by script.
    await page.mouse.move(50, 50);
  }
  await hydrated(page);
  expect(violations).toEqual([]);

  const ran = await page.evaluate(async () => {
    const stopped = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve));
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="globalThis.smuggled = true">');
    await stopped;
    return 'smuggled' in globalThis;
  });
  expect(ran).toBe(false);
  expect(violations).toContainEqual(expect.stringContaining('script-src-attr inline'));
  visitor.complaints.length = 0;
});

test('nor does a booking, from the first page to the mail', async () => {
  const visitor = await shop.visit();
  const violations = await watched(visitor);
  const { page } = visitor;
  const booking = new BookingPage(visitor);
  await booking.open({ date: await shop.day(1), claim: 'am' });
  await booking.fillIn(person('Policy Reader'));
  await booking.sendToPay();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.goto('/book');
  await page.goBack();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  await page.goto('/dev/mailbox');
  await page.getByRole('link').last().click();
  expect(violations).toEqual([]);
});
