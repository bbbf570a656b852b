import type { SessionType } from '#shared/booking/session-type.ts';

/** SPEC.md section 2. */
export function confirmationPath(id: string, service: SessionType): string {
  return `/book/confirmation?status=confirmed&service=${service}&eventId=${id}`;
}

/** Where the provider redirects visitors after paying, with `?checkout=`. */
export const RETURN_PATH = '/book/return';
