/** Photos of the job: on the booking form, on the page of the visit, and where the owner sees them. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { picture } from '../pictures.ts';
import { BookingPage, pay, person } from './booking-page.ts';
import { type Visitor } from './browser.ts';
import { ManagePage, linkIn } from './manage-page.ts';
import { openShop } from './shop.ts';

interface File {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

async function file(name: string, color = '#2563eb'): Promise<File> {
  return { name, mimeType: 'image/jpeg', buffer: await picture({ color }) };
}

/** 18 megapixels in several scans, of full color: unpacked, too many for the server. Padded, because the page shrinks no small file. */
async function hugePicture(): Promise<Buffer> {
  const picture = sharp({ create: { width: 4500, height: 4000, channels: 3, background: '#357' } });
  const bytes = await picture.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  return Buffer.concat([bytes, Buffer.alloc(1_000_000)]);
}

/** Chooses files, and without script presses the button that posts them. */
async function adds({ page, scripts }: Visitor, files: File[]): Promise<void> {
  await page.getByLabel('Photos (optional)').setInputFiles(files);
  if (!scripts) await page.getByRole('button', { name: 'Add the chosen photos' }).click();
}

function photosOn({ page }: Visitor) {
  return page.getByRole('main').getByRole('img', { name: /^View \d of the job$/ });
}

/** Waits until so many photos are shown, and each was loaded. */
async function shows(visitor: Visitor, count: number): Promise<void> {
  const photos = photosOn(visitor);
  await expect.poll(() => photos.count()).toBe(count);
  for (const photo of await photos.all()) {
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeTruthy();
  }
}

const shop = openShop();

test('without scripts, photos added to the form are on the visit, for its customer and the owner alone', async () => {
  const visitor = await shop.visit({ scripts: false, size: 'phone' });
  const { page } = visitor;
  const slot = { date: await shop.day(2), claim: 'am' } as const;
  const who = person('Photo Adds');
  const booking = new BookingPage(visitor);
  await booking.open(slot);
  await booking.fillIn(who);
  await booking.goTo('work');
  await adds(visitor, [await file('wall.jpg'), await file('door.jpg', '#aa3300')]);
  await shows(visitor, 2);
  await page.getByRole('button', { name: 'Remove photo 1' }).click();
  await shows(visitor, 1);
  await booking.holds(who);
  await booking.sendToPay();
  await pay(page);
  await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  const link = linkIn(await shop.mail(who.email, /\(booked\)$/));
  const manage = new ManagePage(visitor);
  await manage.open(link);
  await shows(visitor, 1);
  await adds(visitor, [await file('leak.jpg')]);
  await shows(visitor, 2);
  const address = await photosOn(visitor).first().getAttribute('src');
  const seen = await page.request.get(address ?? '');
  const byStranger = await shop.fetch(address ?? '');
  expect([seen.status(), byStranger.status]).toEqual([200, 404]);
  await page.getByRole('button', { name: 'Remove photo 2' }).click();
  await shows(visitor, 1);
  expect(visitor.complaints).toEqual([]);
});

test('a file that is no picture is refused, a photo too large for the server is made smaller, and the seventh is left out', async () => {
  const visitor = await shop.visit();
  const { page } = visitor;
  await new BookingPage(visitor).open();
  await page.getByLabel('Notes').fill('The blue door');
  await adds(visitor, [{ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') }]);
  await page.getByText('We couldn’t use that photo').first().waitFor();
  await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('The blue door');
  expect(await photosOn(visitor).count()).toBe(0);

  await adds(visitor, [{ name: 'roof.jpg', mimeType: 'image/jpeg', buffer: await hugePicture() }]);
  await shows(visitor, 1);

  const files = await Promise.all(Array.from({ length: 6 }, (_, index) => file(`${index}.jpg`)));
  await adds(visitor, files);
  await shows(visitor, 6);
  await page.getByText('That’s all there’s room for').waitFor();
  // Removing one by keyboard keeps the focus.
  await page.getByRole('button', { name: 'Remove photo 6' }).focus();
  await page.keyboard.press('Enter');
  await shows(visitor, 5);
  const focused = page.getByRole('button', { name: 'Remove photo 5' });
  await expect.poll(() => focused.evaluate((button) => button === document.activeElement)).toBe(true);
});
