import type { ReactNode } from 'react';

/** A component in its states, each with its name. */
export function Specimens({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="border-t border-line py-10">
      <h2 className="mb-6 text-2xl">{title}</h2>
      <div className="grid items-start gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </section>
  );
}

interface Parts {
  readonly state: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Specimen({ state, isWide = false, children }: Parts) {
  return (
    <div className={isWide ? 'sm:col-span-2 lg:col-span-3' : ''}>
      <p className="mb-2 text-sm text-pencil">{state}</p>
      {children}
    </div>
  );
}
