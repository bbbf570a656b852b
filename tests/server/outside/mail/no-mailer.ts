import type { Mailer } from '#server/outside/mail/port.ts';

/** A mailer for tests that send no mail. */
export const NO_MAILER: Mailer = {
  name: 'none',
  send: () => Promise.reject(new Error('nothing is sent here')),
  forget: () => Promise.resolve(),
};
