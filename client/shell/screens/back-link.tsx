import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../components/button.tsx';

/** Link to the previous page; to the home page if there is none, or without script. */
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
