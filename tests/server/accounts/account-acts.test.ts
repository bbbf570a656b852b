/** Log lines about access to accounts, successful or not. */
import { expect, test } from 'vitest';
import { openSite } from '../bookings/site.ts';
import { ADA, PASSWORD, Person, openTown, tokenIn } from './town.ts';

const ACTS = new Set(['sign-in', 'sign-out', 'password-change', 'password-reset', 'email-change', 'account-deletion']);
const HOME = '203.0.113.7';
const NEW_PASSWORD = 'a heron waits by the weir';

interface Line {
  readonly msg: string;
  readonly outcome: string;
  readonly account: string | null;
  readonly network: string | null;
  readonly request: string;
}

function actsIn(lines: readonly string[]): Line[] {
  return lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => ACTS.has(msg));
}

function signingIn(email: string, password: string) {
  return { email, password, redirect: '' };
}

async function settled() {
  const town = openTown();
  await town.resident(ADA);
  town.lines.length = 0;
  const person = new Person(town.visitor(HOME));
  return { town, person, acts: () => actsIn(town.lines) };
}

test('each sign-in attempt is logged with its outcome, account and network', async () => {
  const { person, acts } = await settled();
  await person.call('signIn', signingIn(ADA.email, 'not the password'));
  await person.call('signIn', signingIn('nobody@example.com', 'not the password'));
  await person.call('signIn', signingIn('no address', 'x'));
  await person.call('signIn', signingIn(' ADA@Example.com', PASSWORD));
  expect(acts().map(({ msg, outcome, network }) => [msg, outcome, network])).toEqual([
    ['sign-in', 'wrong-credentials', HOME],
    ['sign-in', 'wrong-credentials', HOME],
    ['sign-in', 'invalid', HOME],
    ['sign-in', 'done', HOME],
  ]);
  const [wrong, unknown, invalid, right] = acts().map(({ account }) => account);
  expect(wrong).toMatch(/^[\w-]{16}$/);
  expect(right).toBe(wrong);
  expect(unknown).not.toBe(wrong);
  expect(invalid).toBeNull();
});

test('so are signing out, a new password and a reset', async () => {
  const { town, person, acts } = await settled();
  await person.call('signIn', signingIn(ADA.email, PASSWORD));
  await person.call('changePassword', { current: 'not the password', password: NEW_PASSWORD });
  await person.call('changePassword', { current: PASSWORD, password: NEW_PASSWORD });
  await person.call('endOtherSessions', {});
  await person.call('signOut', {});
  await person.call('forgotPassword', { email: ADA.email });
  const token = tokenIn((await town.mailTo(ADA.email, 'Choose a new password')).text);
  await person.call('resetPassword', { token, password: 'seven geese over the marsh' });
  await person.call('resetPassword', { token, password: 'seven geese over the marsh' });
  expect(acts().map(({ msg, outcome }) => `${msg} ${outcome}`)).toEqual([
    'sign-in done',
    'password-change invalid',
    'password-change done',
    'sign-out done',
    'sign-out done',
    'password-reset done',
    'password-reset link-ended',
  ]);
  const [first, ...others] = acts().map(({ account }) => account);
  expect(others.slice(0, -1).every((account) => account === first)).toBe(true);
  expect(acts().at(-1)?.account).toBeNull();
});

test('no log line holds the address, and its pseudonym cannot be resolved without the secret', async () => {
  const { town, person, acts } = await settled();
  await person.call('signIn', signingIn(ADA.email, PASSWORD));
  expect(town.lines.join('')).not.toContain(ADA.email);
  const elsewhere = openSite(undefined, { COOKIE_SECRET: 'another secret of the tests, as long' });
  await new Person(elsewhere.visitor(HOME)).call('signIn', signingIn(ADA.email, PASSWORD));
  const [other] = actsIn(elsewhere.lines);
  expect(other?.account).toMatch(/^[\w-]{16}$/);
  expect(other?.account).not.toBe(acts()[0]?.account);
});
