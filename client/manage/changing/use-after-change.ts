import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useToast } from '../../shell/toasts/toasts.tsx';
import { managedBookingQuery } from '../booking-queries.ts';

const route = getRouteApi('/booking/$eventId');

/** Back to the booking's page once it has changed, which is said there. */
export function useAfterChange(eventId: string): (says: string) => Promise<void> {
  const { rpc } = route.useRouteContext();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const showToast = useToast();
  return async (says) => {
    const { queryKey } = managedBookingQuery(rpc, eventId);
    // Known before the page is shown, and not shown on the page that is left: there it would be out of place.
    const view = await rpc.managedBooking({ eventId }).catch(() => null);
    await navigate({ to: '/booking/$eventId', params: { eventId } });
    if (view) queryClient.setQueryData(queryKey, view);
    void queryClient.invalidateQueries({ queryKey });
    showToast(says, 'success');
  };
}
