import type { Site } from '#shared/business/site.ts';
import { Notice } from './notice.tsx';

/** Wherever visitors could believe that a sandbox payment is real. */
export function PlayMoneyNotice({ site }: { readonly site: Site }) {
  // A staging site says so at the top of every page.
  if (site.takesRealMoney || site.isStaging) return null;
  return <TrialNotice>No payment here is real: no money moves, and no one will come.</TrialNotice>;
}

export function StagingNotice({ site }: { readonly site: Site }) {
  return site.isStaging ? (
    <TrialNotice>Nothing you book or pay for here is real, and no one will come.</TrialNotice>
  ) : null;
}

function TrialNotice({ children }: { readonly children: string }) {
  return (
    <div className="mb-6">
      <Notice tone="caution">
        <p className="max-sm:text-sm">
          <strong>This is a trial of the site.</strong> <span>{children}</span>
        </p>
      </Notice>
    </div>
  );
}
