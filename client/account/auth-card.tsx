import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { buttonClass, Skeleton } from '../components/page.tsx';
import { RetryLink } from '../shell/screens/error-screen.tsx';
import { isEmailShaped } from '#shared/limits.ts';
import { isRedirect } from '#shared/account/account.ts';

function Sheet({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md rounded-sheet border border-line bg-sheet px-5 py-6 sm:my-6 sm:px-8 sm:py-8">
      {children}
    </div>
  );
}

interface Parts {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
}

export function AuthCard({ title, lead, children, foot }: Parts) {
  return (
    <Sheet>
      <h1 className="text-3xl">{title}</h1>
      {lead ? <p className="mt-2 text-pencil">{lead}</p> : null}
      {children ? <div className="mt-6 flex flex-col gap-5">{children}</div> : null}
      {foot ? <div className="mt-6 flex flex-col gap-2 border-t border-line pt-4">{foot}</div> : null}
    </Sheet>
  );
}

/** Skeleton of SPEC.md section 2. */
export function AuthSkeleton() {
  return (
    <Sheet>
      <Skeleton
        says="One moment…"
        lines={['title', 'control', 'control', 'control', 'control', 'control', 'text', 'short']}
      />
    </Sheet>
  );
}

interface AuthErrorParts extends Pick<ErrorComponentProps, 'error' | 'reset'> {
  readonly title: string;
  readonly children: ReactNode;
}

export function AuthError({ error, reset, title, children }: AuthErrorParts) {
  useEffect(() => {
    reportError(error);
  }, [error]);
  return (
    <div role="alert">
      <AuthCard title={title} lead={children}>
        <p className="flex flex-wrap gap-3">
          <RetryLink reset={reset} />
          <a href="/" className={buttonClass()}>
            Home
          </a>
        </p>
      </AuthCard>
    </div>
  );
}

type Raw = Record<string, unknown>;

/** SPEC.md section 2. Invalid parameters are ignored. */
interface LoginSearch {
  readonly email?: string;
  readonly reset?: string;
  readonly redirect?: string;
}

export function readEmailSearch({ email }: Raw): Pick<LoginSearch, 'email'> {
  return isEmailShaped(email) ? { email } : {};
}

export function readLoginSearch({ email, reset, redirect }: Raw): LoginSearch {
  return {
    ...(isEmailShaped(email) && { email }),
    ...(typeof reset === 'string' && { reset }),
    ...(isRedirect(redirect) && { redirect }),
  };
}

export function readTokenSearch({ token }: Raw): { readonly token?: string } {
  return typeof token === 'string' && token !== '' ? { token } : {};
}
