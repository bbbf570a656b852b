import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { AppRpc } from '#shared/calls/contract.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import type { BookingStory } from '#shared/owner/booking-story.ts';
import { PostedRefusal, postedOf } from '../../../../account/forms/failure.tsx';
import { postKeyAfter } from '../../../../booking/form/state/initial-form.ts';
import { PageHeading } from '../../../../components/page.tsx';
import { BookingState } from '../../../../owner/bookings/bookings-table.tsx';
import { BookingActions } from '../../../../owner/booking/booking-actions.tsx';
import { CorrectForm, MessageForm } from '../../../../owner/booking/customer-forms.tsx';
import { NoBooking, orNoBooking } from '../../../../owner/booking/no-booking.tsx';
import { Mails, Payments, StoryLines } from '../../../../owner/booking/story-lists.tsx';
import { CustomerPart, VisitSheet } from '../../../../owner/booking/visit-sheet.tsx';
import { lookAgainMs, readQuery } from '../../../../shell/query/query-client.ts';
import { ownerPage } from '../../../../shell/signed-in-page.tsx';

/** The customer, refunds and mail change it at any time. */
function storyQuery(rpc: AppRpc, eventId: string) {
  return readQuery(rpc, 'bookingStory', { eventId }, { staleTime: 0 });
}

export const Route = createFileRoute('/app/admin/bookings/$eventId')({
  ...ownerPage('Booking', ['control', 'text', 'text', 'text']),
  loader: async ({ context: { queryClient, rpc, flash, newKey }, params: { eventId } }) => ({
    story: await queryClient.fetchQuery(storyQuery(rpc, eventId)).catch(orNoBooking),
    posted: postedOf(flash),
    postKey: postKeyAfter({ flash, newKey }),
  }),
  notFoundComponent: NoBooking,
  component: Booking,
});

function Booking() {
  const { story: loaded, posted, postKey } = Route.useLoaderData();
  const story = useLatestStory(loaded);
  const { timeZone } = Route.useRouteContext().site;
  return (
    <>
      <PageHeading title={`Booking ${referenceOf(story.eventId)}`} lead={<BookingState state={story.state} />} />
      <PostedRefusal
        posted={posted}
        except={[
          ...(story.customer?.email ? (['sendMessage'] as const) : []),
          ...(story.actions.correct ? (['correctForCustomer'] as const) : []),
        ]}
      />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-10">
          <VisitSheet story={story} timeZone={timeZone} />
          <CustomerPart story={story} />
          <BookingActions story={story} timeZone={timeZone} />
          <CorrectForm key={`correct ${story.eventId}`} story={story} posted={posted} />
          <MessageForm key={story.eventId} story={story} posted={posted} postKey={postKey} />
        </div>
        <div className="flex min-w-0 flex-col gap-10">
          <Payments story={story} timeZone={timeZone} />
          <Mails story={story} timeZone={timeZone} />
          <StoryLines story={story} timeZone={timeZone} />
        </div>
      </div>
    </>
  );
}

/** While a refund is under way. */
function useLatestStory(loaded: BookingStory): BookingStory {
  const { rpc } = Route.useRouteContext();
  const { data } = useQuery({
    ...storyQuery(rpc, loaded.eventId),
    refetchOnMount: false,
    // The owner returns what was paid to them directly.
    refetchInterval: ({ state }) =>
      lookAgainMs(state.data?.payments.filter(({ isOutside }) => !isOutside).map(({ refund }) => refund) ?? []),
  });
  // After a command, the cache is empty until the story is read again.
  return data ?? loaded;
}
