import type { ListedUser } from '#shared/account/account.ts';
import { Badge } from '../../components/badge.tsx';
import type { Column } from '../../components/table.tsx';
import { dayOf } from '../../wording/instant-words.ts';

export type UserColumn = 'who' | 'role' | 'emailVerified' | 'createdAt';

export interface NamedColumn extends Column<ListedUser> {
  readonly name: UserColumn;
}

/** Name and email address share a column. */
export function userColumns({ timeZone, own }: { timeZone: string; own: string }): readonly NamedColumn[] {
  return [
    {
      name: 'who',
      title: 'Name and email',
      cell: ({ name, email }) => (
        <span className="block sm:min-w-44">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="wrap-anywhere">{name}</span>
            {email === own ? <Badge>You</Badge> : null}
          </span>
          <span className="block text-sm font-normal wrap-anywhere text-pencil">{email}</span>
        </span>
      ),
    },
    {
      name: 'role',
      title: 'Role',
      isPlain: true,
      cell: ({ role, isDisabled }) => (
        <span className="flex flex-wrap gap-1.5">
          {role === 'admin' ? <Badge tone="done">Admin</Badge> : <Badge>User</Badge>}
          {isDisabled ? <Badge tone="danger">Disabled</Badge> : null}
        </span>
      ),
    },
    {
      name: 'emailVerified',
      title: 'Email confirmed',
      cell: ({ emailVerified }) => (emailVerified ? 'Yes' : <Badge tone="caution">Not yet</Badge>),
    },
    {
      name: 'createdAt',
      title: 'Joined',
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{dayOf(createdAt, timeZone)}</span>,
    },
  ];
}
