/** Visitors who hold a slot: some pay, some trade it or give it back, most let it lapse. */
import { nextNotice, removeNotice } from '#db/queries/sandbox.ts';
import { randomUUID } from 'node:crypto';
import { bookingStream } from '#events/booking/booking.ts';
import { civilDateAt } from '#events/business-time.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { type Claim, PRICE_CENTS, sessionTypeOf } from '#shared/booking/session-type.ts';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import { checkoutUrl } from '../bookings/buying/checkout.ts';
import { fulfil } from '../bookings/buying/fulfil.ts';
import { releaseHold } from '../bookings/buying/release-hold.ts';
import { placeHold } from '../bookings/buying/place-hold.ts';
import { bookForCaller } from '../owner/phone-booking.ts';
import { LANDS_AFTER_MS, type WayToPay } from '../outside/payments/sandbox-choices.ts';
import { type Customer, wishOf } from './customers.ts';
import { freeSlot } from './free-slot.ts';
import { DAY, HOUR, MINUTE, type Story, newCause } from './story.ts';
import { ownerCancelsAt } from './visits.ts';

/** What becomes of holds: seven in ten are never paid, as of most shopping carts. */
const FATES = { pays: 0.33, trades: 0.05, givesBack: 0.07, lapses: 0.55 };

/** How many book by phone, of those who want a visit. */
const CALLS = 0.015;

const WAYS: Readonly<Partial<Record<WayToPay, number>>> = {
  pay: 0.96,
  twice: 0.007,
  late: 0.008,
  later: 0.01,
  'refund-fails': 0.01,
  'twice-refund-fails': 0.005,
};

const CLAIMS: Readonly<Record<Claim, number>> = { am: 0.45, pm: 0.35, full: 0.2 };

/** Days ahead for which a visit is wished, on average. */
const LEAD_DAYS = 8;

/** A visitor comes, and holds a slot if one is free. Resolves with whether they found one. */
export async function visit(story: Story): Promise<boolean> {
  const { chance, customers } = story;
  const customer = customers.visitor();
  const slot = await wishedSlot(story);
  if (slot !== null && chance.happens(CALLS)) return call(story, customer, slot);
  const booking = await hold(story, customer, slot, null);
  if (slot === null || booking === null) return false;
  if (arrangeFailingRefund(story, booking, slot)) return true;
  const fate = chance.share(FATES);
  if (fate === 'pays') payIn(story, booking, chance.share(WAYS as Record<WayToPay, number>));
  else if (fate === 'trades') tradeIn(story, customer, booking);
  else if (fate === 'givesBack') {
    const { agenda, shop } = story;
    agenda.add(shop.clock.now() + chance.between(2, 20) * MINUTE, () => releaseHold(shop, booking, newCause()));
  }
  return true;
}

/** A customer calls, and the owner books for them. Some have no email address. Resolves with true. */
async function call(story: Story, customer: Customer, slot: Slot): Promise<true> {
  const { shop, chance, made, owner: admin } = story;
  const { name, phone, address, area } = customer;
  const email = chance.happens(0.3) ? '' : customer.email;
  const details = { ...slot, area, ...wishOf(chance), address, name, email, phone };
  await bookForCaller(shop, { key: randomUUID(), admin, ...details }, newCause());
  made.bookings += 1;
  return true;
}

/** Before the end the owner cancels a visit that is ahead, whose money cannot be given back. Returns whether it is this one. */
function arrangeFailingRefund(story: Story, booking: string, { date }: Slot): boolean {
  const { shop, end, lastDay, isArranged } = story;
  const now = shop.clock.now();
  const isAhead = date > civilDateAt(lastDay + DAY, shop.config.timeZone);
  if (isArranged.failingRefund || now < lastDay - 6 * DAY || now > lastDay - 6 * HOUR || !isAhead) return false;
  isArranged.failingRefund = true;
  payIn(story, booking, 'refund-keeps-failing');
  ownerCancelsAt(story, booking, end - 3 * HOUR);
  return true;
}

/** Holds a slot, and opens its checkout. Resolves with the booking; null when there is no slot. */
async function hold(story: Story, customer: Customer, slot: Slot | null, own: string | null): Promise<string | null> {
  if (slot === null) return null;
  const { shop, chance, made } = story;
  const { name, email, phone, address, area, account } = customer;
  const service = sessionTypeOf(slot.claim);
  const person = { area, address, name, email, phone };
  const details = { service, ...slot, ...person, ...wishOf(chance), price: PRICE_CENTS[service] };
  const cause = newCause();
  const { booking } = await placeHold(shop, { key: randomUUID(), ...details }, { hold: own, account }, cause);
  made.bookings += 1;
  await checkoutUrl(shop, booking, email, cause);
  return booking;
}

function wishedSlot(story: Story): Promise<Slot | null> {
  const { chance, shop } = story;
  const claim = chance.share(CLAIMS);
  const lead = Math.min(shop.config.bookingWindowDays, Math.floor(-Math.log(1 - chance.next()) * LEAD_DAYS));
  return freeSlot(story, [claim, claim === 'am' ? 'pm' : 'am'], lead);
}

/** Has the visitor of a hold pay in some minutes. */
function payIn(story: Story, booking: string, way: WayToPay): void {
  const { shop, agenda, chance } = story;
  agenda.add(shop.clock.now() + chance.between(1, 14) * MINUTE, async () => {
    const checkout = (await shop.store.stateOf(bookingStream(booking)))?.checkouts.at(-1);
    if (checkout !== undefined) await shop.sandbox.pay(checkout, way);
    await takeNotices(story);
  });
  if (way === 'late' || way === 'later') land(story, LANDS_AFTER_MS[way]);
}

/** Does what the site's webhook does with each notice of the provider. */
async function takeNotices({ shop }: Story): Promise<void> {
  const { store, clock } = shop;
  for (;;) {
    const notice = await nextNotice(store.db);
    if (!notice || notice.due_at > clock.now()) return;
    await fulfil(shop, notice.checkout, { correlation: notice.id });
    await store.write([removeNotice(store.db, notice.id)]);
  }
}

/** The late payment of a hold that is made now arrives so many milliseconds after its end. */
function land(story: Story, landsAfter: number): void {
  const { shop, agenda } = story;
  agenda.add(shop.clock.now() + HOLD_MINUTES * MINUTE + landsAfter + 1, async () => {
    await shop.sandbox.settle();
    await takeNotices(story);
  });
}

/** The visitor trades the hold for another slot, and then pays or lets it lapse. */
function tradeIn(story: Story, customer: Customer, booking: string): void {
  const { shop, agenda, chance } = story;
  agenda.add(shop.clock.now() + chance.between(1, 10) * MINUTE, async () => {
    const slot = story.made.bookings < story.bookings ? await wishedSlot(story) : null;
    const traded = await hold(story, customer, slot, booking);
    if (traded !== null && chance.happens(0.6)) payIn(story, traded, 'pay');
  });
}
