/** A visitor in the middle of something while the operator rotates `COOKIE_SECRET`. */
import { onTestFinished, expect, test } from 'vitest';
import { picture } from '../pictures.ts';
import { tempFolder } from '../temp-folder.ts';
import { AccountPage, createAccount, customer } from './account-page.ts';
import { BookingPage, pay, person } from './booking-page.ts';
import { ManagePage, bookByCalls, linkIn } from './manage-page.ts';
import { freePort } from './server.ts';
import { Shop } from './shop.ts';

const [BEFORE, AFTER] = ['the secret before it is rotated', 'the secret that replaces it ...'].map(
  (text) => `${text}.`,
);
const WHO = customer('Rita Rotates');
const GUS = person('Gus Guest');
const PLAIN = { scripts: false } as const;

/** A shop of which some visitors are in the middle of something, under the first secret. */
async function openBusyShop() {
  const shop = new Shop();
  const settings = { DATA_FOLDER: tempFolder(), PORT: String(await freePort()), RATE_LIMIT: '100' };
  await shop.open({}, { ...settings, COOKIE_SECRET: BEFORE! });
  onTestFinished(() => shop.close());
  await createAccount(WHO, shop);
  const account = new AccountPage(await shop.visit(PLAIN));
  await account.signInByCall(WHO, shop, '/app/profile');
  await account.part('About you').getByLabel('Street address').fill('9 Long Lane');

  const slot = { date: await shop.day(2), claim: 'am' } as const;
  const guest = await shop.visit(PLAIN);
  const booking = new BookingPage(guest);
  await booking.open(slot);
  await booking.fillIn(GUS);
  await booking.goTo('work');
  await guest.page
    .getByLabel('Photos (optional)')
    .setInputFiles([{ name: 'wall.jpg', mimeType: 'image/jpeg', buffer: await picture() }]);
  await booking.button('Add the chosen photos').click();
  const photos = guest.page.getByRole('main').getByRole('img', { name: /^View \d of the job$/ });
  await expect.poll(() => photos.count()).toBe(1);

  const mailed = await bookByCalls(shop, { date: await shop.day(3), claim: 'pm' }, 'Mia Mailed');
  const manage = new ManagePage(await shop.visit(PLAIN));
  const opensLink = async () => {
    await manage.open(mailed.link);
    await manage.page.getByText('1 Main Street').first().waitFor();
  };
  const restart = (secrets: Record<string, string>) => shop.restart({ ...settings, ...secrets });
  return { shop, account, booking, guest, photos, opensLink, restart };
}

test('with the previous secret beside the next one, sessions, open forms, photos and links go on; later it can go', async () => {
  const { shop, account, booking, guest, photos, opensLink, restart } = await openBusyShop();
  const idle = new AccountPage(await shop.visit(PLAIN));
  await idle.signInByCall(WHO, shop);
  await restart({ COOKIE_SECRET: AFTER!, COOKIE_SECRET_PREVIOUS: BEFORE! });
  await account.button('Save').click();
  await account.page.getByText('Saved.').waitFor();
  await expect.poll(() => account.part('About you').getByLabel('Street address').inputValue()).toBe('9 Long Lane');
  await booking.sendToPay();
  await pay(guest.page);
  await guest.page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  await guest.page.goto(linkIn(await shop.mail(GUS.email, /\(booked\)$/)));
  await expect.poll(() => photos.count()).toBe(1);
  await opensLink();
  // The next use, a quarter of an hour later, signs the cookie with the next secret.
  await shop.passMinutes(16);
  await account.open('/app/profile');
  await restart({ COOKIE_SECRET: AFTER! });
  await account.open('/app/profile');
  await account.arrives('/app/profile');
  await opensLink();
  await idle.page.goto('/app');
  await idle.arrives('/login');
});
