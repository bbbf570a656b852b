import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { userColumns } from '#client/owner/users/user-columns.tsx';
import type { ListedUser } from '#shared/account/account.ts';

const USER: ListedUser = {
  id: 'a1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'user',
  emailVerified: true,
  createdAt: Date.parse('2027-03-09T12:00:00-08:00'),
  isDisabled: false,
};

/** Another value for each field. A row's id is in its address, not in a cell. */
const OTHERWISE: Readonly<Omit<ListedUser, 'id'>> = {
  name: 'Reyes',
  email: 'reyes@example.com',
  role: 'admin',
  emailVerified: false,
  createdAt: Date.parse('2027-04-09T12:00:00-07:00'),
  isDisabled: true,
};

function cells(user: ListedUser): string {
  const columns = userColumns({ timeZone: 'America/Los_Angeles', own: 'owner@example.com' });
  return renderToStaticMarkup(
    <>
      {columns.map(({ name, cell }) => (
        <p key={name}>{cell(user)}</p>
      ))}
    </>,
  );
}

test.each(Object.entries(OTHERWISE))('the table of users shows %s', (field, value) => {
  expect(cells({ ...USER, [field]: value })).not.toBe(cells(USER));
});
