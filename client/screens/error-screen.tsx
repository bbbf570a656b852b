import { type ErrorComponentProps, Link, rootRouteId, useMatch, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '../components/button.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { BackLink } from './back-link.tsx';

/** What a route shows when its load or its rendering failed (SPEC.md section 2). */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isRoot = useMatch({ strict: false, select: (match) => match.id === rootRouteId });

  useEffect(() => {
    reportError(error);
  }, [error]);

  return (
    <ErrorState
      title="Something went wrong"
      isAlert
      actions={
        <>
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
          {isRoot ? (
            <Link to="/" className={buttonClass()}>
              Home
            </Link>
          ) : (
            <BackLink>Go Back</BackLink>
          )}
        </>
      }
    >
      An unexpected error occurred. Please try again or contact support if the problem persists.
    </ErrorState>
  );
}
