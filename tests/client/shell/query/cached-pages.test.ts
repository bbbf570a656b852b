import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser } from './open-browser.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['/forgot-password', 'emailStatus'],
  ['/lost-link', 'emailStatus'],
  ['/register', 'firstUser'],
  ['/app/profile', 'profile'],
  ['/app/bookings', 'bookings'],
  ['/app/admin', 'users'],
  ['/app/admin', 'stats'],
  ['/app/admin/users', 'users'],
  ['/app/admin/stats', 'stats'],
  ['/app/admin/schedule/calendar', 'calendarFeed'],
] as const)('%s asks for %s at its first visit, and then after five minutes', async (path, name) => {
  const { open, count } = openBrowser();
  await open(path);
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  await open(path);
  expect(count(name)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await open(path);
  expect(count(name)).toBe(2);
});

test.each([
  ['/', 'nextOpen'],
  ['/book', 'ownDetails'],
  ['/app/admin', 'nearVisits'],
  ['/app/admin/schedule', 'schedule'],
  ['/app/admin/bookings', 'allBookings'],
  ['/app/admin/bookings/b1', 'bookingStory'],
  ['/app/admin/events', 'logEvents'],
  ['/app/admin/stats', 'siteStatus'],
] as const)('%s asks for %s, which others change at any time, at each visit', async (path, name) => {
  const { open, count } = openBrowser();
  await open(path);
  await open(path);
  expect(count(name)).toBe(2);
});
