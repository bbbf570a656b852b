/**
 * What a mail about an account is declared with: each file in `customer/` exports `letter`, made here. That the worker of account mail
 * follows its events follows from that.
 */
import type { LinkPurpose } from '#db/vault/credentials.ts';
import type { UserRow } from '#db/projections/users.ts';
import type { AccountEvent } from '#events/account.ts';
import type { Recorded } from '#events/event.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Business, Letter } from '../../outside/mail/layout/letter.ts';

export type AccountCause = AccountEvent['type'];

export type AccountCauseOf<Type extends AccountCause> = Recorded<Extract<AccountEvent, { type: Type }>>;

/** What a letter is written from. */
export interface AccountMatter<Type extends AccountCause = AccountCause> {
  readonly event: AccountCauseOf<Type>;
  /** Null in a letter to an address that was never confirmed: a stranger's text must not reach it. */
  readonly name: string | null;
  readonly row: UserRow;
  readonly business: Business;
  /** Makes a link for this letter; `subject` is the change of address that it confirms. */
  readonly link: (purpose: LinkPurpose, subject?: string) => string;
}

/** The words of a letter. */
export interface AccountLetterWords extends Omit<Letter, 'to'> {
  /** Where it goes, if that is not the address of the account. */
  readonly address?: string;
}

export interface AccountLetter<Type extends AccountCause = AccountCause> {
  readonly on: readonly Type[];
  /** The owner of the account, or the new or the old address of a change. Part of the letter's idempotency key. */
  readonly to: 'owner' | 'new' | 'old';
  /** Null if there is nothing to say. */
  write(matter: AccountMatter<Type>): AccountLetterWords | null;
}

/** Declares a letter, which is written about the events that it names alone. None is written to a customer who was deleted. */
export function accountLetter<Type extends AccountCause>(letter: AccountLetter<Type>): AccountLetter {
  return letter as unknown as AccountLetter;
}

export const NOT_YOU = 'Wasn’t you? Ignore this email. Nothing happens without the link.';

export function hello(name: string | null): string {
  return name === null ? 'Hello' : `Hello ${headerLine(name)}`;
}

/** Whether a change of address is still the one that the account waits for: a later one may have replaced it, or it is done. */
export function isCurrent(row: UserRow, change: string): boolean {
  return row.change_id === change && row.change_email !== null;
}
