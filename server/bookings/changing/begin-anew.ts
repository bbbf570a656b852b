import { type RefusalName, Rejected } from '#shared/refusals.ts';

/** Each further time takes a click of a customer: one who pays, moves, books or cancels at the same instant. */
const MOST_TRIES = 5;

/** Begins a change anew, over what there is by then, as long as it is refused by this name; five times at most. */
export async function beginAnew<Result>(
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
