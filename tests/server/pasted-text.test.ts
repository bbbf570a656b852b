import { expect, test } from 'vitest';
import { DATE } from '../events/facts.ts';
import { ADA, openTown } from './accounts/town.ts';

/** As pages, letters and word processors give it to the clipboard. */
const pasted = (text: string) => `\u200b${text.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011')}\u2060\u00a0`;

test('an account can be made and opened with a pasted address, and its password is never cleaned', async () => {
  const town = openTown();
  const password = 'quiet\u00a0otters\u2011paddle home';
  const typed = { email: 'ada-reyes@example.com', password };
  const ada = town.person();
  await ada.call('register', { ...typed, name: pasted('Ada Reyes-Lee'), email: pasted(typed.email) });
  expect((await ada.session()).user).toMatchObject({ name: 'Ada Reyes-Lee', email: typed.email });

  const browser = town.person();
  const plain = { ...typed, password: 'quiet otters-paddle home' };
  expect(await browser.call('signIn', plain)).toMatchObject({ refusal: 'wrong-credentials' });
  expect(await browser.post('signIn', { ...typed, email: pasted(typed.email) })).toMatchObject({ location: '/app' });
});

test('a pasted phone number keeps its extension, which the owner’s calendar dials and searches find', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  const { flash } = await ada.post('bookByPhone', {
    date: DATE,
    claim: 'am',
    area: 'Ojai',
    address: pasted('9 Oak Rd'),
    name: pasted('Carla Díaz'),
    email: pasted(''),
    phone: pasted('(805) 555-0177 ext. 12'),
    notes: 'Gate\u200b code 12\r\nDog \u2013 kind',
    tasks: 'tv-mounting',
    key: '00000000-0000-4000-8000-000000000001',
  });
  expect(flash).toMatchObject({ notice: 'booked-by-phone' });

  for (const search of [pasted('carla díaz'), '555-0177', '(805) 555-0177 x12']) {
    const { found } = (await ada.ask('customers', { search, chosen: '' })).body;
    expect(found).toMatchObject([
      { name: 'Carla Díaz', email: '', phone: '(805) 555-0177 ext. 12', address: '9 Oak Rd' },
    ]);
  }

  await ada.call('makeCalendarFeed', {});
  const { url } = (await ada.ask('calendarFeed')).body;
  const calendar = await (await town.person().browser.request(new URL(url ?? '').pathname)).text();
  expect(calendar.replaceAll('\r\n ', '')).toContain(String.raw`Call (805) 555-0177 ext. 12: tel:8055550177\,12`);
});
