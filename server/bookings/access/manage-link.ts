import { Sealer } from '../../web/http/sealing.ts';
import type { BookingDependencies } from '../dependencies.ts';

type Parts = Pick<BookingDependencies, 'store' | 'config'>;

/** 256 bits in base64url. */
export const MANAGE_TOKEN = /^[\w-]{43}$/;

const PURPOSE = 'manage-link';

/**
 * The token that opens a booking for its holder, until the booking is moved again (`generation` counts that), once the vault
 * has it. It follows from the booking and the server's secret: a mail that is written once more after a crash has the same link,
 * and neither log nor vault holds anything to make it from.
 */
function tokenOf({ config }: Pick<Parts, 'config'>, booking: string, generation: number): string {
  const signed = new Sealer(config.cookieSecret).sign(PURPOSE, `${booking}:${generation}`);
  return signed.slice(signed.lastIndexOf('.') + 1);
}

/** The same token, good from now on. */
export function manageToken(parts: Parts, booking: string, generation: number): string {
  const token = tokenOf(parts, booking, generation);
  parts.store.manageLinks.remember(token, { booking, generation });
  return token;
}

/** The link for mails. */
export function manageUrl(parts: Parts, booking: string, generation: number): string {
  return `${parts.config.publicUrl}/manage/${manageToken(parts, booking, generation)}`;
}
