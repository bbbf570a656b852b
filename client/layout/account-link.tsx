import { Link } from '@tanstack/react-router';
import { HeaderSign } from './header-sign.tsx';

/** To the signed-in area, the same for everyone: who is signed in is said there. */
export function AccountLink() {
  return (
    <Link
      to="/app"
      aria-label="Your account"
      className="flex size-11 shrink-0 items-center justify-center rounded-sheet hover:bg-shade"
    >
      <HeaderSign drawing="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6" />
    </Link>
  );
}
