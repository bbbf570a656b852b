/** What the site's workers do after events, at the instants at which they do it. */
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { visitEnd } from '#events/booking/changing.ts';
import { UNCONFIRMED_KEPT_MS } from '#events/account/account-changes.ts';
import { accountOf } from '#events/account/account.ts';
import { UNPAID_KEPT_MS } from '#events/booking/forgetting.ts';
import { forgetAccount } from '../accounts/delete-account.ts';
import { endUnconfirmedAccount } from '../accounts/workers/unconfirmed-accounts.ts';
import { removePersonalData } from '../bookings/forgetting/personal-data.ts';
import { forgetUnpaidHold } from '../bookings/workers/unpaid-holds.ts';
import { endVisitKept } from '../bookings/workers/kept-visits.ts';
import { planMail } from './mails.ts';
import { DAY, HOUR, type Story, newCause } from './story.ts';
import { planGivingBack, planGoodwill, planOutcome, planVisit } from './visits.ts';

/** Adds what follows from an event to the agenda. */
export async function followUp(story: Story, event: Recorded<DomainEvent>): Promise<void> {
  const { agenda, shop } = story;
  const id = bookingOf(event.stream);
  switch (event.type) {
    case 'BookingConfirmed': {
      await planVisit(story, id);
      planMail(story, event);
      break;
    }
    case 'BookingRescheduled': {
      await planOutcome(story, id);
      break;
    }
    case 'BookingForfeited': {
      planGoodwill(story, id);
      break;
    }
    case 'RefundRequested': {
      if (event.data.outside) planGivingBack(story, id, event.data.payment);
      break;
    }
    case 'VisitKept': {
      const booking = await shop.store.stateOf(bookingStream(id));
      if (booking) agenda.add(visitEnd(booking, shop.config.timeZone) + HOUR, () => endVisitKept(shop, id));
      break;
    }
    case 'HoldExpired': {
      const ended = (await shop.store.stateOf(bookingStream(id)))?.expiresAt ?? event.at;
      const day = firstDayAfter(ended + UNPAID_KEPT_MS);
      agenda.add(day + HOUR, () => forgetUnpaidHold(shop, id, day));
      break;
    }
    case 'CustomerForgotten': {
      const forgotten = { persons: [event.data.person], bookings: [id], accounts: [] };
      agenda.add(event.at, () => removePersonalData({ store: shop.store, mailer: NO_MAILS }, forgotten));
      break;
    }
    case 'AccountRegistered':
    case 'VerificationRequested': {
      const day = firstDayAfter(event.at + UNCONFIRMED_KEPT_MS);
      agenda.add(day + HOUR, () => leaveUnconfirmed(story, accountOf(event.stream), day));
      break;
    }
    default:
  }
}

/** The story keeps no mails. */
const NO_MAILS = { forget: () => Promise.resolve() };

/** The start of the first day, by UTC, on which a worker acts on what came due at an instant. */
function firstDayAfter(at: number): number {
  return Math.ceil(at / DAY) * DAY;
}

/** Ends an account that was never confirmed, as the workers do. */
async function leaveUnconfirmed({ shop }: Story, account: string, day: number): Promise<void> {
  const before = shop.store.position;
  await endUnconfirmedAccount(shop, account, day);
  if (shop.store.position > before) await forgetAccount(shop, account, [], newCause());
}
