import type { Site } from '#shared/business/site.ts';
import { Notice } from '../../components/notices/notice.tsx';

export function StagingNotice({ site }: { readonly site: Site }) {
  if (!site.isStaging) return null;
  return (
    <div className="mb-6">
      <Notice tone="caution">
        <p className="max-sm:text-sm">
          <strong>This is a trial of the site.</strong> Nothing you book or pay for here is real, and no one will come.
        </p>
      </Notice>
    </div>
  );
}
