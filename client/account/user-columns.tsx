import type { ListedUser } from '#shared/account.ts';
import { Badge } from '../components/badge.tsx';
import type { Column } from '../components/table.tsx';
import { dayOf } from '../wording/instant-words.ts';

/** How users are listed. */
export function userColumns(timeZone: string) {
  return {
    name: { title: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    email: { title: 'E-mail', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
    role: {
      title: 'Role',
      cell: ({ role, isDisabled }) => (
        <span className="flex flex-wrap gap-1.5">
          {role === 'admin' ? <Badge tone="done">Admin</Badge> : <Badge>User</Badge>}
          {isDisabled ? <Badge tone="danger">Disabled</Badge> : null}
        </span>
      ),
    },
    emailVerified: {
      title: 'Address',
      cell: ({ emailVerified }) => (emailVerified ? 'Confirmed' : <Badge tone="caution">Not confirmed</Badge>),
    },
    createdAt: {
      title: 'Since',
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{dayOf(createdAt, timeZone)}</span>,
    },
  } satisfies Record<string, Column<ListedUser>>;
}
