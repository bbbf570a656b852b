import { Rejected } from '#events/refusal.ts';
import { claimBookings } from '../accounts/claim-bookings.ts';
import { causeOf } from './account-form.ts';
import type { HandlerContext } from './handler.ts';

/** Signs an account in, and gives it the bookings that its owner made as a guest. */
export async function letIn(context: HandlerContext, account: string): Promise<void> {
  context.signIn.start(account);
  try {
    await claimBookings(context, account, causeOf(context));
  } catch (error) {
    // Claimed at the same moment, from another device.
    if (!(error instanceof Rejected)) throw error;
  }
}
