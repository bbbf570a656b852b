import type { ReactNode } from 'react';
import { buttonClass } from '../../components/button.tsx';

/** Link to the previous page (`client/start/go-back.ts`); to the home page if there is none, or without script. */
export function BackLink({ children }: { readonly children: ReactNode }) {
  return (
    <a className={buttonClass()} href="/" data-back>
      {children}
    </a>
  );
}
