import { type MailedPurpose, userById } from '#db/queries/accounts/accounts.ts';
import { accountOf } from '#events/account/account.ts';
import { businessOf, type MailContent, writeLetter } from '../../outside/mail/layout/letter.ts';
import type { JobDependencies } from '../../bookings/dependencies.ts';
import { newLinkToken } from '../signing-in/tokens.ts';
import { LETTERS, type AccountCause, type AccountCauseOf, type AccountLetter } from './letters.ts';

interface AddressedLetter {
  readonly to: string;
  readonly content: MailContent;
}

const PATHS: Readonly<Record<MailedPurpose, string>> = {
  verify: '/verify-email',
  'change-new': '/verify-email',
  'change-old': '/verify-email',
  reset: '/reset-password',
};

/** None for a forgotten customer, or if the content is no longer true. */
export async function lettersFor(
  event: AccountCauseOf<AccountCause>,
  dependencies: JobDependencies,
  part: AccountLetter['to'],
): Promise<AddressedLetter[]> {
  const { db } = dependencies.store;
  const row = await userById(db, accountOf(event.stream));
  if (!row || row.name === null || row.email === null) return [];
  const { id, email } = row;
  const name = row.verified === 1 ? row.name : null;
  const business = businessOf(dependencies);
  const link = async (purpose: MailedPurpose, subject?: string) => {
    const token = await newLinkToken(dependencies, id, purpose, subject);
    return `${dependencies.config.publicUrl}${PATHS[purpose]}?token=${token}`;
  };
  const letters: AddressedLetter[] = [];
  for (const letter of LETTERS.filter(({ on, to }) => to === part && on.includes(event.type))) {
    const written = await letter.write({ event, name, row, business, link });
    if (!written) continue;
    const { address = email, ...words } = written;
    letters.push({ to: address, content: writeLetter({ to: 'customer', ...words }, business) });
  }
  return letters;
}
