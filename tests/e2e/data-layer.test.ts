import { expect, test } from 'vitest';
import { BookingPage, pay, person } from './booking-page.ts';
import { HELD_BACK, type Visitor, hydrated } from './browser.ts';
import { CONTAINER, openTaggedShop, watch } from './tagged-shop.ts';

const shop = openTaggedShop('off');

/** What the browser does when a page is hidden: measures that last as long as a page are then complete. */
async function hide({ page }: Visitor): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}

test('a whole visit is in the data layer as SPEC.md section 7 lists it', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  const { elsewhere, events } = await watch(visitor, shop.origin);
  const views = () => events('page_view').map(({ page_path }) => page_path);
  await page.goto('/?utm_source=card&email=ada@example.com');
  await hydrated(page);
  expect(elsewhere()).toContain(`https://www.googletagmanager.com/gtm.js?id=${CONTAINER}`);
  await expect
    .poll(() => events('page_view'))
    .toEqual([
      {
        event: 'page_view',
        page_path: '/',
        page_location: `${shop.origin}/?utm_source=card`,
        page_title: 'Halfday Handyman',
      },
    ]);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await expect.poll(views).toEqual(['/', '/pricing']);
  expect(events('page_view').at(-1)).toMatchObject({
    page_location: `${shop.origin}/pricing`,
    page_title: 'Pricing · Halfday Handyman',
  });

  await page.getByRole('contentinfo').getByRole('link', { name: /@/ }).click();
  await expect
    .poll(() => events('click_email'))
    .toEqual([
      {
        event: 'click_email',
        click_location: 'footer',
        link_text: 'hello@halfday.example',
        link_url: 'mailto:hello@halfday.example',
      },
    ]);

  await expect
    .poll(() => events('performance_metric').map(({ name }) => name))
    .toEqual(expect.arrayContaining(['dom_content_loaded', 'load_complete', 'slow_resources']));
  // The browser reports an input a moment later.
  await expect.poll(() => events('web_vitals').map(({ name }) => name)).toContain('FID');
  // A page can be hidden before its last input is measured, and then hidden again.
  await expect
    .poll(async () => {
      await hide(visitor);
      return new Set(events('web_vitals').map(({ name }) => name));
    })
    .toEqual(new Set(['LCP', 'FID', 'CLS', 'FCP', 'TTFB', 'INP']));
  for (const metric of [...events('web_vitals'), ...events('performance_metric')]) {
    expect(Object.keys(metric)).toEqual(['event', 'name', 'value', 'rating']);
    expect(metric['value']).toEqual(expect.any(Number));
    expect(metric['rating']).toMatch(/^(?:good|needs-improvement|poor)$/);
  }
  expect(events('performance_metric').map(({ name }) => name)).toContain('cumulative_layout_shift');

  const slot = { date: await shop.day(1), claim: 'am' } as const;
  const booking = new BookingPage(visitor);
  await booking.open(slot);
  const customer = person('Counted Once');
  await booking.fillIn(customer);
  await booking.sendToPay();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const eventId = new URL(page.url()).searchParams.get('eventId');
  await expect
    .poll(() => events('booking_completed'))
    .toEqual([
      {
        event: 'booking_completed',
        booking_service: 'half-day',
        booking_method: 'online',
        booking_event_id: eventId,
        value: 299,
        currency: 'USD',
      },
    ]);
  expect(events('page_view').at(-1)).toMatchObject({
    page_path: '/book/confirmation',
    page_location: `${shop.origin}/book/confirmation?service=half-day`,
  });

  await page.reload();
  await expect.poll(() => views().filter((path) => path === '/book/confirmation')).toHaveLength(2);
  expect(events('booking_completed')).toHaveLength(1);

  const known = new Set(['page_view', 'click_email', 'booking_completed', 'web_vitals', 'performance_metric']);
  expect(events().filter(({ event }) => !known.has(String(event)))).toEqual([]);
  expect(JSON.stringify(events())).not.toMatch(new RegExp(`ada@example|${customer.email}|${customer.name}`));
});

test('our own server learns how fast a page was, once it is hidden', async () => {
  const visitor = await shop.visit();
  const { page, context } = visitor;
  await context.addInitScript(() => {
    Math.random = () => 0;
  });
  const { events } = await watch(visitor, shop.origin);
  await page.goto('/areas/ojai');
  await hydrated(page);
  // What is drawn after the first input no longer counts, so this measure is complete.
  await page.getByRole('heading', { level: 1 }).click();
  await expect
    .poll(() => events('web_vitals').map(({ name }) => name))
    .toEqual(expect.arrayContaining(['FCP', 'TTFB', 'LCP', 'FID']));
  const sent = page.waitForRequest('**/vitals');
  await hide(visitor);
  const request = await sent;
  const { page: measured, values } = request.postDataJSON() as { page: string; values: Record<string, number> };
  expect(measured).toBe('/areas/ojai');
  expect(Object.keys(values)).toEqual(expect.arrayContaining(['LCP', 'FID', 'CLS', 'FCP', 'TTFB']));
  expect((await request.response())?.status()).toBe(204);
});

test('a secret in an address is gone before the tag manager runs', async () => {
  const visitor = await shop.visit();
  const { page, context } = visitor;
  const { events, elsewhere } = await watch(visitor, shop.origin);
  const seen: string[] = [];
  await context.exposeBinding('sawAddress', (_, href: string) => void seen.push(href));
  await context.route('https://www.googletagmanager.com/gtm.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'sawAddress(location.href + " " + document.referrer)' }),
  );
  const secret = 's3cret'.repeat(7);
  for (const path of ['/reset-password', '/verify-email']) {
    await page.goto(`${path}?token=${secret}`);
    await hydrated(page);
  }
  await expect.poll(() => seen).toHaveLength(2);
  expect([...seen, ...elsewhere(), JSON.stringify(events())].filter((text) => text.includes(secret))).toEqual([]);
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
  const visitor = await shop.visit();
  const { context, page } = visitor;
  await watch(visitor, shop.origin);
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
