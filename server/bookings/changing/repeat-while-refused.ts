import { type RefusalName, Rejected } from '#shared/calls/refusals.ts';

/** Each repetition is caused by a customer who acts at the same instant. */
const MOST_TRIES = 5;

/** With fresh states. */
export async function repeatWhileRefused<Result>(
  change: () => Promise<Result>,
  refusedBy: RefusalName = 'changed-meanwhile',
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      const isOutdated = error instanceof Rejected && error.refusal === refusedBy;
      if (!isOutdated || tries === MOST_TRIES) throw error;
    }
  }
}
