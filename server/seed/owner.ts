/** The owner of the business, and a partner who is an admin, too. */
import { comparable } from '#shared/normalize-text.ts';
import { changeRole } from '../accounts/administer.ts';
import { confirm } from '../accounts/addresses/email-links.ts';
import { newLinkToken } from '../accounts/addresses/link-token.ts';
import { register, registerHashed } from '../accounts/register.ts';
import { DAY, MINUTE, type Story, newCause } from './story.ts';

export const OWNER = {
  name: 'Olive Marsh',
  email: 'owner@example.com',
  password: 'a blue ladder by the lemon tree',
} as const;

const PARTNER = { name: 'Sam Whitaker', email: 'sam@example.com' } as const;

/** The owner registers first, by the site's own way with its own cost of hashing, and confirms the address. */
export async function openBusiness(story: Story): Promise<void> {
  const { shop, agenda, made } = story;
  const { setupToken } = shop.config;
  const account = await register(shop, { ...OWNER, ...(setupToken !== null && { setupToken }) }, newCause());
  if (account === null) throw new Error('the first account is not the owner’s');
  story.owner = account;
  made.users += 1;
  agenda.add(shop.clock.now() + 2 * MINUTE, () => confirmAddress(story, account));
}

async function confirmAddress({ shop }: Story, account: string): Promise<void> {
  await confirm(shop, { token: newLinkToken(shop, account, 'verify') }, account, newCause());
}

/** The partner registers on the second day, and the owner makes an admin of them. */
export function addPartner(story: Story, passwordHash: string): void {
  const { shop, agenda, made } = story;
  agenda.add(story.start + DAY, async () => {
    await registerHashed(shop, { ...PARTNER, passwordHash, mayBeFirst: false }, newCause());
    made.users += 1;
    const account = shop.store.credentials.addressRow(comparable(PARTNER.email))?.account;
    if (account === undefined) throw new Error('the partner has no account');
    await confirmAddress(story, account);
    await changeRole(shop, { account, by: story.owner, role: 'admin' }, newCause());
  });
}
