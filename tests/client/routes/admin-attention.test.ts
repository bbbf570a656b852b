import { describe, expect, test } from 'vitest';
import { NOTHING, openLanding as open } from './landing.ts';

const FORFEIT = {
  kind: 'forfeit',
  id: 'forfeit-b2',
  eventId: 'b2',
  since: 0,
  customer: null,
  slot: { date: '2027-03-17', claim: 'am' },
  cents: 29_900,
  isPaidOutside: false,
} as const;

test('each attention item has its action; dismissed items can be restored', async () => {
  const needs = {
    ...NOTHING,
    items: [FORFEIT],
    total: 3,
    dismissed: [{ item: FORFEIT, reason: 'called', at: 0 }],
  } as const;
  const html = await (await open({ needsAttention: async () => needs })).text();
  for (const words of [
    'A deleted customer canceled late, and the time is open',
    'Yes, refund',
    'I called them',
    'I settled it myself',
    'It doesn’t matter anymore',
    'Bring it back',
  ]) {
    expect(html).toContain(words);
  }
  expect(html.replaceAll('<!-- -->', '')).toContain('These are the 1 oldest of 3.');
  // Each disclosure says by a chevron that it opens.
  const summaries = html.match(/<summary.*?<\/summary>/gs) ?? [];
  expect(summaries.filter((summary) => !summary.includes('class="sign'))).toEqual([]);
});

const UNRECORDED = { eventId: 'b9', date: '2027-03-12', claim: 'pm', customer: null } as const;

describe('the line at the top of the page', () => {
  test.each([
    ['names what there is', { total: 3 }, ['#attention 3 things need attention']],
    [
      'counts late mail, and names visits to record',
      {
        total: 0,
        lateMail: { since: 0, failures: 2 },
        unrecorded: [UNRECORDED],
        unrecordedTotal: 1,
      },
      ['#to-settle 1 thing needs attention', '#to-record 1 visit to record'],
    ],
  ])('%s, and leads down to it', async (_, change, links) => {
    const html = await (await open({ needsAttention: async () => ({ ...NOTHING, ...change }) })).text();
    const top = html.slice(html.indexOf('<h1'), html.indexOf('visits-2027-03-15'));
    expect([...top.matchAll(/<a href="(#[^"]+)"[^>]*>([^<]+)/g)].map(([, to, words]) => `${to} ${words}`)).toEqual(
      links,
    );
    for (const link of links) expect(html).toContain(`id="${link.slice(1, link.indexOf(' '))}"`);
  });
});

const CUSTOMER = { name: 'Pat Moss', email: '', phone: '(805) 555-0199', address: '1 Elm', notes: '', photos: [] };

const UNSENT = {
  kind: 'mail',
  id: 'mail-b2',
  eventId: 'b2',
  since: 0,
  customer: CUSTOMER,
  failures: 3,
  reason: 'no such mailbox',
  to: 'customer',
  tells: 'that it is booked',
} as const;

const BOUNCE = {
  kind: 'bounce',
  id: 'bounce-b2',
  eventId: 'b2',
  since: 0,
  customer: { ...CUSTOMER, email: 'pat@exmaple.com' },
} as const;

test.each([
  [
    'money that was paid directly',
    { ...FORFEIT, customer: CUSTOMER, isPaidOutside: true },
    [
      'you give all of it back yourself',
      'We have no email address for Pat Moss: call them.',
      'Yes, I’ll give $299 back',
    ],
  ],
  [
    'money that was paid by card',
    { ...FORFEIT, customer: { ...CUSTOMER, email: 'pat@example.com' } },
    ['All of it goes back to the card', 'We email Pat Moss.', 'Yes, refund $299'],
  ],
  [
    'money to give back',
    { ...FORFEIT, kind: 'owed', payment: 'p1' } as const,
    ['You can’t undo that', 'Yes, I gave $299 back'],
  ],
  [
    'mail that bounced',
    { ...BOUNCE, how: 'bounced' },
    [
      'Emails to Pat Moss bounce',
      'We send no more email to pat@exmaple.com. Call them for one that works, and correct it in the booking.',
      'Call (805) 555-0199',
    ],
  ],
  ['mail that was reported', { ...BOUNCE, how: 'complained' }, ['Pat Moss reported our email as spam']],
  ['a mail to a customer', UNSENT, ['Call them, and send it again once their address is right.', 'Send it again']],
  ['a mail to the owner', { ...UNSENT, to: 'owner' }, ['Have your address in the site’s settings checked']],
] as const)('an item about %s says what happens', async (_, item, words) => {
  const needs = { ...NOTHING, items: [item], total: 1 };
  const html = (await (await open({ needsAttention: async () => needs })).text()).replaceAll('<!-- -->', '');
  for (const each of words) expect(html.toLowerCase()).toContain(each.toLowerCase());
});

test('visits without a record come with the two buttons that record them', async () => {
  const visit = { eventId: 'b3', date: '2027-03-14', claim: 'am', customer: null } as const;
  const needs = { ...NOTHING, unrecorded: [visit], unrecordedTotal: 21 };
  const html = (await (await open({ needsAttention: async () => needs })).text()).replaceAll(/<!-- -->|<\/?span>/g, '');
  for (const words of ['How did it go?', 'A deleted customer', 'Done<', 'No one was there', 'the latest 1 of 21']) {
    expect(html).toContain(words);
  }
  expect(html).not.toContain('Every refund and every email went out');
});

test('webhook messages that wait are listed first, with why and a button; refused ones can be sent again', async () => {
  const lateWebhooks = { waiting: 3, since: 0, failures: 2, reason: 'Svix failed: 503' };
  const refused = {
    id: 'job-7',
    eventId: 'b2',
    since: 0,
    customer: null,
    failures: 1,
    reason: 'Svix refused it: 422',
  };
  const items = [{ ...refused, kind: 'webhook', type: 'booking.confirmed' } as const];
  const html = await (
    await open({ needsAttention: async () => ({ ...NOTHING, lateWebhooks, items, total: 1 }) })
  ).text();
  for (const words of [
    '3 webhook messages can’t be sent',
    'We’ve tried 2 times: Svix failed: 503',
    'Try again now',
    'A webhook message about a deleted customer’s booking was refused',
    '(booking.confirmed)',
    'Once since',
    'Send it again',
  ]) {
    expect(html.replaceAll('<!-- -->', '')).toContain(words);
  }
});
