import { expect, test } from 'vitest';
import { openStandIns } from './stand-ins.ts';

async function withMessages(count: number) {
  const standIns = openStandIns();
  for (let number = 1; number <= count; number++) {
    const payload = { type: 'booking.confirmed', data: { customer: { name: 'Ada <b>' } } };
    await standIns.localWebhooks.publish({ id: `e${number}`, type: 'booking.confirmed', payload });
  }
  return standIns;
}

test('an empty list says what it is for, with the secret to verify by', async () => {
  const { app, localWebhooks } = openStandIns();
  const page = await (await app.request('/dev/webhooks')).text();
  expect(page).toContain('None yet');
  expect(page).toContain('WEBHOOK_URL');
  expect(page).toContain(localWebhooks.secret);
});

test('the last hundred are listed, the newest first, each with a link; JSON lists all', async () => {
  const { app, localWebhooks } = await withMessages(102);
  const page = await (await app.request('/dev/webhooks')).text();
  const ids = await localWebhooks.ids();
  expect(page.match(/<li>/g)).toHaveLength(100);
  expect(page).toContain('102 in all, newest first, 100 shown');
  expect(page.indexOf(`/dev/webhooks/${ids.at(-1)}`)).toBeLessThan(page.indexOf(`/dev/webhooks/${ids.at(-2)}`));
  const all = await app.request('/dev/webhooks', { headers: { accept: 'application/json' } });
  expect(((await all.json()) as { about: string }[]).map(({ about }) => about).slice(0, 2)).toEqual(['e1', 'e2']);
});

test('a message is shown with its headers and its body, as text', async () => {
  const { app, localWebhooks } = await withMessages(1);
  const [id] = await localWebhooks.ids();
  const page = await (await app.request(`/dev/webhooks/${id}`)).text();
  expect(page).toMatch(/webhook-id&quot;: &quot;e1&quot;,\s*&quot;webhook-timestamp&quot;: &quot;\d+&quot;/);
  expect(page).toContain('Ada &lt;b&gt;');
  // Without an address there is nowhere to send it.
  expect(page).not.toContain('Send it now');
});

test.each(['GET', 'POST'])('there is no other message: %s', async (method) => {
  const { app } = await withMessages(1);
  expect((await app.request('/dev/webhooks/nothing', { method })).status).toBe(404);
});
