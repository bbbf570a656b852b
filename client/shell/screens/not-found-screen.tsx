import type { NotFoundRouteProps } from '@tanstack/react-router';
import { buttonClass } from '../../components/button.tsx';
import { ErrorState } from '../../components/notices/error-state.tsx';
import { BackLink } from './back-link.tsx';

/** The not-found screen of SPEC.md section 2. */
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
