import { createFileRoute } from '@tanstack/react-router';
import { AdminError } from '../../../shell/screens/app-error.tsx';

/** The admin area. The guard of its pages lets only admins through. */
export const Route = createFileRoute('/app/admin')({ errorComponent: AdminError });
