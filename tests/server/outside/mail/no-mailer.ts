import type { Mailer } from '#server/outside/mail/port.ts';

/** For letters that are only written. */
export const NO_MAILER: Mailer = {
  name: 'none',
  send: () => Promise.reject(new Error('nothing is sent here')),
  forget: () => Promise.resolve(),
};
