import type { NewJob } from '#db/jobs.ts';
import { mailReturnOf } from '../../bookings/letters/returned-mail.ts';
import type { JobDependencies } from '../../bookings/dependencies.ts';
import { deliver } from '../../outside/mail/port.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import {
  LETTERS,
  LETTER_CAUSES,
  type AccountCause,
  type AccountCauseOf,
  type AccountLetter,
} from '../letters/letters.ts';

type Cause = AccountCauseOf<AccountCause>;

function mailsOn({ id, type, stream, at }: Cause): NewJob[] {
  const parts = new Set(LETTERS.filter(({ on }) => on.includes(type)).map(({ to }) => to));
  return Array.from(parts, (part) => ({ key: `${id}:${part}`, orderKey: `${stream}:${part}`, due: at }));
}

/** Its own kind, because strangers can request many mails, which must not delay confirmations. Refused mails are only logged. */
export const accountMail: JobKind<JobDependencies> = {
  kind: 'account-mail',
  on: Object.fromEntries(LETTER_CAUSES.map((type) => [type, mailsOn])),
  atOnce: 2,
  async run(job, dependencies, signal) {
    const { store, mailer, log } = dependencies;
    const event = (await store.eventAt(job.position!)) as Cause;
    const part = job.key.slice(event.id.length + 1) as AccountLetter['to'];
    const { lettersFor } = await import('../letters/letters-for.ts');
    const letters = await lettersFor(event, dependencies, part);
    const [letter] = letters;
    if (!letter) return;
    if (letters.length > 1) throw new Error(`two letters about ${event.type} to one address`);
    const { to, content } = letter;
    const kind = await mailReturnOf(dependencies, to);
    if (kind !== null) {
      log.warn({ event: event.id, part, kind }, 'mail not sent, address suppressed');
      return;
    }
    const mail = { key: job.key, about: event.stream, cause: event.id, part, to, ...content };
    const refused = await deliver(mailer, mail, signal);
    if (refused) log.error({ err: refused, event: event.id, part }, 'mail refused');
  },
};
