import { describe, expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import { ADA, BEN, openTown } from '../accounts/town.ts';
import { DATE } from '../../events/facts.ts';

const KEYS = [1, 2, 3].map((each) => `00000000-0000-4000-8000-00000000000${each}`);

const CARLA = {
  date: DATE,
  claim: 'am',
  area: 'Ojai',
  address: '9 Oak Rd',
  name: 'Carla Díaz',
  email: '',
  phone: '(805) 555-0177',
  notes: '',
  tasks: 'tv-mounting',
  key: KEYS[0] ?? '',
};

async function withAdmin() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const post = async (change: Partial<typeof CARLA> = {}) => {
    const { location } = await ada.post('bookByPhone', { ...CARLA, ...change });
    return { id: /bookings\/([\w-]+)$/.exec(location)?.[1] ?? '' };
  };
  return { town, ada, post };
}

describe('the search of customers', () => {
  test('finds bookings by name, address, phone number and reference, and accounts', async () => {
    const { ada, post, town } = await withAdmin();
    const { id } = await post({ email: 'carla@example.com' });
    await post({ claim: 'pm', email: 'carla@example.com', key: KEYS[1] ?? '' });
    await town.resident(BEN);
    const find = async (search: string) =>
      (await ada.ask('customers', { search, chosen: '' })).body.found.map(({ name, booking }) => [
        name,
        booking?.claim,
      ]);
    expect(await find('carla diaz')).toEqual([['Carla Díaz', 'pm']]);
    expect(await find('Díaz,  Carla')).toEqual([['Carla Díaz', 'pm']]);
    expect(await find('CARLA@example')).toEqual([['Carla Díaz', 'pm']]);
    expect(await find('+1 805.555.0177')).toEqual([['Carla Díaz', 'pm']]);
    expect(await find('555-0177')).toEqual([['Carla Díaz', 'pm']]);
    expect(await find(referenceOf(id).toLowerCase())).toEqual([['Carla Díaz', 'am']]);
    expect(await find('ben ito')).toEqual([['Ben Ito', undefined]]);
    expect(await find('%')).toEqual([]);
    expect(await find('zz')).toEqual([]);
  });

  test('finds a guest once, with the newest booking, however their name and number are written', async () => {
    const { ada, post } = await withAdmin();
    await post({ email: 'carla@example.com' });
    await post({
      claim: 'pm',
      name: 'C. Diaz',
      phone: '+1 805 555 0199',
      email: 'Carla@example.com',
      key: KEYS[1] ?? '',
    });
    const { found } = (await ada.ask('customers', { search: 'diaz', chosen: '' })).body;
    expect(found.map(({ name, phone }) => [name, phone])).toEqual([['C. Diaz', '+1 805 555 0199']]);
  });

  test('fills in the one that was chosen', async () => {
    const { ada, post } = await withAdmin();
    const { id } = await post();
    const { chosen } = (await ada.ask('customers', { search: '', chosen: `booking-${id}` })).body;
    expect(chosen).toMatchObject({ name: 'Carla Díaz', phone: '(805) 555-0177', address: '9 Oak Rd', area: 'Ojai' });
    expect((await ada.ask('customers', { search: '', chosen: 'booking-none' })).body.chosen).toBeNull();
  });
});
