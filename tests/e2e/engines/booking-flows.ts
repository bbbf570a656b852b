/** Booking and paying, in each engine. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortDate } from '#shared/civil-date.ts';
import { picture } from '../../pictures.ts';
import { tempFolder } from '../../temp-folder.ts';
import type { EnginePage } from '../engine-page.ts';
import { BookingPage, type Person, dayText, pay, person, slotText } from '../booking-page.ts';
import { hydrated } from '../browser.ts';
import { ManagePage, linkIn } from '../manage-page.ts';
import type { Shop } from '../shop.ts';
import type { EngineShop } from './engine.ts';

const BOOKED = { name: 'Your visit is booked' };

export function bookingFlows({ shop, visit }: EngineShop): void {
  test('on a phone, a visitor answers one question at a time, adds a photo, goes back and forth, reloads, and pays', async () => {
    const visitor = await visit({ size: 'phone' });
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(0), claim: 'am' } as const;
    const who = person('Ann Lee');
    const asks = (question: string) => page.getByRole('heading', { level: 2, name: question }).waitFor();
    const photo = page.getByRole('main').getByRole('img', { name: 'View 1 of the job' });

    await page.goto('/');
    await hydrated(page);
    await page.getByRole('link', { name: 'Book a half day' }).click();
    await booking.ready();
    await booking.choose(slot);
    await booking.fillIn({ ...who, name: 'Ann' });
    await page.getByLabel('Name').click();
    await page.keyboard.type(' Lee');
    await booking.goTo('work');
    await page.getByLabel('Photos (optional)').setInputFiles(await photoFile());
    await photo.waitFor();

    await page.goBack();
    await asks('Where?');
    await page.goBack();
    await asks('How do we reach you?');
    await page.goForward();
    await asks('Where?');
    await page.reload();
    await booking.ready();
    await asks('Where?');
    await booking.holds(who);
    await booking.hasChosen(slot);
    await booking.sendToPay();
    await pay(page);
    await page.getByRole('heading', BOOKED).waitFor();
    const ticket = await page.getByRole('main').innerText();
    expect(ticket).toContain(slotText(slot));

    const manage = new ManagePage(visitor);
    await manage.open(linkIn(await shop.mail(who.email, /\(booked\)$/)));
    await manage.stands(slot);
    await photo.waitFor();
  });

  test('Back from the payment page keeps what was chosen, a declined card is reported, and Back from the paid visit says so', async () => {
    const visitor = await visit();
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(3), claim: 'pm' } as const;
    const who = { ...person('Rita Load'), task: 'Curtains & Shelving' };
    await booking.open();
    await booking.choose(slot);
    await booking.fillIn(who);
    // No browser keeps a page that listens to this.
    await page.evaluate(() => addEventListener('unload', () => {}));
    await booking.sendToPay();
    await page.goBack();
    await booking.ready();
    await page.getByRole('heading', { name: /^You’re holding/ }).waitFor();
    await booking.hasChosen(slot);
    await booking.holds(who);
    await booking.sendToPay();
    await payAfterDecline(shop, page, who);
    await page.goBack();
    await page.getByText('This is paid.').waitFor();
  });

  test('a slot that another visitor takes turns gray in place, comes back when it is free, and both are announced', async () => {
    const visitor = await visit();
    const { page } = visitor;
    const booking = new BookingPage(visitor);
    const slot = { date: await shop.day(2), claim: 'am' } as const;
    const day = page.getByRole('listitem').filter({ hasText: dayText(slot.date) });
    const announced = (words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();
    await booking.open();
    await booking.slot(slot).waitFor();
    await shop.holdAsOtherVisitor(slot);
    await booking.slot(slot).waitFor({ state: 'detached' });
    await announced(`No longer open: ${shortDate(slot.date)}, morning.`);
    await day.getByText('not open').first().waitFor();
    await shop.holdAsOtherVisitor({ ...slot, claim: 'pm' });
    await booking.slot({ ...slot, claim: 'pm' }).waitFor({ state: 'detached' });
    await day.getByRole('heading', { name: dayText(slot.date) }).waitFor();
    await shop.passMinutes(31);
    await booking.slot(slot).waitFor();
    await announced(/^Open again: /);
  });
}

/** On the payment page. */
async function payAfterDecline(shop: Shop, page: EnginePage, { email }: Person): Promise<void> {
  await pay(page, 'Decline the card');
  await page.getByRole('alert').getByText('The card was declined. Nothing was taken').waitFor();
  expect(await shop.mails()).not.toContainEqual(expect.objectContaining({ to: email }));
  await pay(page);
  await page.getByRole('heading', BOOKED).waitFor();
  await shop.mail(email, /\(booked\)$/);
}

async function photoFile(): Promise<string> {
  const path = join(tempFolder(), 'wall.jpg');
  await writeFile(path, await picture({ color: '#2563eb' }));
  return path;
}
