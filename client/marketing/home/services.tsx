import { SERVICES } from '#shared/business/catalogue.ts';
import { TextLink } from '../../components/text-link.tsx';
import { WorkList } from '../work/work-list.tsx';

/** All services by group, each group with a drawing. */
export function Services() {
  return (
    <section aria-labelledby="services" className="border-t border-line py-10 sm:py-14">
      <h2 id="services" className="text-2xl">
        {SERVICES.length} kinds of work
      </h2>
      <p className="mt-3 mb-8 max-w-prose">
        Put as many as you like on one list: you book time, not a job. Anything small that isn’t here counts as an odd
        job. <TextLink to="/services">Find yours</TextLink>.
      </p>
      <WorkList services={SERVICES} isShort />
    </section>
  );
}
