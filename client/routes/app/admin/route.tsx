import { createFileRoute } from '@tanstack/react-router';
import { AdminError } from '../../../shell/screens/app-error.tsx';

/** The guard of its pages admits only admins. */
export const Route = createFileRoute('/app/admin')({ errorComponent: AdminError });
