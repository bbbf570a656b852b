import type { MailReturn } from '#events/mail.ts';
import { comparable } from '#shared/normalize-text.ts';
import { type RowOf, key, text, textOrNull, type TableOf, projection } from './projection.ts';

const columns = {
  /** The stream of the returned mail. */
  id: key<string>(),
  person: text<string>(),
  /** Its address in comparable form; null once the person is forgotten. */
  email_key: textOrNull<string>(),
  kind: text<MailReturn>(),
};

/** A mail that bounced, or that its reader reported as spam. */
export type BounceRow = RowOf<typeof columns>;

/** The addresses that get no more mail. */
export const bounces = projection({
  name: 'bounces',
  columns,
  indexes: ['CREATE INDEX bounces_by_address ON bounces (email_key) WHERE email_key IS NOT NULL'],
  forgotten: ['email_key'],
  keyOf: ({ stream }) => stream,
  first: {
    MailReturned: ({ stream: id, data: { kind, person, personal } }) => ({
      id,
      person,
      email_key: personal && comparable(personal.email),
      kind,
    }),
  },
  on: {},
});

/** Why an address gets no more mail; null if it gets mail. */
export async function bounceOf(db: TableOf<typeof bounces>, email: string): Promise<MailReturn | null> {
  const row = await db
    .selectFrom('bounces')
    .select('kind')
    .where('email_key', '=', comparable(email))
    .limit(1)
    .executeTakeFirst();
  return row?.kind ?? null;
}
