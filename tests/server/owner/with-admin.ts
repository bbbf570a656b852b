import { ADA, type Person, type Town, openTown } from '../accounts/town.ts';

const DAY_MS = 24 * 3_600_000;

/** A town with an admin. */
export async function withAdmin() {
  const town = openTown();
  return { town, ada: await town.resident(ADA) };
}

/** Moves the clock ahead day by day to an instant; the admin stays signed in. */
export async function wait(town: Town, ada: Person, until: string | number): Promise<void> {
  const end = typeof until === 'string' ? Date.parse(until) : until;
  for (let left = end - town.clock.now(); left > 0; left = end - town.clock.now()) {
    town.clock.advance(Math.min(left, DAY_MS));
    await ada.session();
  }
}
