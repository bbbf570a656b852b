import type { Site } from '#shared/business/site.ts';
import { Notice } from './notice.tsx';

/** Wherever visitors could believe that a sandbox payment is real. */
export function PlayMoneyNotice({ site }: { readonly site: Site }) {
  // A staging site says so at the top of every page.
  if (site.takesRealMoney || site.isStaging) return null;
  return (
    <div className="mb-6">
      <Notice tone="caution">
        <p className="max-sm:text-sm">
          <strong>This is a trial of the site.</strong> No payment here is real: no money moves, and no one will come.
        </p>
      </Notice>
    </div>
  );
}
