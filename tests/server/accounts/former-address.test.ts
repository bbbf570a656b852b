import { expect, test } from 'vitest';
import { storedText } from '../../db/stored-text.ts';
import { openSite } from '../bookings/site.ts';
import { until } from '../workers/run.ts';
import { ADA, BEN, books, changesAddress, openTown } from './town.ts';

const NEXT = 'ito@example.org';

async function settled() {
  const town = openTown(() => openSite(undefined, { RATE_LIMIT: '0' }));
  await town.resident(ADA);
  const ben = await town.resident(BEN);
  return { town, ben, account: await town.idOf(BEN.email) };
}

test('guest bookings with the old address are adopted before the address changes', async () => {
  const { town, ben, account } = await settled();
  const paid = await books(town, town.person(), BEN.email);
  const unpaid = await town.visitor().holds({ claim: 'pm', email: BEN.email });
  await changesAddress(town, ben, BEN, NEXT);
  expect([(await town.state(paid))?.account, (await town.state(unpaid))?.account]).toEqual([account, null]);
  expect((await ben.profile()).visitsAhead).toMatchObject([{ eventId: paid, email: NEXT }]);
  expect((await town.row(unpaid))?.email).toBe(BEN.email);
});

test('a deletion forgets guest holds with an address from the time when the account had it, and leaves later ones', async () => {
  const { town, ben } = await settled();
  const before = { email: BEN.email.toUpperCase(), name: 'Benedict Ito', address: '77 Hidden Lane', notes: 'The key' };
  const held = await town.visitor().holds(before);
  town.clock.advance(1000);
  await changesAddress(town, ben, BEN, NEXT);
  town.clock.advance(1000);
  const later = await town.visitor().holds({ email: BEN.email, claim: 'pm', address: '5 New Street' });
  expect(await ben.call('deleteAccount', { password: BEN.password })).toMatchObject({ status: 200 });
  await until(town.isCleaned);
  expect([(await town.state(held))?.isForgotten, (await town.state(later))?.isForgotten]).toEqual([true, false]);
  expect(await town.row(later)).toMatchObject({ address: '5 New Street' });
  const stored = storedText(town.config.dataFolder);
  expect([before.name, before.address, before.notes, before.email].filter((text) => stored.includes(text))).toEqual([]);
});
