import { PERSONAL } from '../../../events/facts.ts';
import { type Town, openTown } from '../../accounts/town.ts';
import { Customer } from '../customer.ts';

export const WRONG = 'adda@gmail.com';
export const RIGHT = 'ada@gmail.com';
export const CORRECT = {
  name: PERSONAL.name,
  email: RIGHT,
  phone: '805-555-0199',
  area: 'Ventura',
  address: '21 Anacapa St',
} as const;

export function linkIn({ text }: { readonly text: string }): string {
  return /\/manage\/[\w-]{43}/.exec(text)?.[0] ?? '';
}

/** A guest who has paid with a mistyped address, and the stranger who reads the mail that went there. */
export async function mistyped(town: Town = openTown()) {
  const guest = town.person();
  const id = await guest.browser.holds({ email: WRONG });
  await guest.browser.pays();
  await guest.browser.returns();
  const stranger = new Customer(town, town.visitor(), id);
  const old = linkIn(await town.mailTo(WRONG, '(booked)'));
  await stranger.opens(old);
  const here = new Customer(town, guest.browser, id);
  const corrects = (change: { readonly email?: string } = {}) =>
    guest.call('correctDetails', { eventId: id, ...CORRECT, ...change });
  return { town, guest, here, id, stranger, old, corrects };
}
