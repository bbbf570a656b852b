import { SERVICES, SERVICE_GROUPS, type ServiceGroup, servicesIn } from '#shared/business/catalogue.ts';
import { GroupDrawing } from '../../components/drawings/service-groups.tsx';
import { ServiceIcon } from '../../components/icons/service-icon.tsx';

const GROUPS = Object.entries(SERVICE_GROUPS) as [ServiceGroup, string][];

/** All services by group, each group with a drawing. */
export function Services() {
  return (
    <section aria-labelledby="services" className="border-t border-line py-10 sm:py-14">
      <h2 id="services" className="text-2xl">
        {SERVICES.length} kinds of work
      </h2>
      <p className="mt-3 mb-8 max-w-prose">
        Put as many as you like on one list: you book time, not a job. Anything small that isn’t here counts as an odd
        job.
      </p>
      <div className="flex flex-col gap-8 sm:gap-10">
        {GROUPS.map(([group, title]) => (
          <section
            key={group}
            aria-labelledby={`group-${group}`}
            className="grid grid-cols-1 gap-x-12 gap-y-4 lg:grid-cols-[15rem_minmax(0,1fr)] lg:border-t lg:border-ink lg:pt-4"
          >
            <div className="flex flex-wrap items-end justify-between gap-4 border-b border-ink pb-2 lg:flex-col lg:items-start lg:justify-start lg:border-0 lg:pb-0">
              <h3 id={`group-${group}`} className="text-xl">
                {title}
              </h3>
              <GroupDrawing group={group} className="w-28 shrink-0 sm:w-36 lg:w-44" />
            </div>
            <ul className="grid grid-cols-1 content-start gap-x-10 gap-y-3 sm:grid-cols-2">
              {servicesIn(group).map(({ slug, title: name, description }) => (
                <li key={slug} className="flex gap-3">
                  <ServiceIcon slug={slug} className="mt-0.5 text-pencil" />
                  <div className="min-w-0">
                    {name}
                    <p className="hidden text-sm text-pencil sm:block">{description}</p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
