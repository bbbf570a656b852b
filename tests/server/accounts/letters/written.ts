/** The letters about accounts, written without a site, for tests about wording. */
import type { AccountLetter, AccountLetterWords, AccountMatter } from '#server/accounts/letters/letters.ts';
import * as letters from '#server/accounts/letters/letters.ts';
import { type Business, type MailContent, writeLetter } from '#server/outside/mail/layout/letter.ts';

interface Named {
  readonly name: string | null;
}

interface Given {
  readonly name?: string | null;
  readonly link?: string;
  readonly row?: object;
  readonly event?: object;
}

async function written(
  letter: AccountLetter,
  { name = null, link, ...rest }: Given,
  business: Business,
): Promise<MailContent> {
  const matter = { name, business, link: () => link, row: {}, ...rest } as unknown as AccountMatter;
  return writeLetter({ to: 'customer', ...((await letter.write(matter)) as AccountLetterWords) }, business);
}

export function verifyAddress(link: string, business: Business): Promise<MailContent> {
  return written(letters.verifyAddress, { link }, business);
}

export function addressInUse({ name }: Named, business: Business): Promise<MailContent> {
  return written(letters.addressInUse, { name }, business);
}

export function passwordReset({ name }: Named, link: string, business: Business): Promise<MailContent> {
  return written(letters.passwordReset, { name, link }, business);
}

export function passwordChanged({ name }: Named, business: Business): Promise<MailContent> {
  return written(letters.passwordChanged, { name }, business);
}

/** A pending change of address. */
function change(newEmail: string, name: string | null): Pick<Given, 'event' | 'row'> {
  return {
    event: { data: { change: 'c1', asksOld: true, isTaken: false } },
    row: { name, change_id: 'c1', change_email: newEmail },
  };
}

export function confirmNewAddress(link: string, business: Business): Promise<MailContent> {
  return written(letters.confirmNewAddress, { link, ...change('n@example.com', null) }, business);
}

export function confirmOldAddress(
  { name }: Named,
  { link, newEmail }: { readonly link: string; readonly newEmail: string },
  business: Business,
): Promise<MailContent> {
  return written(letters.confirmOldAddress, { link, ...change(newEmail, name) }, business);
}

export function addressChanged({ newEmail }: { readonly newEmail: string }, business: Business): Promise<MailContent> {
  const event = { data: { personal: { email: newEmail, previous: 'o@example.com' } } };
  return written(letters.addressChanged, { event }, business);
}
