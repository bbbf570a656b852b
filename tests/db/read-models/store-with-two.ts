import type Database from 'better-sqlite3';
import { day, hold, pay } from '../changes.ts';
import { connectionsOf } from '../connections.ts';
import { openIn } from '../folder.ts';
import { readRows } from '../rows.ts';
import { spoilPages } from './spoil.ts';

/** What a store reports when it rebuilds a damaged read model. */
export const MADE_AGAIN = ['a read model is made again', 'a read model was made again'];

/** A store with two bookings, with its rows and connections. */
export async function storeWithTwo() {
  const { result: open, connections } = connectionsOf(() => openIn());
  const { store } = open;
  await store.change(hold('b1'));
  await store.change(pay('b1'));
  await store.change(hold('b2', { date: day(1) }));
  const rows = await readRows(store);
  const connection = (file: string): Database.Database => connections.get(file)!;
  const spoil = (file: string) => spoilPages(open.folder, file, [connection(file)]);
  return { ...open, rows, connection, spoil };
}
