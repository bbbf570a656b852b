import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { buttonClass } from '../../components/button.tsx';

/** Loads the route again; without script, the page. */
export function RetryLink({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter();
  return (
    <Link
      to="."
      search
      className={buttonClass('primary')}
      onClick={(event) => {
        event.preventDefault();
        void router.invalidate().then(reset);
      }}
    >
      Try Again
    </Link>
  );
}
