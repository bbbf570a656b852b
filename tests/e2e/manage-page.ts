/** Page object of a booked visit: uses its mail, and the visible text of its pages. */
import assert from 'node:assert/strict';
import type { Slot } from '#shared/booking/availability.ts';
import type { BookingDetails } from '#shared/booking/booking-details.ts';
import { BookingPage, type Person, pay, person, slotText } from './booking-page.ts';
import type { Locator, Page } from 'playwright-core';
import type { EngineLocator, EnginePage, Finder, Found } from './engine-page.ts';
import { type EngineVisitor, hydrated } from './browser.ts';
import type { SentMail, Shop } from './shop.ts';

export function linkIn({ text }: SentMail): string {
  const [link] = /http\S+\/manage\/[\w-]{43}/.exec(text) ?? [];
  assert.ok(link, 'the mail has no link to the visit');
  return link;
}

export interface Customer {
  readonly who: Person;
  /** The link in the confirmation mail. */
  readonly link: string;
}

/** Books and pays through the pages of the site. */
export async function bookOnSite(shop: Shop, visitor: EngineVisitor, slot: Slot, name: string): Promise<Customer> {
  const booking = new BookingPage(visitor);
  const who = person(name);
  await booking.open(slot);
  await booking.fillIn(who);
  await booking.sendToPay();
  await pay(visitor.page);
  await visitor.page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
  return { who, link: linkIn(await shop.mail(who.email, /\(booked\)$/)) };
}

/** Books and pays by calls, for customers whose pages no test reads. */
export async function bookByCalls(
  shop: Shop,
  slot: Slot,
  name: string,
  way: 'pay' | 'twice' = 'pay',
  details: Partial<BookingDetails> = {},
): Promise<Customer> {
  const { name: known, email } = person(name);
  const held = await shop.hold(slot, { name: known, email, ...details });
  assert.equal(held.status, 200, await held.clone().text());
  const { redirect } = (await held.json()) as { redirect: string };
  const checkout = new URL(redirect, shop.origin).pathname;
  await shop.fetch(checkout, { method: 'POST', body: new URLSearchParams({ way }) });
  const mail = await shop.mail(email, new RegExp(`${slotText(slot)} \\(booked\\)$`));
  return { who: person(name), link: linkIn(mail) };
}

export class ManagePage<L extends Found<L> & EngineLocator = Locator, P extends EnginePage = Page> {
  readonly page: Finder<L> & P;
  readonly #scripts: boolean;

  constructor({ page, scripts }: { readonly page: Finder<L> & P; readonly scripts: boolean }) {
    this.page = page;
    this.#scripts = scripts;
  }

  /** Follows a link of a mail. */
  async open(link: string): Promise<void> {
    await this.page.goto(link);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    if (this.#scripts) await hydrated(this.page);
  }

  async heading(title: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }

  async says(text: string | RegExp): Promise<void> {
    await this.page.getByRole('main').getByText(text).first().waitFor();
  }

  async follow(link: string): Promise<void> {
    await this.page.getByRole('link', { name: link, exact: true }).click();
    await this.ready();
  }

  /** Opens the picker, chooses the slot and presses the button. */
  async moveTo(
    slot: Slot,
    show: (booking: BookingPage<EngineLocator, EnginePage>) => Promise<void> = async () => {},
  ): Promise<void> {
    await this.follow('Pick another time');
    await this.heading('Move your visit');
    const picker = new BookingPage({ page: this.page, scripts: this.#scripts });
    await show(picker);
    await picker.slot(slot).check();
    await this.page.getByRole('button', { name: /^Move (?:the visit|it to .*)$/ }).click();
  }

  /** The history of the visit, latest first. */
  async history(): Promise<string[]> {
    const lines = await this.page.getByRole('region', { name: 'What happened' }).getByRole('listitem').allInnerTexts();
    return lines.map((line) => line.replace(/^[^\n]+\n+/, '').trim());
  }

  /** Reloads the page until it says this: refunds take a moment. */
  async reloadUntil(text: string | RegExp): Promise<void> {
    const booking = new BookingPage({ page: this.page, scripts: this.#scripts });
    await booking.reloadUntil(this.page.getByRole('main').getByText(text).first());
  }

  /** Asserts that the ticket names this slot. */
  async stands(slot: Slot): Promise<void> {
    await this.page.getByRole('main').getByText(slotText(slot), { exact: true }).first().waitFor();
  }
}
