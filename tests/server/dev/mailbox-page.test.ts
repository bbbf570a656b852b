import { expect, test } from 'vitest';
import { openStandIns } from './stand-ins.ts';

async function withMail(count = 1, html = '<p>Hi</p>') {
  const standIns = openStandIns();
  for (let number = 1; number <= count; number++) {
    await standIns.mailbox.send({
      key: `k${number}`,
      about: 'booking-b1',
      cause: 'e1',
      part: 'customer',
      to: 'ada@example.com',
      subject: `Mail <${number}>`,
      html,
      text: 'Hello <Ada>',
      attachments: [{ filename: 'visit.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }],
    });
  }
  return standIns;
}

test('an empty mailbox says what it is for', async () => {
  const { app } = openStandIns();
  expect(await (await app.request('/dev/mailbox')).text()).toContain('None yet');
});

test('mails are listed, the newest first, each with a link', async () => {
  const { app, mailbox } = await withMail(2);
  const page = await (await app.request('/dev/mailbox')).text();
  const [first, second] = await mailbox.ids();
  expect(page.indexOf(`href="/dev/mailbox/${second}"`)).toBeGreaterThan(0);
  expect(page.indexOf(`href="/dev/mailbox/${first}"`)).toBeGreaterThan(page.indexOf(`/dev/mailbox/${second}`));
  expect(page).toContain('Mail &lt;2&gt;');
  expect(page).toContain('to ada@example.com');
});

test('the page lists the last hundred, JSON all of them', async () => {
  const { app } = await withMail(102);
  const page = await (await app.request('/dev/mailbox')).text();
  expect(page.match(/<li>/g)).toHaveLength(100);
  expect(page).toContain('102 in all, newest first, 100 shown');
  const all = (await (
    await app.request('/dev/mailbox', { headers: { accept: 'application/json' } })
  ).json()) as unknown[];
  expect(all).toHaveLength(102);
});

test('JSON is an array of whole mails, newest last', async () => {
  const { app } = await withMail(2);
  const response = await app.request('/dev/mailbox', { headers: { accept: 'application/json' } });
  const mails = (await response.json()) as Record<string, unknown>[];
  expect(mails.map((mail) => mail['subject'])).toEqual(['Mail <1>', 'Mail <2>']);
  expect(Object.keys(mails[0]!)).toEqual([
    'id',
    'about',
    'cause',
    'part',
    'at',
    'to',
    'from',
    'replyTo',
    'subject',
    'html',
    'text',
    'attachments',
  ]);
});

test('a mail’s HTML is in a sandboxed frame without scripts', async () => {
  const { app, mailbox } = await withMail(1, '<p title="x">Hi</p><script>alert(1)</script>');
  const [id] = await mailbox.ids();
  const page = await (await app.request(`/dev/mailbox/${id}`)).text();
  expect(page).not.toContain('<script');
  expect(page).toContain('srcdoc="&lt;p title=&quot;x&quot;&gt;Hi&lt;/p&gt;&lt;script&gt;');
  expect(/sandbox="([^"]*)"/.exec(page)?.[1]).not.toMatch(/allow-(?:scripts|same-origin|top-navigation|forms)/);
  expect(page).toContain('Hello &lt;Ada&gt;');
  expect(page).toContain('visit.ics');
  expect(page).toContain('BEGIN:VCALENDAR');
});

test('a mail is shown with its sender and where a reply goes', async () => {
  const { app, mailbox } = await withMail();
  const [id] = await mailbox.ids();
  const page = await (await app.request(`/dev/mailbox/${id}`)).text();
  expect(page).toContain('&quot;Oak Street Handyman&quot; &lt;shop@example.com&gt;');
  expect(page).toContain('hello@example.com');
});

test('an attachment can be downloaded', async () => {
  const { app, mailbox } = await withMail();
  const [id] = await mailbox.ids();
  const response = await app.request(`/dev/mailbox/${id}/attachments/0`);
  expect(response.headers.get('content-type')).toBe('text/calendar');
  expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''visit.ics");
  expect(await response.text()).toBe('BEGIN:VCALENDAR');
  for (const index of ['1', '-1', 'x', 'length']) {
    expect((await app.request(`/dev/mailbox/${id}/attachments/${index}`)).status).toBe(404);
  }
});

test.each(['00000009-0123456789abcdef', '..%2F..%2Fetc%2Fpasswd', 'x'])('there is no mail %s', async (id) => {
  const { app } = await withMail();
  expect((await app.request(`/dev/mailbox/${id}`)).status).toBe(404);
});
