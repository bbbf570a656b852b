import type { ErrorComponentProps } from '@tanstack/react-router';
import { isAccessRefusal } from '#shared/account/account.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { buttonClass, ButtonLink, PrimaryLink, ErrorState } from '../../components/page.tsx';
import { isOffline } from '../query/query-client.ts';
import { RetryLink } from './error-screen.tsx';

/** SPEC.md section 2. */
export function AppError(props: ErrorComponentProps) {
  return <AreaError {...props} title="This page of your account didn’t load" />;
}

export function AdminError(props: ErrorComponentProps) {
  return <AreaError {...props} title="This admin page didn’t load" />;
}

function AreaError({ error, reset, title }: ErrorComponentProps & { readonly title: string }) {
  if (error instanceof RpcError && isAccessRefusal(error.refusal)) {
    return (
      <ErrorState
        title="You’re no longer signed in"
        error={error}
        actions={<PrimaryLink to="/login">Sign in</PrimaryLink>}
      >
        You’ve been signed out, or your account’s role has changed. Sign in again to continue.
      </ErrorState>
    );
  }
  return (
    <ErrorState
      title={title}
      error={error}
      actions={
        <>
          <RetryLink reset={reset} />
          <ButtonLink to="/app">Your account</ButtonLink>
          <a href="/" className={buttonClass()}>
            Home
          </a>
        </>
      }
    >
      {isOffline()
        ? 'This device isn’t connected to the internet. Check the connection, then try again.'
        : 'It’s our fault, and nothing was changed. Try again in a moment.'}
    </ErrorState>
  );
}
