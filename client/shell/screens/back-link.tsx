import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../components/button.tsx';

/** To the page before this one. Where there is none, or no script to go there, it leads home. */
export function BackLink({ children }: { readonly children: ReactNode }) {
  const router = useRouter();
  return (
    <Link
      className={buttonClass()}
      to="/"
      onClick={(event) => {
        if (!router.history.canGoBack()) return;
        event.preventDefault();
        router.history.back();
      }}
    >
      {children}
    </Link>
  );
}
