import { createFileRoute } from '@tanstack/react-router';
import { AdminError } from '../../../shell/screens/app-error.tsx';

/** The admin area. The guard of `/app` lets only admins through to whatever is under this route. */
export const Route = createFileRoute('/app/admin')({ errorComponent: AdminError });
