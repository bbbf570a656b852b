import { passwordHash } from '#db/queries/accounts/accounts.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Job } from '#db/jobs.ts';
import { findPerson, forgetPerson, forgettingKeys } from '#server/accounts/jobs/forget-person.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { readRows } from '../../../db/rows.ts';
import { ADA, BEN, type Town, books, openTown } from '../town.ts';

async function townOf() {
  const town = openTown();
  await town.resident(ADA);
  const guest = await books(town, town.person(), 'guest@example.com');
  const ben = await town.resident(BEN);
  const visit = await books(town, ben, BEN.email, { date: '2027-03-20' });
  return { town, guest, visit, account: await town.idOf(BEN.email) };
}

/** Runs the jobs that forget a person, and returns the codes of refusals. */
async function forget(town: Town, words: string, visits: 'keep' | 'cancel' | null = null) {
  const person = await findPerson(town.store.db, words);
  if (person === null) throw new Error(`no one was found by ${words}`);
  const codes: unknown[] = [];
  for (const key of forgettingKeys(person, visits)) {
    const ended = await forgetPerson.run({ key } as Job, town, new AbortController().signal);
    if (ended) codes.push(ended);
  }
  return codes;
}

/** Whether a text stands in the log, the vault, or a read model. */
function isKnown({ config }: Town, text: string): boolean {
  const files = readdirSync(config.dataFolder).filter((file) => /^(?:halfday|read)\b.*\.db/.test(file));
  return files.some((file) => readFileSync(join(config.dataFolder, file)).includes(text));
}

test('a person is found by address, account, booking and reference', async () => {
  const { town, guest, visit, account } = await townOf();
  const ofBen = { account, bookings: [] };
  for (const words of [BEN.email, ` ${BEN.email.toUpperCase()} `, account, visit, referenceOf(visit)])
    expect(await findPerson(town.store.db, words)).toEqual(ofBen);
  for (const words of ['guest@example.com', guest, referenceOf(guest).toLowerCase()])
    expect(await findPerson(town.store.db, words)).toEqual({ account: null, bookings: [guest] });
  for (const words of ['stranger@example.com', 'nonsense', 'A0000000'])
    expect(await findPerson(town.store.db, words)).toBeNull();
});

test('an account is forgotten with its bookings, and its visit ahead is canceled by its rules', async () => {
  const { town, visit, account } = await townOf();
  expect(await forget(town, BEN.email)).toEqual([{ code: 'invalid' }]);
  await forget(town, BEN.email, 'cancel');
  expect(town.history(visit)).toContain('BookingCancelled');
  expect(await town.row(visit)).toMatchObject({ status: 'cancelled', name: null, email: null });
  expect(await passwordHash(town.store.db, account)).toBeNull();
  expect(isKnown(town, BEN.email)).toBe(false);
  expect(JSON.stringify((await readRows(town.store)).users)).not.toContain(BEN.name);
});

test('the last admin is not forgotten', async () => {
  const { town } = await townOf();
  expect(await forget(town, ADA.email)).toEqual([{ code: 'last-admin' }]);
});
