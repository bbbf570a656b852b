import { Sealer } from '../../web/http/sealing.ts';
import type { BookingDependencies } from '../dependencies.ts';

type Parts = Pick<BookingDependencies, 'store' | 'config'>;

/** 256 bits in base64url. */
export const MANAGE_TOKEN = /^[\w-]{43}$/;

const PURPOSE = 'manage-link';

/**
 * The token that opens a booking until a move or a correction replaces it by the next generation. It is valid once the vault has its
 * hash. It is derived from the booking and the server's secret: a mail that is written again after a crash contains the same
 * link, and neither log nor vault can produce it.
 */
function tokenOf({ config }: Pick<Parts, 'config'>, booking: string, generation: number): string {
  const signed = new Sealer(config.cookieSecret).sign(PURPOSE, `${booking}:${generation}`);
  return signed.slice(signed.lastIndexOf('.') + 1);
}

/** The same token, made valid in the vault. */
export function manageToken(parts: Parts, booking: string, generation: number): string {
  const token = tokenOf(parts, booking, generation);
  parts.store.manageLinks.remember(token, { booking, generation });
  return token;
}

/** The manage link for mails. */
export function manageUrl(parts: Parts, booking: string, generation: number): string {
  return `${parts.config.publicUrl}/manage/${manageToken(parts, booking, generation)}`;
}
