import { describe, expect, test, vi } from 'vitest';
import { dueJobs } from '#db/queries/jobs.ts';
import { webhook } from '#server/bookings/jobs/webhooks.ts';
import { NO_WEBHOOKS, WebhookDelayed, type WebhookProvider, WebhookRefused } from '#server/outside/webhooks/port.ts';
import { WEBHOOK_PORTAL_PATH } from '#shared/owner/stats.ts';
import { DATE, NOW } from '../../events/facts.ts';
import { ADA, BEN, books, openTown } from '../accounts/town.ts';
import { openSite } from '../bookings/site.ts';
import { areDone, pass, run, until } from '../workers/run.ts';

const MINUTE = 60_000;

/** A town whose webhook provider is this one, with its publisher and an admin. */
async function shop(change: Partial<WebhookProvider> = {}) {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const provider: WebhookProvider = { ...NO_WEBHOOKS, name: 'svix', ...change };
  const town = openTown(() => openSite(NOW, {}, undefined, () => provider));
  run(town, webhook);
  const ada = await town.resident(ADA);
  const book = () => books(town, town.person(), BEN.email, { date: DATE, claim: 'am' });
  return { town, ada, book };
}

describe('messages that wait', () => {
  async function withLate() {
    let isDown = true;
    const publish = async () => {
      if (isDown) throw new WebhookDelayed('Svix failed: 503');
    };
    const { town, ada, book } = await shop({ publish });
    await book();
    const failures = async () => (await dueJobs(town.store.db, 'webhook', Number.MAX_SAFE_INTEGER, 1))[0]?.attempts;
    await until(async () => (await failures()) === 1);
    const since = town.clock.now();
    const mend = () => {
      isDown = false;
    };
    return { town, ada, since, mend };
  }

  test('are listed after five minutes, until they go out', async () => {
    const { town, ada, since, mend } = await withLate();
    const late = async () => (await ada.ask('needsAttention')).body.lateWebhooks;
    expect(await late()).toBeNull();
    town.clock.advance(5 * MINUTE);
    expect(await late()).toEqual({
      waiting: 1,
      since,
      failures: expect.any(Number),
      reason: 'Svix failed: 503',
    });
    mend();
    expect(await ada.call('hastenWebhooks', {})).toMatchObject({ status: 200, notice: 'webhooks-hastened' });
    await pass(town, MINUTE, () => areDone(town, 'webhook'));
    expect(await late()).toBeNull();
  });
});

test('a refused message is listed and counted, and sent again for the owner without script', async () => {
  const refusals = [new WebhookRefused('svix-422')];
  const { town, ada, book } = await shop({
    publish: async () => {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
    },
  });
  const eventId = await book();
  await until(() => areDone(town, 'webhook'));
  const [item] = (await ada.ask('needsAttention')).body.items;
  expect(item).toMatchObject({
    kind: 'webhook',
    eventId,
    type: 'booking.confirmed',
    failures: 1,
    reason: 'Svix refused it: 422',
  });
  const counted = async () => (await ada.ask('stats', {})).body.webhooks.refused;
  expect(await counted()).toEqual({ all: 1, open: 1 });
  const posted = await ada.post('sendWebhookAgain', { failure: item?.id ?? '' });
  expect(posted).toMatchObject({ location: '/app/admin', flash: { notice: 'webhook-sent-again' } });
  await until(() => areDone(town, 'webhook'));
  expect((await ada.ask('needsAttention')).body.items).toEqual([]);
  expect(await counted()).toEqual({ all: 1, open: 0 });
});

describe('the portal', () => {
  const URL = 'https://app.svix.com/login#key=secret';
  const open = { method: 'POST', headers: { accept: 'text/html' } };

  test('has an address that is created on request, and is in no log and no cache', async () => {
    const portal = vi.fn<WebhookProvider['portal']>(async () => URL);
    const { town, ada } = await shop({ portal });
    await ada.browser.request('/app/admin');
    expect(portal).not.toHaveBeenCalled();
    const response = await ada.browser.request(WEBHOOK_PORTAL_PATH, open);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain(`<meta http-equiv="refresh" content="0; url=${URL}"`);
    expect(page).toContain(`<a href="${URL}">`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(town.lines.join('')).not.toContain('key=secret');
  });
});
