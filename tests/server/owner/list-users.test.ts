import { describe, expect, test } from 'vitest';
import { ADA, BEN, openTown } from '../accounts/town.ts';

const EVE = { name: 'Eve Óslo', email: 'eve@example.com', password: 'four candles burn' };

describe('the list of users', () => {
  test('is sorted by role and name by default, with the total number', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    await town.resident(EVE);
    await town.person().call('register', BEN);
    const { body } = await ada.users();
    expect(body).toMatchObject({ page: 1, pageSize: 10, total: 3, pages: 1 });
    expect(body.users.map(({ name, role, emailVerified }) => [name, role, emailVerified])).toEqual([
      [ADA.name, 'admin', true],
      [BEN.name, 'user', false],
      [EVE.name, 'user', true],
    ]);
    expect(Object.keys(body.users[0] ?? {}).sort()).toEqual(
      ['createdAt', 'email', 'emailVerified', 'id', 'isDisabled', 'name', 'role'].sort(),
    );
  });

  test('can be sorted by every column, filtered, searched and paged', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    town.clock.advance(1000);
    await town.resident(BEN);
    town.clock.advance(1000);
    await town.resident(EVE);
    const names = async (query: Parameters<typeof ada.users>[0]) =>
      (await ada.users(query)).body.users.map(({ name }) => name);
    expect(await names({ sortBy: 'createdAt', sortOrder: 'desc' })).toEqual([EVE.name, BEN.name, ADA.name]);
    expect(await names({ sortBy: 'email', sortOrder: 'desc' })).toEqual([EVE.name, BEN.name, ADA.name]);
    const byRole = { sortBy: 'role', secondarySortBy: 'name', secondarySortOrder: 'desc' } as const;
    expect(await names(byRole)).toEqual([ADA.name, EVE.name, BEN.name]);
    expect(await names({ sortBy: 'emailVerified', sortOrder: 'desc' })).toEqual([ADA.name, BEN.name, EVE.name]);
    expect(await names({ role: 'admin' })).toEqual([ADA.name]);
    expect(await names({ search: 'óSLO' })).toEqual([EVE.name]);
    expect(await names({ search: 'Óslo,  Eve' })).toEqual([EVE.name]);
    expect(await names({ search: 'ben@' })).toEqual([BEN.name]);
    expect(await names({ search: '%' })).toEqual([]);
    const second = (await ada.users({ page: 2, pageSize: 2, sortBy: 'name' })).body;
    expect(second).toMatchObject({ total: 3, pages: 2, users: [{ name: EVE.name }] });
    expect((await ada.users({ page: 99, pageSize: 2, sortBy: 'name' })).body).toEqual(second);
  });

  test('sorts names by the alphabet, whatever their accents and capitals, and finds them without accents', async () => {
    const town = openTown();
    const ada = await town.resident(ADA);
    const named = ['zoe King', 'Éva Reyes', 'Eva reyes', 'Ångström', 'émile'];
    for (const [index, name] of named.entries()) {
      await town.person().call('register', { name, email: `n${index}@example.com`, password: BEN.password });
    }
    const names = async (query: Parameters<typeof ada.users>[0]) =>
      (await ada.users(query)).body.users.map(({ name }) => name);
    const sorted = [ADA.name, 'Ångström', 'émile', 'Eva reyes', 'Éva Reyes', 'zoe King'];
    expect(await names({ sortBy: 'name' })).toEqual(sorted);
    expect(await names({ sortBy: 'name', sortOrder: 'desc' })).toEqual(sorted.toReversed());
    const pages = [1, 2, 3].map((page) => names({ sortBy: 'name', pageSize: 2, page }));
    expect((await Promise.all(pages)).flat()).toEqual(sorted);
    expect(await names({ search: 'eva r' })).toEqual(['Eva reyes', 'Éva Reyes']);
  });
});
