import { Link } from '@tanstack/react-router';
import { formatCount } from '#shared/format-count.ts';
import type { ListedUser, UserSort, UsersPage, UsersQuery } from '#shared/account/account.ts';
import { buttonClass, Sign, Badge, EmptyState } from '../../components/page.tsx';
import { Menu, menuItemClass } from '../../components/menu.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { stringifySearch } from '../../shell/search.ts';
import { RowButton, RowForm } from '../../account/forms/commands.tsx';
import { sortedBy, usersSearch } from '../list-search.ts';
import { dayOf } from '../../wording/slot-words.ts';

interface Parts {
  readonly users: UsersPage;
  readonly query: UsersQuery;
  readonly timeZone: string;
  readonly own: string;
}

/** Sortable by its headings, with a menu of actions for each user. */
export function UsersTable({ users: { users, total }, query, timeZone, own }: Parts) {
  if (users.length === 0) {
    return (
      <EmptyState heading="h2" title="No users found">
        Try a shorter search, or another role.
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption={usersWords(total)}
        columns={columnsOf({ query, timeZone, own })}
        rows={users}
        keyOf={({ id }) => id}
      />
      <UserForms from={stringifySearch(usersSearch(query))} />
    </>
  );
}

export function usersWords(total: number): string {
  return total === 1 ? 'One user' : `${formatCount(total)} users`;
}

const TITLES: Readonly<Record<UserSort, string>> = {
  name: 'Name',
  email: 'Email',
  role: 'Role',
  emailVerified: 'Email confirmed',
  createdAt: 'Joined',
};

function columnsOf({ query, timeZone, own }: Omit<Parts, 'users'>): Column<ListedUser>[] {
  const sorting = (...by: readonly UserSort[]) => ({
    heading: (
      <span className="flex gap-x-4 whitespace-nowrap max-sm:items-end">
        {by.includes('name') ? <span className="sm:hidden">Sort by</span> : null}
        {by.map((each) => (
          <SortLink key={each} by={each} query={query} />
        ))}
      </span>
    ),
    ...(by.includes(query.sortBy) && ({ sort: query.sortOrder === 'asc' ? 'ascending' : 'descending' } as const)),
  });
  return [
    ...userColumns({ timeZone, own }, sorting),
    { title: 'Actions', cell: (user) => <UserActions user={user} isOwn={user.email === own} />, isPlain: true },
  ];
}

function SortLink({ by, query }: { readonly by: UserSort; readonly query: UsersQuery }) {
  const isSorted = query.sortBy === by;
  return (
    <Link
      to="/app/admin/users"
      search={usersSearch(sortedBy(query, by))}
      className="inline-flex min-h-11 items-end gap-1.5 underline underline-offset-4 hover:text-ink"
    >
      <span>{TITLES[by]}</span>
      {isSorted ? <Sign name="down" className={`mb-1 ${query.sortOrder === 'asc' ? 'rotate-180' : ''}`} /> : null}
    </Link>
  );
}

const FORMS = {
  appoint: 'make-admin',
  dismiss: 'make-user',
  disable: 'disable',
  enable: 'enable',
  verify: 'resend-verification',
  signOut: 'sign-out',
} as const;

/** `from`: the search parameters of the page, to return to without script. */
function UserForms({ from }: { readonly from: string }) {
  return (
    <>
      <RowForm id={FORMS.appoint} command="changeRole" input={{ role: 'admin' }} from={from} />
      <RowForm id={FORMS.dismiss} command="changeRole" input={{ role: 'user' }} from={from} />
      <RowForm id={FORMS.disable} command="setDisabled" input={{ isDisabled: true }} from={from} />
      <RowForm id={FORMS.enable} command="setDisabled" input={{ isDisabled: false }} from={from} />
      <RowForm id={FORMS.verify} command="resendVerificationTo" input={{}} from={from} />
      <RowForm id={FORMS.signOut} command="signOutUser" input={{}} from={from} />
    </>
  );
}

function UserActions({ user, isOwn }: { readonly user: ListedUser; readonly isOwn: boolean }) {
  const { id: account, name, email, role, emailVerified, isDisabled } = user;
  const isAdmin = role === 'admin';
  const words = isOwn ? WORDS_ON_OWN : wordsOn(name);
  const confirmed = (title: string, text: string, form: string, yes: string) => (
    // A native `details`, which opens without script.
    <details name="asked">
      <summary className={menuItemClass}>
        <span>{title}</span>
        <Sign name="right" />
      </summary>
      <p>{text}</p>
      <RowButton form={form} account={account} className={buttonClass('danger')}>
        {yes}
      </RowButton>
    </details>
  );
  const plain = (title: string, form: string) => (
    <RowButton form={form} account={account} className={menuItemClass}>
      {title}
    </RowButton>
  );
  const items = [
    {
      key: 'role',
      item: isAdmin
        ? confirmed('Make a regular user', words.dismiss, FORMS.dismiss, 'Yes, make a regular user')
        : confirmed('Make an admin', appointWords(name), FORMS.appoint, 'Yes, make an admin'),
    },
    {
      key: 'disable',
      item: isDisabled
        ? plain('Allow sign-in again', FORMS.enable)
        : confirmed('Disable', words.disable, FORMS.disable, 'Yes, disable'),
    },
    ...(emailVerified || isDisabled
      ? []
      : [{ key: 'verify', item: plain('Send the confirmation email again', FORMS.verify) }]),
    {
      key: 'sign-out',
      item: confirmed('Sign out everywhere', words.signOut, FORMS.signOut, 'Yes, sign out everywhere'),
    },
  ];
  return (
    <Menu
      label={
        <span>
          Change<span className="sr-only">{` ${name}`}</span>
        </span>
      }
      title={
        <span>
          <span className="block font-semibold wrap-anywhere">{name}</span>{' '}
          <span className="block text-sm wrap-anywhere text-pencil">{email}</span>
        </span>
      }
      items={items}
    />
  );
}

function appointWords(name: string): string {
  return `${name} will see everything you see here, customers’ phone numbers and addresses too, and can do all you can: refund, cancel, close days, make admins and disable accounts. ${name} has to sign in again.`;
}

function wordsOn(name: string) {
  return {
    dismiss: `${name} can no longer open the admin pages, and has to sign in again.`,
    disable: `${name} is signed out everywhere and can’t sign in until you allow it again. Booked visits stay booked.`,
    signOut: `${name} has to sign in again on every device. Nothing else changes.`,
  };
}

const WORDS_ON_OWN: ReturnType<typeof wordsOn> = {
  dismiss: 'You can no longer open the admin pages, and have to sign in again. Only another admin can undo that.',
  disable:
    'You’re signed out everywhere and can’t sign in until another admin allows it again. Booked visits stay booked.',
  signOut: 'You have to sign in again on every device, this one too. Nothing else changes.',
};

type Sorting = (...by: readonly UserSort[]) => Pick<Column<ListedUser>, 'heading' | 'sort'>;

/** Name and email address share a column. */
export function userColumns(
  { timeZone, own }: { timeZone: string; own: string },
  sorting: Sorting = () => ({}),
): Column<ListedUser>[] {
  return [
    {
      title: 'Name and email',
      ...sorting('name', 'email'),
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
      title: 'Role',
      ...sorting('role'),
      isPlain: true,
      cell: ({ role, isDisabled }) => (
        <span className="flex flex-wrap gap-1.5">
          {role === 'admin' ? <Badge tone="done">Admin</Badge> : <Badge>User</Badge>}
          {isDisabled ? <Badge tone="danger">Disabled</Badge> : null}
        </span>
      ),
    },
    {
      title: 'Email confirmed',
      ...sorting('emailVerified'),
      cell: ({ emailVerified }) => (emailVerified ? 'Yes' : <Badge tone="caution">Not yet</Badge>),
    },
    {
      title: 'Joined',
      ...sorting('createdAt'),
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{dayOf(createdAt, timeZone)}</span>,
    },
  ];
}
