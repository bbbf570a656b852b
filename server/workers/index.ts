import { accountMail } from './account-mail.ts';
import { accountUpkeep } from './account-upkeep.ts';
import { forfeitures } from './forfeitures.ts';
import { holdExpiry } from './hold-expiry.ts';
import { keptVisitsEnd } from './kept-visits.ts';
import { keepGoing } from './keep-going.ts';
import { mail } from './mail.ts';
import { olderEvents } from './older-events.ts';
import { parkedMail } from './parked-mail.ts';
import { readModels } from './read-models.ts';
import { reconciliation } from './reconciliation.ts';
import { refundReview } from './refund-review.ts';
import { refunds } from './refunds.ts';
import { reminders } from './reminders.ts';
import type { Worker, WorkerDependencies } from './worker.ts';

/** Everything that goes on beside the requests. */
const workers: Readonly<Record<string, Worker>> = {
  accountMail,
  accountUpkeep,
  forfeitures,
  holdExpiry,
  keptVisitsEnd,
  mail,
  olderEvents,
  parkedMail,
  readModels,
  reconciliation,
  refundReview,
  refunds,
  reminders,
};

/** Starts every worker. Answers how to stop them: resolves when each has finished the step it is at. */
export function startWorkers(dependencies: WorkerDependencies): () => Promise<void> {
  const stopping = new AbortController();
  const running = Object.entries(workers).map(([name, work]) => keepGoing(name, work)(dependencies, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}
