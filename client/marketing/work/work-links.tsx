import { Link } from '@tanstack/react-router';
import { SERVICE_GROUPS, type ServiceGroup } from '#shared/business/catalogue.ts';
import { WORK_PAGES } from '#shared/business/work.ts';
import { textLinkClass } from '../../components/text-link.tsx';

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
