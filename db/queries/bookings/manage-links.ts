/** Only a token's hash is stored, so that a stolen file opens no booking. */
import { hash } from 'node:crypto';
import type { GuardedWrite } from '../../change.ts';
import type { Queries } from '../../tables.ts';

/** Generation: the number of links that the booking had before. */
export interface ManageLink {
  readonly booking: string;
  readonly generation: number;
}

export async function manageLinkOf(db: Queries, token: string): Promise<ManageLink | null> {
  const links = db.selectFrom('manage_links').select(['booking', 'generation']);
  return (await links.where('token', '=', hash('sha256', token)).executeTakeFirst()) ?? null;
}

export function addManageLink(db: Queries, token: string, link: ManageLink): GuardedWrite {
  const row = { token: hash('sha256', token), ...link };
  return {
    query: db
      .insertInto('manage_links')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  };
}
