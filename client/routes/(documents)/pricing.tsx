import { createFileRoute } from '@tanstack/react-router';
import { allPriceWords } from '#shared/booking/prices.ts';
import { faqOf } from '#shared/business/faq.ts';
import { PageHeading, Section } from '../../components/page.tsx';
import { LicenseNote } from '../../components/notices/seller-note.tsx';
import { MoreLink, PickATime, Policy } from '../../marketing/page-parts.tsx';
import { faqPage, documentHead } from '../../marketing/records.ts';
import { TwoLengths } from '../../marketing/pricing/two-lengths.tsx';

export const Route = createFileRoute('/(documents)/pricing')({
  head: documentHead({
    path: '/pricing',
    title: 'Pricing',
    description: (site) =>
      `${allPriceWords(site)}. What fits into each, who buys the materials, and how to move or cancel a visit.`,
    records: (site) => [faqPage(site)],
  }),
  component: Pricing,
});

function Pricing() {
  const { site } = Route.useRouteContext();
  return (
    <>
      <PageHeading
        title="Two lengths, two prices"
        lead={`${allPriceWords(site)}, the same every day of the week. That pays for the time; materials come on top, and only those you approved.`}
      />
      <section aria-label="Prices" className="pb-10 sm:pb-14">
        <TwoLengths heading="h2" prices={site.prices} showExamples />
        <p className="mt-8 max-w-prose text-pencil">
          These lists are examples, not promises: no two homes are alike. If time runs out first, what mattered most to
          you is already done.
        </p>
        <LicenseNote site={site} className="mt-3 text-pencil" />
      </section>
      <Section title="Paying and changing" aside={<MoreLink to="/legal/terms">All the terms</MoreLink>}>
        <Policy />
      </Section>
      <Section
        title="Questions"
        aside={
          <p className="mt-3 max-w-prose text-pencil">
            Yours isn’t here? Email{' '}
            <a href={`mailto:${site.email}`} className="text-accent underline underline-offset-4">
              {site.email}
            </a>
            .
          </p>
        }
      >
        <div className="max-w-prose border-b border-line">
          {faqOf(site).map(({ slug, question, answer }) => (
            <details key={slug} id={slug} className="border-t border-line">
              <summary className="flex min-h-11 cursor-pointer items-baseline py-2.5 font-semibold before:mr-3 before:w-3 before:shrink-0 before:content-['+'] hover:text-accent in-open:before:content-['−']">
                {question}
              </summary>
              <p className="pb-4 pl-6">{answer}</p>
            </details>
          ))}
        </div>
      </Section>
      <PickATime>Every open time is listed, with the last day you can change it for free.</PickATime>
    </>
  );
}
