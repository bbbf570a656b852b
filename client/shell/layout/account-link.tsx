import { Link } from '@tanstack/react-router';
import type { HeaderUser } from '../session.ts';
import { HeaderSign } from './header-sign.tsx';

/** The longest first name that fits into the header of a phone. */
const LONGEST_NAME = 10;

function nameOf(user: HeaderUser): string {
  const [first = ''] = user.name.trim().split(/\s+/);
  return first !== '' && first.length <= LONGEST_NAME ? first : 'Account';
}

const look =
  'flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-sheet px-1 hover:bg-shade max-sm:[&>svg]:hidden';

/**
 * Link to the signed-in area, or to the sign-in page for visitors without an account. A phone has room for the word alone.
 */
export function AccountLink({ user }: { readonly user: HeaderUser | null }) {
  const sign = <HeaderSign drawing="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6" />;
  return user === null ? (
    <Link to="/login" className={look}>
      {sign}
      Sign in
    </Link>
  ) : (
    // A page that is restored by Back compares it with who is signed in then (`client/start/return.ts`).
    <Link to="/app" className={look} data-user={user.formToken}>
      {sign}
      <span>
        <span>{nameOf(user)}</span> <span className="sr-only">(your account)</span>
      </span>
    </Link>
  );
}
