import { expect, test, vi } from 'vitest';
import { customer } from '../customer.ts';
import { openSite } from '../site.ts';
import type * as NoticePolicy from '#shared/booking/notice-policy.ts';

const current = vi.hoisted(() => ({ policy: 'two-days-notice' }));

vi.mock('#shared/booking/notice-policy.ts', async (original) => {
  const actual = await original<typeof NoticePolicy>();
  const rules = { ...actual.NOTICE_POLICIES, 'three-days-notice': { days: 3, words: '3 calendar days’ notice' } };
  return {
    ...actual,
    NOTICE_POLICIES: rules,
    get CURRENT_POLICY() {
      return current.policy;
    },
  };
});

test('a customer who moves a booking sees the last free days of its own policy, other visitors those of the new one', async () => {
  const site = openSite();
  const ada = await customer(site);
  current.policy = 'three-days-notice';
  const range = { from: '2027-03-20', to: '2027-03-20' };
  expect((await ada.visitor.availability(range)).days).toMatchObject([{ freeChangesThrough: '2027-03-17' }]);
  const moving = await ada.days(range);
  expect(moving).toMatchObject({ days: [{ freeChangesThrough: '2027-03-18' }] });
});
