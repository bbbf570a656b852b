import { addManageLink, manageLinkOf } from '#db/queries/bookings/manage-links.ts';
import { Sealer } from '../../web/http/sealing.ts';
import type { BookingDependencies } from '../dependencies.ts';

type Parts = Pick<BookingDependencies, 'store' | 'config'>;

const PURPOSE = 'manage-link';

/**
 * 256 bits in base64url. Valid once its hash is stored, until a move or correction. Derived, so that a mail rewritten after a crash
 * has the same link.
 */
export function manageToken({ config }: Pick<Parts, 'config'>, booking: string, generation: number): string {
  return new Sealer(config.cookieSecrets).signatures(PURPOSE, `${booking}:${generation}`)[0]!;
}

export async function manageUrl(parts: Parts, booking: string, generation: number): Promise<string> {
  const { store, config } = parts;
  const token = manageToken(parts, booking, generation);
  if ((await manageLinkOf(store.db, token)) === null)
    await store.write([addManageLink(store.db, token, { booking, generation })]);
  return `${config.publicUrl}/manage/${token}`;
}
