import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '../../components/button.tsx';
import { PageHeading } from '../../components/page.tsx';
import { pageHead } from '../../page-head.ts';
import { AppError } from '../../screens/app-error.tsx';

export const Route = createFileRoute('/app/')({
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: '/app',
      title: 'Your visits',
      description: 'Your visits in one place.',
      isIndexed: false,
    }),
  errorComponent: AppError,
  component: Dashboard,
});

function Dashboard() {
  return (
    <>
      <PageHeading title="Your visits" lead="Book a half day or a full day, and move or cancel it by its mail." />
      <Link to="/book" className={buttonClass('primary')}>
        See open times
      </Link>
    </>
  );
}
