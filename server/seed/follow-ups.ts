/** What the site's workers do after events, at the instants at which they do it. */
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { bookingOf } from '#events/booking/booking.ts';
import { planMail } from './mails.ts';
import { type Story } from './story.ts';
import { planGivingBack, planGoodwill, planOutcome, planVisit } from './visits.ts';

/** Adds what follows from an event to the agenda. */
export async function followUp(story: Story, event: Recorded<DomainEvent>): Promise<void> {
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
    default:
  }
}
