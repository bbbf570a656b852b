import type { LinkPurpose } from '#db/credentials.ts';
import { type UserRow, userById } from '#db/projections/users.ts';
import { accountOf } from '#events/account.ts';
import { newToken } from '../accounts/tokens.ts';
import type { WorkerDependencies } from '../workers/worker.ts';
import type { AccountMailEvent } from './account-mail.ts';
import { businessOf } from './business.ts';
import * as templates from './templates/account.ts';
import type { MailContent } from './templates/letter.ts';

/** A mail about an account; `part` tells apart those that one event asks for. */
export interface AccountLetter {
  readonly part: string;
  readonly to: string;
  readonly content: MailContent;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What each link is for: where it leads and how long it holds, in milliseconds. */
const LINKS: Readonly<Record<LinkPurpose, { readonly path: string; readonly life: number }>> = {
  verify: { path: '/verify-email', life: DAY },
  'change-new': { path: '/verify-email', life: DAY },
  'change-old': { path: '/verify-email', life: DAY },
  reset: { path: '/reset-password', life: HOUR },
  'known-browser': { path: '/sign-in-here', life: HOUR },
};

/**
 * Makes a link for one mail. Its token is made here and nowhere else: the log never has it, the vault only its hash. A mail
 * that is written once more after a crash gets another; whichever of them arrived holds.
 */
function makeLink(
  { store, clock, config }: WorkerDependencies,
  account: string,
  purpose: LinkPurpose,
  subject: string | null = null,
): string {
  const { path, life } = LINKS[purpose];
  const token = newToken();
  const now = clock.now();
  store.credentials.addLink(token, { account, purpose, subject, expires_at: now + life }, now);
  return `${config.publicUrl}${path}?token=${token}`;
}

function confirmationLetters(
  event: Extract<AccountMailEvent, { type: 'EmailChangeRequested' }>,
  row: UserRow,
  dependencies: WorkerDependencies,
): AccountLetter[] {
  const { change, asksOld, isTaken } = event.data;
  const { id, name, email } = row;
  // Replaced by a later one, or done.
  if (row.change_id !== change || row.change_email === null || name === null || email === null) return [];
  const business = businessOf(dependencies);
  const newEmail = row.change_email;
  const letters: AccountLetter[] = [];
  if (!isTaken) {
    const link = makeLink(dependencies, id, 'change-new', change);
    letters.push({ part: 'new', to: newEmail, content: templates.confirmNewAddress(link, business) });
  }
  if (asksOld) {
    const link = makeLink(dependencies, id, 'change-old', change);
    const content = templates.confirmOldAddress({ name }, { link, newEmail }, business);
    letters.push({ part: 'old', to: email, content });
  }
  return letters;
}

/** The letters that an event of an account asks for; none to a customer who is forgotten, or when what it says is no longer so. */
export async function accountLetters(
  event: AccountMailEvent,
  dependencies: WorkerDependencies,
): Promise<AccountLetter[]> {
  const { users } = dependencies.store.read;
  await users.whenLevel();
  const row = await userById(users, accountOf(event.stream));
  if (!row || row.name === null || row.email === null) return [];
  const { id, email } = row;
  const name = row.verified === 1 ? row.name : null;
  const business = businessOf(dependencies);
  const toOwner = (content: MailContent): AccountLetter[] => [{ part: 'owner', to: email, content }];
  switch (event.type) {
    case 'AccountRegistered':
    case 'VerificationRequested':
      if (row.verified === 1) return [];
      return toOwner(templates.verifyAddress(makeLink(dependencies, id, 'verify'), business));
    case 'RegistrationRepeated':
      return toOwner(templates.addressInUse({ name }, business));
    case 'SignInAttackNoticed':
      return toOwner(templates.signInAttack({ name }, makeLink(dependencies, id, 'known-browser'), business));
    case 'PasswordResetRequested':
      return toOwner(templates.passwordReset({ name }, makeLink(dependencies, id, 'reset'), business));
    case 'PasswordChanged':
      return toOwner(templates.passwordChanged({ name }, business));
    case 'EmailChangeRequested':
      return confirmationLetters(event, row, dependencies);
    case 'EmailChanged': {
      const personal = event.data.personal as typeof event.data.personal | null;
      if (personal === null) return [];
      const content = templates.addressChanged({ newEmail: personal.email }, business);
      return [{ part: 'old', to: personal.previous, content }];
    }
  }
}
