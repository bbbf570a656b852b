import type { MailReturn } from '#events/mail.ts';
import { comparable } from '#shared/normalize-text.ts';
import { type RowOf, integer, key, text, textOrNull, projection } from './projection.ts';

const columns = {
  /** The stream of the returned mail. */
  id: key<string>(),
  /** When it came back, and the position of the event that says so. */
  at: integer<number>(),
  position: integer<number>(),
  /** The booking it was about; null for an account's mail, and if the booking's address was corrected meanwhile. */
  booking: textOrNull<string>(),
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
  create: {
    MailReturned: ({ stream: id, at, position, data: { booking, kind, person, personal } }) => ({
      id,
      at,
      position,
      booking,
      person,
      email_key: personal && comparable(personal.email),
      kind,
    }),
  },
  update: {},
});
