import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useToast } from '../../shell/toasts/toasts.tsx';
import { managedBookingQuery } from '../booking-queries.ts';

const route = getRouteApi('/booking/$eventId');

/** Navigates to the booking's page after a change and shows a toast there. */
export function useAfterChange(eventId: string): (says: string) => Promise<void> {
  const { rpc } = route.useRouteContext();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const showToast = useToast();
  return async (says) => {
    const { queryKey } = managedBookingQuery(rpc, eventId);
    // Fetched before navigating, so that the next page is current; cached after it, so that the old page does not show it.
    const view = await rpc.managedBooking({ eventId }).catch(() => null);
    await navigate({ to: '/booking/$eventId', params: { eventId } });
    if (view) queryClient.setQueryData(queryKey, view);
    void queryClient.invalidateQueries({ queryKey });
    showToast(says, 'success');
  };
}
