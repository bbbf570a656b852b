import type { ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { buttonClass } from '../components/button.tsx';
import { RetryLink } from '../shell/screens/retry-link.tsx';
import { AuthCard } from './auth-card.tsx';

interface Parts extends Pick<ErrorComponentProps, 'error' | 'reset'> {
  readonly title: string;
  readonly children: ReactNode;
}

/** Error screen of a sign-in page that failed to load. */
export function AuthError({ error, reset, title, children }: Parts) {
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
