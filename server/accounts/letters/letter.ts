import type { MailedPurpose } from '#db/queries/accounts/links.ts';
import type { UserRow } from '#db/projections/users.ts';
import type { AccountEvent } from '#events/account/account.ts';
import type { Recorded } from '#events/event.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Business, Letter } from '../../outside/mail/layout/letter.ts';

export type AccountCause = AccountEvent['type'];

export type AccountCauseOf<Type extends AccountCause> = Recorded<Extract<AccountEvent, { type: Type }>>;

export interface AccountMatter<Type extends AccountCause = AccountCause> {
  readonly event: AccountCauseOf<Type>;
  /** Null in a letter to an unconfirmed address: a stranger may have typed the name. */
  readonly name: string | null;
  readonly row: UserRow;
  readonly business: Business;
  /** `subject`: the change of address that the link confirms. */
  readonly link: (purpose: MailedPurpose, subject?: string) => Promise<string>;
}

export interface AccountLetterWords extends Omit<Letter, 'to'> {
  readonly address?: string;
}

export interface AccountLetter<Type extends AccountCause = AccountCause> {
  readonly on: readonly Type[];
  /** Part of the idempotency key. `new` and `old`: the addresses of a change. */
  readonly to: 'owner' | 'new' | 'old';
  write(matter: AccountMatter<Type>): AccountLetterWords | null | Promise<AccountLetterWords | null>;
}

export function accountLetter<Type extends AccountCause>(letter: AccountLetter<Type>): AccountLetter {
  return letter as unknown as AccountLetter;
}

export const NOT_YOU = 'Wasn’t you? Ignore this email. Nothing happens without the link.';

export function hello(name: string | null): string {
  return name === null ? 'Hello' : `Hello ${headerLine(name)}`;
}

export function isCurrent(row: UserRow, change: string): boolean {
  return row.change_id === change && row.change_email !== null;
}
