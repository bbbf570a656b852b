import { Skeleton, type SkeletonLine } from '../components/page.tsx';
import { titleHead } from './page-head.ts';
import { AdminError, AppError } from './screens/app-error.tsx';
import { guard } from './session.ts';

/** Options of each route of the signed-in area: its guard, title, skeleton and error screen. Search engines don't see it. */
export function accountPage(title: string, lines: readonly SkeletonLine[], says = 'One moment…') {
  return {
    beforeLoad: guard,
    head: titleHead(title),
    pendingComponent: () => <Skeleton says={says} lines={['title', ...lines]} />,
    errorComponent: AppError,
  };
}

/** The same for the admin area. */
export function ownerPage(title: string, lines: readonly SkeletonLine[], says?: string) {
  return { ...accountPage(title, lines, says), errorComponent: AdminError };
}
