import type { SessionUser } from '#shared/account/account.ts';

/** A signed-in admin. */
export const OLIVE: SessionUser = {
  formToken: 'token',
  name: 'Olive Owner',
  email: 'olive@example.com',
  role: 'admin',
  emailVerified: true,
  createdAt: 0,
};

export const OLIVES_SESSION = { authenticated: true, user: OLIVE } as const;
