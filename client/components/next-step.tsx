import type { ReactNode } from 'react';
import type { Elements } from './page.tsx';

export function NextSteps({ children }: { readonly children: ReactNode }) {
  return <ul className="grid grid-cols-1 max-w-3xl gap-x-10 gap-y-8 sm:grid-cols-2">{children}</ul>;
}

export function NextStep({ title, action, children }: { title: string; action?: Elements; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start gap-3 border-t border-ink pt-3">
      <h3 className="text-xl">{title}</h3>
      <p className="grow">{children}</p>
      {action}
    </li>
  );
}
