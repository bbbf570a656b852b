import { expect, test, vi } from 'vitest';
import { POLICIES } from '#server/web/limits/policies.ts';
import { manageUrl } from '#server/bookings/access/manage-link.ts';
import { ADA, BEN, Person, openTown } from '../../accounts/town.ts';
import type { Visitor } from '../../bookings/visitor.ts';

const UNKNOWN = '/book/return?checkout=unknown';

async function statusOf(visitor: Visitor, path: string = UNKNOWN): Promise<number> {
  return (await visitor.request(path)).status;
}

/** Strangers of many networks have used up the allowance of all strangers. */
async function crowdedTown() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const holder = town.visitor('203.0.113.20');
  const id = await holder.holds();
  const { burst } = POLICIES.paymentReturn.strangers;
  for (let index = 0; index < burst; index++) await statusOf(town.visitor(`2001:${(index + 1).toString(16)}::1`));
  return { town, ada, holder, id };
}

test('strangers who use up the strangers’ allowance delay strangers only', async () => {
  const { town, ada, holder, id } = await crowdedTown();
  const newcomer = town.visitor('203.0.113.30');
  expect(await statusOf(newcomer)).toBe(429);

  // Returns from payment to the checkout of a hold.
  await holder.pays();
  expect(await holder.returns()).toBe(`303 /book/confirmation?status=confirmed&service=half-day&eventId=${id}`);
  // Has paid a booking in this browser.
  expect(await statusOf(holder)).toBe(303);
  // Opened the link of its mail in another.
  const atWork = town.visitor('203.0.113.31');
  await atWork.request(await manageUrl(town, id, 0));
  expect(await statusOf(atWork)).toBe(303);
  // Is signed in.
  const office = new Person(town.visitor('203.0.113.32'));
  office.browser.setCookie('session', ada.browser.cookie('session') ?? '');
  expect(await statusOf(office.browser)).toBe(303);
});

test('a flood by many accounts of one network delays one line of that network: not an admin, nor a browser that paid', async () => {
  const town = openTown();
  const groups: (string | null)[] = [];
  const { turns } = town;
  const take = turns!.take.bind(turns);
  vi.spyOn(turns!, 'take').mockImplementation(async (sender) => {
    groups.push(await sender.customerOf());
    return take(sender);
  });
  const groupOf = async (browser: Visitor) => {
    groups.length = 0;
    await browser.request('/book');
    return groups[0];
  };
  const owner = await town.resident(ADA);
  const ben = await town.resident(BEN);
  const cyd = await town.resident({ ...BEN, email: 'cyd@example.com' });
  const cheap = await groupOf(ben.browser);
  expect(cheap).not.toBeNull();
  expect(await groupOf(cyd.browser)).toBe(cheap);
  expect([cheap, null]).not.toContain(await groupOf(owner.browser));
  await ben.browser.holds();
  expect(await groupOf(ben.browser)).toBe(cheap);
  await ben.browser.pays();
  await ben.browser.returns();
  expect([cheap, null]).not.toContain(await groupOf(ben.browser));
});
