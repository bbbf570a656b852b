import { describe, expect, test } from 'vitest';
import type { ListedUser, UsersPage, UsersQuery } from '#shared/account/account.ts';
import { OLIVES_SESSION } from '../owner/olive.ts';
import { USERS } from './landing.ts';
import { rendered } from './rendered.ts';

const CARL: ListedUser = USERS.users[0]!;

/** The page as the server sends it, of 21 users. */
async function usersPage(search: string, total = 21, user = CARL) {
  const users = async (query: UsersQuery): Promise<UsersPage> => {
    const pages = Math.max(1, Math.ceil(total / query.pageSize));
    const listed = total === 0 ? [] : [user];
    return { users: listed, page: Math.min(query.page, pages), pageSize: query.pageSize, pages, total };
  };
  const page = await rendered(`/app/admin/users${search}`, null, { session: async () => OLIVES_SESSION, users });
  expect(page.faults).toEqual([]);
  return page;
}

describe('the page of users', () => {
  test('shows the last page for one that doesn’t exist, with a way back', async () => {
    const { text, main } = await usersPage('?page=40&sortBy=name');
    expect(text).toContain('Page 3 of 3');
    expect(main).toContain('href="/app/admin/users?page=2&amp;sortBy=name"');
  });

  test('says to admins of their own account what only another admin can undo', async () => {
    const own = await usersPage('', 1, { ...CARL, name: 'Olive Owner', email: 'olive@example.com', role: 'admin' });
    expect(own.text).toContain('You can no longer open the admin pages, and have to sign in again. Only another admin');
    expect(own.text).toContain('You’re signed out everywhere and can’t sign in until another admin allows it again.');
    expect(own.text).not.toMatch(/Olive Owner (?:can|is|has)/);
    const other = await usersPage('', 1, { ...CARL, role: 'admin' });
    expect(other.text).toContain('Carl Customer can no longer open the admin pages');
    expect(other.text).toContain('Carl Customer is signed out everywhere and can’t sign in until you allow it again.');
  });
});
