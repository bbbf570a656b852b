import { bookingById } from '#db/queries/bookings/bookings.ts';
import { jobByKey } from '#db/queries/jobs.ts';
import type { Job, JobSpec } from '#db/jobs.ts';
import { bookingOf } from '#events/booking/booking.ts';
import { deliver } from '../../outside/mail/port.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { CauseOf, LetterCause, LetterWords, Matter } from '../letters/letter.ts';
import { aboutParkedMail, aboutParkedWebhook } from '../letters/undelivered.ts';
import type { JobDependencies } from '../dependencies.ts';

const LETTERS: Readonly<Record<string, (parked: Job, matter: Matter) => Promise<LetterWords | null>>> = {
  mail: aboutParkedMail,
  webhook: async (parked, matter) => aboutParkedWebhook(parked, matter),
};

export function parkedLetterOf({ kind, key, position, endedAt }: Job): JobSpec {
  return { kind: 'parked-letter', key: `${kind}/${key}`, due: endedAt ?? 0, position };
}

/** A refusal is only logged, because the attention list shows the parked job. */
export const parkedLetter: JobKind<JobDependencies> = {
  kind: 'parked-letter',
  on: {},
  atOnce: 1,
  async run({ key, position }, dependencies, signal) {
    const { store, mailer, log } = dependencies;
    const [kind = '', parkedKey = ''] = key.split('/');
    const parked = await jobByKey(store.db, kind, parkedKey);
    const event = (await store.eventAt(position!)) as CauseOf<LetterCause>;
    const row = await bookingById(store.db, bookingOf(event.stream));
    if (!parked || !row) throw new Error('the parked job or its booking is missing');
    const { ownersLetter } = await import('../letters/letters-for.ts');
    const letter = await ownersLetter(event, row, dependencies, (matter) => LETTERS[kind]!(parked, matter));
    if (!letter) return;
    const { to, content } = letter;
    const mail = { key: `parked:${parkedKey}`, about: event.stream, cause: event.id, part: 'owner', to, ...content };
    const refused = await deliver(mailer, mail, signal);
    if (refused) log.error({ err: refused, kind, key: parkedKey }, 'mail refused');
  },
};
