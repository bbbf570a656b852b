import type { Site } from '#shared/business/site.ts';
import { pageHead } from '../shell/page-head.ts';
import { breadcrumbs } from './records.ts';

interface Document {
  readonly path: string;
  /** Also the name of its breadcrumb. */
  readonly title: string;
  readonly description: string | ((site: Site) => string);
  /** Besides its breadcrumb. */
  readonly records?: (site: Site) => readonly object[];
}

/** The `head` of a document directly below the home page. */
export function documentHead({ path, title, description, records = () => [] }: Document) {
  return ({ match }: { readonly match: { readonly context: { readonly site: Site } } }) => {
    const { site } = match.context;
    return pageHead({
      site,
      path,
      title,
      description: typeof description === 'string' ? description : description(site),
      records: [breadcrumbs(site, [{ name: title, path }]), ...records(site)],
    });
  };
}
