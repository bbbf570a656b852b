import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isAccessRefusal } from '#shared/access.ts';
import { RpcError } from '#shared/rpc-error.ts';
import { buttonClass } from '../components/button.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { RetryLink } from './retry-link.tsx';

/** What the signed-in area shows when a page of it failed (SPEC.md section 2). */
export function AppError(props: ErrorComponentProps) {
  return <AreaError {...props} title="This page of your account did not load" />;
}

/** The same for the admin area. */
export function AdminError(props: ErrorComponentProps) {
  return <AreaError {...props} title="This admin page did not load" />;
}

function AreaError({ error, reset, title }: ErrorComponentProps & { readonly title: string }) {
  useEffect(() => {
    reportError(error);
  }, [error]);

  if (error instanceof RpcError && isAccessRefusal(error.refusal)) {
    return (
      <ErrorState
        title="You are not signed in any more"
        isAlert
        actions={
          <Link to="/login" className={buttonClass('primary')}>
            Sign in
          </Link>
        }
      >
        Your sign-in has ended, or what your account may do was changed. Sign in again to go on.
      </ErrorState>
    );
  }
  return (
    <ErrorState
      title={title}
      isAlert
      actions={
        <>
          <RetryLink reset={reset} />
          <Link to="/app" className={buttonClass()}>
            Your account
          </Link>
          <Link to="/" className={buttonClass()}>
            Home
          </Link>
        </>
      }
    >
      The fault is on our side, and nothing was changed. Try again in a moment.
    </ErrorState>
  );
}
