import { Rejected } from '#shared/refusals.ts';

/** Each further time takes a click of a customer: one who moves, books or cancels a visit at the same instant. */
const MOST_TRIES = 5;

/** Begins a change anew, over what there is by then, as long as it is refused with `changed-meanwhile`; five times at most. */
export async function beginAnew<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await change();
    } catch (error) {
      const isOutdated = error instanceof Rejected && error.refusal === 'changed-meanwhile';
      if (!isOutdated || tries === MOST_TRIES) throw error;
    }
  }
}
