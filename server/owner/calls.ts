/** `server/calls.ts` makes every export a handler. */
export * from './calls/booking.ts';
export * from './calls/events.ts';
export * from './calls/overview.ts';
export * from './calls/phone.ts';
export * from './calls/schedule.ts';
export * from './calls/users.ts';
