import type { ReactNode } from 'react';
import { formatCount } from '#shared/format-count.ts';
import { buttonClass } from '../components/button.tsx';
import type { Elements } from '../components/elements.ts';

export interface PageLink {
  readonly rel: 'prev' | 'next';
  readonly className: string;
  readonly children: ReactNode;
}

interface Parts {
  readonly page: number;
  readonly pages: number;
  readonly renderLink: (page: number, link: PageLink) => Elements;
}

export function Pager({ page, pages, renderLink }: Parts) {
  if (pages === 1) return null;
  const className = buttonClass();
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      {page > 1 ? renderLink(page - 1, { rel: 'prev', className, children: 'Previous page' }) : null}
      <p>{`Page ${formatCount(page)} of ${formatCount(pages)}`}</p>
      {page < pages ? renderLink(page + 1, { rel: 'next', className, children: 'Next page' }) : null}
    </nav>
  );
}
