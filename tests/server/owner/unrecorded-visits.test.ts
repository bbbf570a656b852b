import { expect, test } from 'vitest';
import { addDays } from '#shared/civil-date.ts';
import { BEN, books } from '../accounts/town.ts';
import { DATE } from '../../events/facts.ts';
import { wait, withAdmin } from './with-admin.ts';

test('the landing lists visits whose hours are over, the latest first, until the owner records what became of them', async () => {
  const { town, ada } = await withAdmin();
  const morning = await books(town, town.person(), BEN.email, { claim: 'am' });
  const afternoon = await books(town, town.person(), 'eve@example.com', { claim: 'pm' });
  const before = await books(town, town.person(), 'ike@example.com', { date: addDays(DATE, -1), claim: 'full' });
  const listed = async () => {
    const { unrecorded, unrecordedTotal } = (await ada.ask('needsAttention')).body;
    expect(unrecordedTotal).toBe(unrecorded.length);
    return unrecorded.map(({ eventId }) => eventId);
  };
  await wait(town, ada, '2027-03-15T17:59:59-07:00');
  expect(await listed()).toEqual([]);
  await wait(town, ada, '2027-03-16T12:00:00-07:00');
  expect(await listed()).toEqual([morning, before]);
  expect((await ada.ask('needsAttention')).body.unrecorded[0]).toMatchObject({
    date: DATE,
    claim: 'am',
    customer: { name: 'Ben Ito', address: '9 Oak Rd' },
  });
  await wait(town, ada, '2027-03-17T06:45:00-07:00');
  expect(await listed()).toEqual([afternoon, morning, before]);
  const done = await ada.call('completeVisit', { eventId: before, at: 'landing' });
  expect(done).toMatchObject({ redirect: '/app/admin', notice: 'visit-completed' });
  const missed = await ada.post('recordNoShow', { eventId: morning, at: 'landing', form: 'recordNoShow' });
  expect(missed).toMatchObject({ location: '/app/admin', flash: { notice: 'no-show-recorded' } });
  expect(await listed()).toEqual([afternoon]);
  await ada.call('undoNoShow', { eventId: morning });
  expect(await listed()).toContain(morning);
});
