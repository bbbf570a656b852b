/** Page object of the booking page: uses visible text and labels. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import type { Slot } from '#shared/booking/availability.ts';
import { slotValue } from '#shared/booking/booking-form.ts';
import { BOOKING_STEPS, type BookingStep } from '#shared/booking/booking-steps.ts';
import { type CivilDate, addDays, addMonths, longDate, monthName, monthOf, shortDate } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { sessionTypeOf } from '#shared/booking/session-type.ts';
import type { EngineLocator, EnginePage, Finder, Found } from './engine-page.ts';
import { hydrated } from './browser.ts';
import { PATIENCE_MS } from '#tests/patience.ts';

export interface Person {
  readonly area: string;
  readonly address: string;
  readonly gate: string;
  readonly notes: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** By its title in the catalogue. */
  readonly task: string;
}

export const ANN: Person = {
  area: 'Ojai',
  address: '12 Oak Street, Unit 4',
  gate: '#1234, side door',
  notes: 'The blue house\nThe dog is friendly',
  name: 'Ann Lee',
  email: 'ann@example.com',
  phone: '(805) 555-0101',
  task: 'TV Mounting',
};

/** A customer with an email address that no other test uses. */
export function person(name: string): Person {
  return { ...ANN, name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com` };
}

const CLAIM_WORDS: Readonly<Record<Claim, string>> = {
  am: 'Morning, 7:00 am to noon',
  pm: 'Afternoon, 1:00 pm to 6:00 pm',
  full: 'Full day, 7:00 am to 6:00 pm',
};

/**
 * `Tue, Mar 9`, and not the beginning of a later date: `Mon, Mar 1` is part of `Mon, Mar 15`. The following text may come without a
 * space, as in the text of a list item.
 */
export function dayText(date: CivilDate): RegExp {
  const words = shortDate(date);
  const longer = [14, 21, 28].map((days) => shortDate(addDays(date, days))).find((each) => each.startsWith(words));
  return new RegExp(longer === undefined ? words : `${words}(?!${longer.slice(words.length)}(?!:))`);
}

/** `Tue, Mar 9, 7:00 am to noon` */
export function slotText({ date, claim }: Slot): string {
  return `${shortDate(date)}, ${hoursText(claim)}`;
}

/** `7:00 am to noon` */
export function hoursText(claim: Claim): string {
  return CLAIM_WORDS[claim].replace(/^[^,]+, /, '');
}

export class BookingPage<L extends Found<L> & EngineLocator = Locator, P extends EnginePage = Page> {
  readonly page: Finder<L> & P;
  readonly #scripts: boolean;

  constructor({ page, scripts }: { readonly page: Finder<L> & P; readonly scripts: boolean }) {
    this.page = page;
    this.#scripts = scripts;
  }

  /** Opens the page, with nothing or with a slot chosen, as the links in our mails do. */
  async open(slot: Slot | null = null): Promise<void> {
    const chosen = slot ? `?service=${sessionTypeOf(slot.claim)}&date=${slot.date}&claim=${slot.claim}` : '';
    await this.page.goto(`/book${chosen}`);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Book a visit' }).waitFor();
    if (this.#scripts) await hydrated(this.page);
  }

  /** Goes to a question if the form shows one at a time. */
  async goTo(step: BookingStep): Promise<void> {
    const { page } = this;
    const asked = page.locator('input[name=step]');
    while (!(await page.locator(`[data-step-of=${step}]`).isVisible())) {
      const at = (await asked.inputValue()) as BookingStep;
      const isAhead = BOOKING_STEPS.indexOf(at) < BOOKING_STEPS.indexOf(step);
      await this.button(isAhead ? /^Next/ : /^Back$/).click();
      await vi.waitFor(async () => assert.notEqual(await asked.inputValue(), at), {
        interval: 10,
        timeout: PATIENCE_MS,
      });
    }
  }

  /** Chooses a visible slot. */
  async choose(slot: Slot): Promise<void> {
    await this.goTo('day');
    await this.slot(slot).check();
  }

  /** From the list of days to the month of a date. */
  async showMonth(date: CivilDate, today: CivilDate): Promise<void> {
    await this.button(/show the whole month/).click();
    for (let month = monthOf(today); month !== monthOf(date);) {
      month = addMonths(month, 1);
      await this.button(monthName(month)).click();
      await this.page.getByRole('table', { name: monthName(month) }).waitFor();
    }
  }

  /** The radio button of a slot, in the list of days or in the month. */
  slot({ date, claim }: Slot): L {
    const words = CLAIM_WORDS[claim];
    const inList = this.page.getByRole('radio', { name: `${shortDate(date)}, ${words}` });
    const inMonth = this.page.getByRole('radio', { name: `${longDate(date)}, ${words}` });
    const apart = this.page.getByRole('radio', { name: `Your choice: ${slotText({ date, claim })}` });
    return inList.or(inMonth).or(apart);
  }

  button(name: string | RegExp): L {
    return this.page.getByRole('button', { name });
  }

  async fillIn(who: Person): Promise<void> {
    const { page } = this;
    await this.goTo('work');
    await this.group(who.task).evaluate((details) => details.setAttribute('open', ''));
    await page.getByRole('checkbox', { name: who.task }).check();
    await page.getByLabel('Notes').fill(who.notes);
    await this.goTo('place');
    await page.getByLabel('City').selectOption(who.area);
    await page.getByLabel('Street address').fill(who.address);
    await page.getByLabel('Gate code').fill(who.gate);
    await this.goTo('person');
    await page.getByLabel('Name').fill(who.name);
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Phone').fill(who.phone);
  }

  /** The fold of the catalogue that a task is in. */
  group(task: string): L {
    return this.page.locator('details').filter({ hasText: task });
  }

  /** Presses the button that books. */
  async send(): Promise<void> {
    await this.goTo('person');
    await this.button(/^Pay \$\d+ and book$/).click();
  }

  /** Sends the form and waits for the payment page. */
  async sendToPay(): Promise<void> {
    await this.send();
    await this.page.getByRole('heading', { name: /^Pay \$/ }).waitFor();
  }

  /** Asserts that all typed values and ticked boxes are still there. */
  async holds(who: Person): Promise<void> {
    const { page } = this;
    const read = async () => ({
      area: await page.getByLabel('City').inputValue(),
      address: await page.getByLabel('Street address').inputValue(),
      gate: await page.getByLabel('Gate code').inputValue(),
      notes: await page.getByLabel('Notes').inputValue(),
      name: await page.getByLabel('Name').inputValue(),
      email: await page.getByLabel('Email').inputValue(),
      phone: await page.getByLabel('Phone').inputValue(),
      task: (await page.getByRole('checkbox', { name: who.task, includeHidden: true }).isChecked()) ? who.task : '',
    });
    await vi.waitFor(async () => assert.deepEqual(await read(), who), { interval: 25, timeout: PATIENCE_MS });
  }

  /** Asserts that the slot is chosen. */
  async hasChosen(slot: Slot): Promise<void> {
    await this.goTo('day');
    await this.page.locator(`input[name^=slot][value="${slotValue(slot)}"]:checked`).waitFor();
  }

  /** Reloads the page until it shows this: workers take a moment. */
  async reloadUntil(shown: EngineLocator): Promise<void> {
    const look = async () => {
      await this.page.reload();
      assert.ok(await shown.isVisible());
    };
    await vi.waitFor(look, { interval: 25, timeout: PATIENCE_MS });
  }

  /** A message of the page, by its title. */
  notice(title: string | RegExp): L {
    return this.page.getByRole('alert').filter({ hasText: title });
  }
}

/** The page that stands in for the payment provider's. */
export async function pay(page: EnginePage, button: string | RegExp = /^Pay \$\d+$/): Promise<void> {
  await page.getByRole('button', { name: button }).click();
}
