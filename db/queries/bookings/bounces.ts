import type { MailReturn } from '#events/mail.ts';
import { comparable } from '#shared/normalize-text.ts';
import type { Queries } from '../../tables.ts';

/** Null if the address gets mail. */
export async function bounceOf(db: Queries, email: string): Promise<MailReturn | null> {
  const row = await db
    .selectFrom('bounces')
    .select('kind')
    .where('email_key', '=', comparable(email))
    .limit(1)
    .executeTakeFirst();
  return row?.kind ?? null;
}
