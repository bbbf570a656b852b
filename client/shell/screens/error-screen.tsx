import {
  type ErrorComponentProps,
  type NotFoundRouteProps,
  rootRouteId,
  useMatch,
  useRouter,
} from '@tanstack/react-router';
import { buttonClass, PrimaryLink, ErrorState } from '../../components/page.tsx';
import type { ReactNode } from 'react';

/** SPEC.md section 2. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const isRoot = useMatch({ strict: false, select: ({ routeId }) => routeId === rootRouteId });

  return (
    <ErrorState
      title="Something went wrong"
      error={error}
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

/** To the home page if there is none, or without script (`client/start/entry.ts`). */
export function BackLink({ children }: { readonly children: ReactNode }) {
  return (
    <a className={buttonClass()} href="/" data-back>
      {children}
    </a>
  );
}

/** SPEC.md section 2. */
export function NotFoundScreen(_props: NotFoundRouteProps) {
  return (
    <ErrorState
      title="Page not found"
      actions={
        <>
          <a href="/" className={buttonClass('primary')}>
            Start Over
          </a>
          <BackLink>Go back</BackLink>
        </>
      }
    >
      The page you are looking for does not exist.
    </ErrorState>
  );
}

/** Loads the route again; without script, the page. */
export function RetryLink({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter();
  return (
    <PrimaryLink
      to="."
      search
      onClick={(event) => {
        event.preventDefault();
        void router.invalidate().then(reset);
      }}
    >
      Try Again
    </PrimaryLink>
  );
}
