import type { AccountEvent } from '#events/account.ts';
import type { Recorded } from '#events/event.ts';

/** The events of accounts that ask for mail. */
export const ACCOUNT_MAIL_CAUSES = [
  'AccountRegistered',
  'RegistrationRepeated',
  'SignInAttackNoticed',
  'VerificationRequested',
  'PasswordResetRequested',
  'PasswordChanged',
  'EmailChangeRequested',
  'EmailChanged',
] as const satisfies readonly AccountEvent['type'][];

export type AccountMailEvent = Recorded<Extract<AccountEvent, { type: (typeof ACCOUNT_MAIL_CAUSES)[number] }>>;
