/** What the site's workers do after events, at the instants at which they do it. */
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { bookingOf } from '#events/booking/booking.ts';
import { accountOf } from '#events/account/account.ts';
import { forgetAccount } from '../accounts/delete-account.ts';
import { removePersonalData } from '../bookings/forgetting/personal-data.ts';
import { planMail } from './mails.ts';
import { type Story, newCause } from './story.ts';
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
    case 'CustomerForgotten': {
      const forgotten = { persons: [event.data.person], bookings: [id], accounts: [] };
      agenda.add(event.at, () => removePersonalData({ store: shop.store, mailer: NO_MAILS }, forgotten));
      break;
    }
    case 'AccountDeleted': {
      agenda.add(event.at, () => forgetAccount(shop, accountOf(event.stream), event.data.bookings, newCause()));
      break;
    }
    default:
  }
}

/** The story keeps no mails. */
const NO_MAILS = { forget: () => Promise.resolve() };
