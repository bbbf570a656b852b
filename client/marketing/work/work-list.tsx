import { SERVICE_GROUPS, type Service, type ServiceGroup, type ServiceSlug } from '#shared/business/catalogue.ts';
import sprite from '../../components/icons/services.svg?raw';
import { Link } from '@tanstack/react-router';
import { isFound, workPageOf, WORK_PAGES } from '#shared/business/work.ts';
import { GroupDrawing } from '../../components/drawings/service-groups.tsx';
import { textLinkClass } from '../../components/page.tsx';

const GROUPS = Object.entries(SERVICE_GROUPS) as [ServiceGroup, string][];

interface Listing {
  readonly services: readonly Service[];
  /** Hides services without these words. */
  readonly find?: string;
  readonly isShort?: boolean;
}

export function ServiceList({ services, find = '', isShort = false }: Listing) {
  return (
    <ul className="grid grid-cols-1 content-start gap-x-10 gap-y-3 sm:grid-cols-2">
      {services.map((service) => (
        <li key={service.slug} className="flex gap-3" hidden={!isFound(service, find)}>
          <ServiceIcon slug={service.slug} className="mt-0.5 text-pencil" />
          <div className="min-w-0">
            <span>{service.title}</span>{' '}
            <p className={`text-sm text-pencil ${isShort ? 'hidden sm:block' : ''}`}>{service.description}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function WorkList({ services, find = '', isShort = false }: Listing) {
  const shown = GROUPS.map(([group, title]) => ({
    group,
    title,
    own: services.filter((service) => service.group === group),
  })).filter(({ own }) => own.length > 0);
  return (
    <div className="flex flex-col gap-8 sm:gap-10" data-services>
      {shown.map(({ group, title, own }) => (
        <section
          key={group}
          aria-labelledby={`group-${group}`}
          hidden={!own.some((service) => isFound(service, find))}
          className="grid grid-cols-1 gap-x-12 gap-y-4 lg:grid-cols-[15rem_minmax(0,1fr)] lg:border-t lg:border-ink lg:pt-4"
        >
          <div className="flex flex-wrap items-end justify-between gap-4 border-b border-ink pb-2 lg:flex-col lg:items-start lg:justify-start lg:border-0 lg:pb-0">
            <h3 id={`group-${group}`} className="text-xl">
              <Link
                to="/services/$group"
                params={{ group: workPageOf(group).slug }}
                className="underline decoration-edge underline-offset-4 hover:text-accent"
              >
                {title}
              </Link>
            </h3>
            <GroupDrawing group={group} className="w-28 shrink-0 sm:w-36 lg:w-44" />
          </div>
          <ServiceList services={own} find={find} isShort={isShort} />
        </section>
      ))}
    </div>
  );
}

const DRAWINGS = new Map(
  Array.from(sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs), ([, slug, drawing = '']) => [
    slug,
    { __html: drawing.replaceAll(/\n\s*/g, '') },
  ]),
);

/** In the page, because a file with all drawings would compete with the first paint. */
function ServiceIcon({ slug, className = '' }: { readonly slug: ServiceSlug; readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`size-6 shrink-0 ${className}`}
      dangerouslySetInnerHTML={DRAWINGS.get(slug)}
    />
  );
}

export function WorkLinks({ except }: { readonly except?: ServiceGroup }) {
  return (
    <ul>
      {WORK_PAGES.filter(({ group }) => group !== except).map(({ group, slug }) => (
        <li key={slug}>
          <Link
            to="/services/$group"
            params={{ group: slug }}
            className={`${textLinkClass} inline-flex min-h-11 items-center`}
          >
            {SERVICE_GROUPS[group]}
          </Link>
        </li>
      ))}
    </ul>
  );
}
