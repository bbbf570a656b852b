import type { NewJob } from '#db/jobs.ts';
import { type MailedPurpose, userById } from '#db/queries/accounts/accounts.ts';
import { accountOf } from '#events/account/account.ts';
import { mailReturnOf } from '../../bookings/letters/returned-mail.ts';
import type { JobDependencies } from '../../bookings/dependencies.ts';
import { deliver } from '../../outside/mail/port.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import { newLinkToken } from '../signing-in/tokens.ts';
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
    const letter = await letterTo(part, event, dependencies);
    if (letter === null) return;
    const kind = await mailReturnOf(dependencies, letter.to);
    if (kind !== null) {
      log.warn({ event: event.id, part, kind }, 'mail not sent, address suppressed');
      return;
    }
    const mail = { key: job.key, about: event.stream, cause: event.id, part, ...letter };
    const refused = await deliver(mailer, mail, signal);
    if (refused) log.error({ err: refused, event: event.id, part }, 'mail refused');
  },
};

const PATHS: Readonly<Record<MailedPurpose, string>> = {
  verify: '/verify-email',
  'change-new': '/verify-email',
  'change-old': '/verify-email',
  reset: '/reset-password',
};

/** Null for a forgotten customer, or if the content is no longer true. */
async function letterTo(part: AccountLetter['to'], event: Cause, dependencies: JobDependencies) {
  const row = await userById(dependencies.store.db, accountOf(event.stream));
  if (!row || row.name === null || row.email === null) return null;
  const { businessOf, writeLetter } = await import('../../outside/mail/layout/letter.ts');
  const business = businessOf(dependencies);
  const name = row.verified === 1 ? row.name : null;
  const link = async (purpose: MailedPurpose, subject?: string) => {
    const token = await newLinkToken(dependencies, row.id, purpose, subject);
    return `${dependencies.config.publicUrl}${PATHS[purpose]}?token=${token}`;
  };
  const [letter, ...others] = LETTERS.filter(({ on, to }) => to === part && on.includes(event.type));
  if (others.length > 0) throw new Error(`two letters about ${event.type} to one address`);
  const written = await letter?.write({ event, name, row, business, link });
  if (!written) return null;
  const { address = row.email, ...words } = written;
  return { to: address, ...writeLetter({ to: 'customer', ...words }, business) };
}
