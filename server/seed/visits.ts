/** What customers and the owner do about paid visits: move, cancel, complete, record a no-show. */
import { randomUUID } from 'node:crypto';
import { type Booking, bookingStream } from '#events/booking/booking.ts';
import { cancelOutcome, visitEnd } from '#events/booking/changing.ts';
import { instantOf, unitStart } from '#events/business-time.ts';
import type { Slot } from '#shared/booking/availability.ts';
import { claimOf } from '#shared/booking/session-type.ts';
import { addDays } from '#shared/civil-date.ts';
import { callerOf } from '../bookings/access/caller-access.ts';
import { cancelVisit, moveVisit } from '../bookings/changing/change-plans.ts';
import { businessTime } from '../bookings/dependencies.ts';
import { moveForOwner } from '../owner/move-visit.ts';
import { cancelAsOwner, noteRefundSettled, recordVisit, refundAsGoodwill } from '../owner/record-visit.ts';
import { writeToCustomer } from '../owner/write-to-customer.ts';
import { freeSlot } from './free-slot.ts';
import { DAY, HOUR, MINUTE, type Story, awakeBetween, newCause } from './story.ts';

/** What customers and the owner do about a visit before it takes place. */
const PLANS = { moves: 0.08, cancels: 0.08, cancelsLate: 0.04, ownerCancels: 0.012, ownerMoves: 0.02, comes: 0.768 };

/** The same of a visit that was booked by phone: its customer calls again. */
const CALLED_PLANS = { ownerCancels: 0.08, ownerMoves: 0.08, comes: 0.84 };

/** Of how many visits the owner writes to the customer before. */
const WRITES = 0.03;

const MESSAGES = [
  'I’ll be there at the beginning of the time you booked. Please have the parts ready.',
  'Could you send me a picture of the wall before I come?\n\nThank you.',
  'I’m running about twenty minutes late. Sorry.',
];

/** What the owner records after a visit. */
const OUTCOMES = {
  completed: 0.93,
  completedNextDay: 0.03,
  completionUndone: 0.005,
  noShow: 0.03,
  noShowUndone: 0.005,
};

/** Plans what happens about a visit that was just confirmed. */
export async function planVisit(story: Story, id: string): Promise<void> {
  const { chance, shop } = story;
  const booking = await standing(story, id);
  if (booking === null) return;
  await planOutcome(story, id);
  const isCalled = booking.payments.some(({ isOutside }) => isOutside);
  const plan = isCalled ? chance.share(CALLED_PLANS) : chance.share(PLANS);
  if (!isCalled && chance.happens(WRITES)) planMessage(story, id, booking);
  if (plan === 'comes') return;
  const { timeZone } = shop.config;
  const { freeChangesThrough, date, units } = booking;
  const now = shop.clock.now() + 20 * MINUTE;
  const start = unitStart(date, units[0]!, timeZone) - HOUR;
  const deadline = freeChangesThrough === null ? now : instantOf(addDays(freeChangesThrough, 1), 0, timeZone);
  if (plan === 'ownerMoves') planAct(story, id, [now, start], moveForCustomer);
  else if (plan === 'ownerCancels') planAct(story, id, [now, start], cancelForOwner);
  else if (plan === 'cancelsLate') planAct(story, id, [Math.max(now, deadline), start], cancel);
  else planAct(story, id, [now, deadline - MINUTE], plan === 'moves' ? move : cancel);
}

type Act = (story: Story, id: string, booking: Booking) => Promise<unknown>;

/** Adds an act between two instants, if there is time, for a visit that is still planned then. */
function planAct(story: Story, id: string, [from, to]: readonly [number, number], act: Act): void {
  if (from < to) actAt(story, id, awakeBetween(story, from, to), act);
}

function actAt(story: Story, id: string, at: number, act: Act): void {
  story.agenda.add(at, async () => {
    const booking = await standing(story, id);
    if (booking !== null) await act(story, id, booking);
  });
}

/** The booking while its visit is planned and its customer known. */
async function standing({ shop }: Pick<Story, 'shop'>, id: string): Promise<Booking | null> {
  const booking = await shop.store.stateOf(bookingStream(id));
  return booking?.status === 'confirmed' && !booking.isForgotten && booking.keptFrom === null ? booking : null;
}

function slotOf({ date, units }: Booking): Slot {
  return { date, claim: claimOf(units) };
}

/** A customer with the link of the last mail about the booking. */
function callerWithLink({ shop }: Pick<Story, 'shop'>, id: string, { linkGeneration: generation, account }: Booking) {
  const links = [{ booking: id, generation, isMailed: true }];
  return callerOf(shop, id, { links, account, hold: null });
}

const move: Act = async (story, id, booking) => {
  const { shop, chance } = story;
  const to = await freeSlot(story, booking.service === 'full-day' ? ['full'] : ['am', 'pm'], 3 + chance.below(20));
  if (to === null) return;
  const caller = await callerWithLink(story, id, booking);
  await moveVisit(shop, { eventId: id, key: randomUUID(), caller, from: slotOf(booking), ...to }, null, newCause());
};

const cancel: Act = async (story, id, booking) => {
  const { shop } = story;
  const expects = cancelOutcome(booking, businessTime(shop));
  if (expects === null) return;
  const caller = await callerWithLink(story, id, booking);
  await cancelVisit(shop, { eventId: id, key: randomUUID(), caller, from: slotOf(booking), expects }, newCause());
};

const cancelForOwner: Act = ({ shop, owner: by }, id, booking) =>
  cancelAsOwner(shop, { eventId: id, by, from: slotOf(booking) }, newCause());

const moveForCustomer: Act = async (story, id, booking) => {
  const { shop, chance, owner: by } = story;
  const to = await freeSlot(story, booking.service === 'full-day' ? ['full'] : ['am', 'pm'], 3 + chance.below(20));
  if (to !== null) await moveForOwner(shop, { eventId: id, by, from: slotOf(booking), to }, newCause());
};

/** Has the owner write to the customer on one of the two days before the visit. */
function planMessage(story: Story, id: string, { date, units }: Booking): void {
  const { shop, chance, owner: by } = story;
  const start = unitStart(date, units[0]!, shop.config.timeZone);
  const text = chance.pick(MESSAGES);
  planAct(story, id, [Math.max(shop.clock.now() + HOUR, start - 2 * DAY), start], () =>
    writeToCustomer(shop, { eventId: id, by, text, key: randomUUID() }, newCause()),
  );
}

/** Has the owner cancel a visit at an instant, if it is still planned then. */
export function ownerCancelsAt(story: Story, id: string, at: number): void {
  actAt(story, id, at, cancelForOwner);
}

/** Plans what the owner records after a visit, where it is planned now. */
export async function planOutcome(story: Story, id: string): Promise<void> {
  const { shop, agenda, chance, owner: by } = story;
  const booking = await shop.store.stateOf(bookingStream(id));
  if (booking === null) return;
  const { timeZone } = shop.config;
  const planned = slotOf(booking);
  const start = unitStart(booking.date, booking.units[0]!, timeZone);
  const end = visitEnd(booking, timeZone);
  const outcome = chance.share(OUTCOMES);
  const record = (at: number, ...recordings: readonly Parameters<typeof recordVisit>[2][]) => {
    agenda.add(at, async () => {
      const now = await shop.store.stateOf(bookingStream(id));
      const isThere = now?.date === planned.date && claimOf(now.units) === planned.claim;
      if (!isThere || now.status !== 'confirmed') return;
      for (const recording of recordings) await recordVisit(shop, { eventId: id, by }, recording, newCause());
    });
  };
  const done = end + chance.between(-30, 50) * MINUTE;
  const absent = start + chance.between(40, 90) * MINUTE;
  if (outcome === 'completed') record(done, 'completed');
  else if (outcome === 'completedNextDay') record(end + DAY - chance.between(5, 10) * HOUR, 'completed');
  else if (outcome === 'completionUndone') record(done, 'completed', 'completion-undone', 'completed');
  else if (outcome === 'noShow') record(absent, 'no-show');
  else record(absent, 'no-show', 'no-show-undone', 'completed');
}

/** The owner gives back within some days what was paid to them directly. */
export function planGivingBack(story: Story, id: string, payment: string): void {
  const { shop, agenda, owner: by } = story;
  const now = shop.clock.now();
  agenda.add(awakeBetween(story, now + HOUR, now + 4 * DAY), () =>
    noteRefundSettled(shop, { eventId: id, by, payment }, newCause()),
  );
}

/** The owner returns a payment that was kept for a late cancellation, in one of ten cases. */
export function planGoodwill(story: Story, id: string): void {
  const { shop, agenda, chance, owner: by } = story;
  if (!chance.happens(0.1)) return;
  const now = shop.clock.now();
  agenda.add(awakeBetween(story, now + HOUR, now + 4 * DAY), async () => {
    const booking = await shop.store.stateOf(bookingStream(id));
    if (booking?.status === 'forfeited') await refundAsGoodwill(shop, { eventId: id, by }, newCause());
  });
}
