import type { Site } from '#shared/business/site.ts';
import { LicenseNote } from '../components/notices/seller-note.tsx';
import { Section } from '../components/section.tsx';

export function Insured({ site }: { readonly site: Site }) {
  return (
    <Section title="Registered and insured">
      <p className="max-w-prose">The business is registered and carries general liability insurance.</p>
      <LicenseNote site={site} className="mt-3" />
    </Section>
  );
}
