import { type ErrorComponentProps, rootRouteId, useMatch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '../../components/button.tsx';
import { ErrorState } from '../../components/notices/error-state.tsx';
import { BackLink } from './back-link.tsx';
import { RetryLink } from './retry-link.tsx';

/** Error screen of a route whose loading or rendering failed (SPEC.md section 2). */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const isRoot = useMatch({ strict: false, select: ({ routeId }) => routeId === rootRouteId });

  useEffect(() => {
    reportError(error);
  }, [error]);

  return (
    <ErrorState
      title="Something went wrong"
      isAlert
      actions={
        <>
          <RetryLink reset={reset} />
          {isRoot ? (
            <a href="/" className={buttonClass()}>
              Home
            </a>
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
