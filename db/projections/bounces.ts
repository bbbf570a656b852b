import type { MailReturn } from '#events/mail.ts';
import { comparable } from '#shared/normalize-text.ts';
import { integer, key, text, textOrNull, projection } from './projection.ts';

const columns = {
  id: key<string>(),
  at: integer<number>(),
  position: integer<number>(),
  /** Null for an account's mail, and if the booking's address was corrected meanwhile. */
  booking: textOrNull<string>(),
  person: text<string>(),
  email_key: textOrNull<string>(),
  kind: text<MailReturn>(),
};

/** Addresses that get no more mail. */
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
