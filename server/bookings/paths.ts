import type { SessionType } from '#shared/session-type.ts';

/** Where a paid booking is shown (SPEC.md section 2). */
export function confirmationPath(id: string, service: SessionType): string {
  return `/book/confirmation?status=confirmed&service=${service}&eventId=${id}`;
}

/** Where the provider sends people after paying, with the checkout's id as `?checkout=`. */
export const RETURN_PATH = '/book/return';
