import { anyChange } from '#db/change.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { jobByKey } from '#db/queries/jobs.ts';
import type { Job, JobSpec, NewJob } from '#db/jobs.ts';
import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import type { MailRole } from '#events/mail.ts';
import { deliver } from '../../outside/mail/port.ts';
import { type JobKind, Park } from '../../process/jobs/job-kind.ts';
import { LETTER_CAUSES, rolesOf } from '../letters/index.ts';
import type { CauseOf, LetterCause, LetterWords, Matter } from '../letters/letter.ts';
import { aboutParkedMail, aboutParkedWebhook } from '../letters/undelivered.ts';
import { mailReturnOf, returnOf } from '../letters/returned-mail.ts';
import type { JobDependencies } from '../dependencies.ts';

/** Loaded with the first mail, because the layout slows startup down. */
const letters = () => import('../letters/letters-for.ts');

type CauseEvent = CauseOf<LetterCause>;

function bookingAbout(event: CauseEvent): string | null {
  return event.type === 'MailReturned' ? event.data.booking : bookingOf(event.stream);
}

/** One for each party; the job decides whether there is anything to say. */
function mailsOn(event: CauseEvent): NewJob[] {
  const booking = bookingAbout(event);
  if (booking === null) return [];
  return rolesOf(event.type).map((role) => ({
    key: mailKey(event.id, role),
    orderKey: `${booking}:${role}`,
    due: event.at,
  }));
}

export function mailKey(event: string, role: MailRole): string {
  return `${event}:${role}`;
}

export function roleOf({ key }: Pick<Job, 'key'>): MailRole {
  return key.endsWith(':owner') ? 'owner' : 'customer';
}

/** In log order for each party and booking. Parks what the provider refuses; a returned address gets no more mail. */
export const mail: JobKind<JobDependencies> = {
  kind: 'mail',
  on: Object.fromEntries(LETTER_CAUSES.map((type) => [type, mailsOn])),
  atOnce: 2,
  async run(job, dependencies, signal) {
    const { store, mailer, log } = dependencies;
    const event = (await store.eventAt(job.position!)) as CauseEvent;
    const role = roleOf(job);
    const booking = bookingAbout(event)!;
    const { lettersFor } = await letters();
    const row = await bookingById(store.db, booking);
    if (!row) throw new Error('the booking has no row');
    const written = await lettersFor(event, row, dependencies, role);
    const [letter] = written;
    if (!letter) return;
    if (written.length > 1) throw new Error(`two letters about ${event.type} to the ${role}`);
    const { to, content } = letter;
    const about = bookingStream(booking).name;
    const kind = role === 'owner' ? null : await mailReturnOf(dependencies, to);
    if (kind !== null) {
      if (job.code !== null) throw new Park('returned');
      const cause = { correlation: event.correlation, causation: event.id };
      const change = await returnOf(dependencies, { about, cause: event.id, part: role, kind, to }, cause);
      return change ? anyChange(change) : undefined;
    }
    // The provider may remember that it refused a key, so each retry by the owner has a new one.
    const key = job.endedAt === null ? job.key : `${job.key}:${job.endedAt}`;
    const refused = await deliver(mailer, { key, about, cause: event.id, part: role, to, ...content }, signal);
    if (!refused) return;
    // The attention list shows it anyway.
    if (event.type === 'MailReturned') {
      log.error({ err: refused, job: job.id }, 'mail refused');
      return;
    }
    throw new Park(refused.code, { cause: refused });
  },
  onPark: (parked) => (roleOf(parked) === 'customer' ? parkedLetterOf(parked) : null),
};

function removal({ id, stream, at }: { readonly id: string; readonly stream: string; readonly at: number }): NewJob {
  return { key: id, orderKey: stream, due: at };
}

export const mailForgetting: JobKind<Pick<JobDependencies, 'mailer'>> = {
  kind: 'mail-forgetting',
  on: { CustomerForgotten: removal, AccountDeleted: removal },
  run: ({ orderKey: stream }, { mailer }) => mailer.forget([stream]),
  atOnce: 1,
};

const PARKED_LETTERS: Readonly<Record<string, (parked: Job, matter: Matter) => Promise<LetterWords | null>>> = {
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
    const event = (await store.eventAt(position!)) as CauseEvent;
    const row = await bookingById(store.db, bookingOf(event.stream));
    if (!parked || !row) throw new Error('the parked job or its booking is missing');
    const { ownersLetter } = await letters();
    const letter = await ownersLetter(event, row, dependencies, (matter) => PARKED_LETTERS[kind]!(parked, matter));
    if (!letter) return;
    const { to, content } = letter;
    const mail = { key: `parked:${parkedKey}`, about: event.stream, cause: event.id, part: 'owner', to, ...content };
    const refused = await deliver(mailer, mail, signal);
    if (refused) log.error({ err: refused, kind, key: parkedKey }, 'mail refused');
  },
};
