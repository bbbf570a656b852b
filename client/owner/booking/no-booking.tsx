import { notFound } from '@tanstack/react-router';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { ErrorState, TextLink } from '../../components/page.tsx';

export function orNoBooking(error: unknown): never {
  if (error instanceof RpcError && error.refusal === 'unknown-booking') throw notFound();
  throw error;
}

export function NoBooking() {
  return (
    <ErrorState
      title="There’s no such booking"
      actions={<TextLink to="/app/admin/bookings">Look in all bookings</TextLink>}
    >
      Check the address of the page, or search for the customer’s name or the reference.
    </ErrorState>
  );
}
