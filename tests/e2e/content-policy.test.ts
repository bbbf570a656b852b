import { expect, test } from 'vitest';
import { BookingPage, pay, person } from './booking-page.ts';
import { type Visitor, hydrated } from './browser.ts';
import { openShop } from './shop.ts';
import { openTaggedShop, watch } from './tagged-shop.ts';

const shop = openShop();
const taggedShop = openTaggedShop('off');

/** Console messages about policy violations. */
const HELD_BACK = /Content.Security.Policy|Refused to|blocked by/i;

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
  '/book',
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
  for (const path of PAGES) {
    await page.goto(path);
    await page.waitForLoadState('load');
    // A policy could block navigation by script.
    await page.mouse.move(50, 50);
  }
  expect(violations).toEqual([]);

  await page.goto('/book');
  await hydrated(page);
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

/** A container of the tag manager that adds what a tag may be: inline script, a script of another site, and one of Google's. */
const CONTAINER_SCRIPT = `
  const add = (more) => {
    const script = document.createElement('script');
    if (document.currentScript.nonce) script.nonce = document.currentScript.nonce;
    document.head.append(Object.assign(script, more));
  };
  add({ text: 'globalThis.inlineRan = true' });
  add({ src: 'https://tags.example/tag.js' });
  add({ src: 'https://www.googletagmanager.com/gtag/js' });
`;

test('tags of a container run when they are Google’s alone, and the app takes over', async () => {
  const visitor = await taggedShop.visit();
  const { context, page } = visitor;
  await watch(visitor, taggedShop.origin);
  const serves = (pattern: string, body: string) =>
    context.route(pattern, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await serves('https://tags.example/**', 'globalThis.otherRan = true');
  await serves('https://www.googletagmanager.com/gtm.js*', CONTAINER_SCRIPT);
  await serves('https://www.googletagmanager.com/gtag/js', 'globalThis.googleRan = true');
  for (const path of ['/pricing', '/book']) {
    await page.goto(path);
    await hydrated(page);
    const ran = () => page.evaluate(() => ['googleRan', 'inlineRan', 'otherRan'].filter((name) => name in globalThis));
    await expect.poll(ran).toEqual(['googleRan']);
    const heldBack = () => visitor.complaints.filter((complaint) => HELD_BACK.test(complaint));
    await expect.poll(heldBack).toHaveLength(2);
    visitor.complaints.length = 0;
  }
});
