/** What it means for the money and the visit when a guest has their data deleted, in words for the guest. */
import type { CancelOutcome, ManagedBooking } from '#shared/booking/managed-booking.ts';
import { soldAgain } from '#shared/booking/late-cancelling-words.ts';
import { formatCents } from '#shared/money.ts';
import { cancelTerms } from './booking-states.ts';

const NO_MAIL = 'We can’t email you about it, because we no longer have your address.';

/** What happens to the money when the data is deleted at once, because no visit is ahead. */
export function moneyWords({ money, forfeiture, service, state }: ManagedBooking): string {
  const { refund, isOutside, surplus } = money;
  const cents = formatCents(money.refundingCents);
  const isOwed = refund === 'requested' || refund === 'failed';
  if (isOwed && isOutside) {
    return `We still owe you ${cents}, to be given back directly. Email us about that first: after this, we don’t know anymore who gets it.`;
  }
  if (isOwed) return `Your ${cents} still goes back to the card you paid with. ${NO_MAIL}`;
  if (surplus && surplus.refund !== 'succeeded') {
    return `The ${formatCents(surplus.cents)} that you paid too much still goes back to your card. ${NO_MAIL}`;
  }
  if (state === 'forfeited' && forfeiture?.isFinal === false) {
    return isOutside
      ? `If someone else still books ${soldAgain(service)}, we owe you your money, but we don’t know anymore who gets it.`
      : `If someone else still books ${soldAgain(service)}, your money goes back to the card you paid with. ${NO_MAIL}`;
  }
  return 'Nothing changes about the money.';
}

/** What it means to keep a visit that is ahead. */
export function keepWords({ visit }: Pick<ManagedBooking, 'visit'>): string {
  const mail = visit?.email ? ` Emails about the visit still go to ${visit.email}.` : '';
  return `We come as planned, and what you paid stays paid. We keep your details until the visit is over. Then we delete them.${mail}`;
}

/** What it means to cancel a visit that is ahead. */
export function cancelWords(booking: ManagedBooking, outcome: CancelOutcome, timeZone: string) {
  const { title, text, note } = cancelTerms(booking, outcome, timeZone);
  const leaves = booking.money.isOutside
    ? 'Then we delete your details right away. Email us first about how you get the money: after this, we don’t know anymore who gets it.'
    : `Then we delete your details right away. ${NO_MAIL}`;
  const isOwed = outcome === 'refund' || !booking.money.isOutside;
  return { title, text, leaves: isOwed ? leaves : 'Then we delete your details right away.', note };
}
