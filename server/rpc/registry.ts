import type { Contract } from '#shared/contract.ts';
import type { Handlers } from './handler.ts';
import { availability } from './handlers/availability.ts';
import { availabilityLive } from './handlers/availability-live.ts';
import { cancel } from './handlers/cancel.ts';
import { currentHold } from './handlers/current-hold.ts';
import * as dashboard from './handlers/dashboard.ts';
import { forgetHold } from './handlers/forget-hold.ts';
import { forgetVisit } from './handlers/forget-visit.ts';
import { hold } from './handlers/hold.ts';
import * as mailedLinks from './handlers/mailed-links.ts';
import { managedBooking } from './handlers/managed-booking.ts';
import { nextOpen } from './handlers/next-open.ts';
import { rescheduleAvailability } from './handlers/reschedule-availability.ts';
import { reschedule } from './handlers/reschedule.ts';
import * as profile from './handlers/profile.ts';
import * as signingIn from './handlers/signing-in.ts';
import { ticket } from './handlers/ticket.ts';
import * as users from './handlers/users.ts';
import * as whoIsAsking from './handlers/who-is-asking.ts';

/** Every call of the contract and what answers it. */
export const handlers: Handlers<Contract> = {
  availability,
  availabilityLive,
  cancel,
  currentHold,
  forgetHold,
  forgetVisit,
  hold,
  managedBooking,
  nextOpen,
  reschedule,
  rescheduleAvailability,
  ticket,
  ...dashboard,
  ...mailedLinks,
  ...profile,
  ...signingIn,
  ...users,
  ...whoIsAsking,
};
