import type { Contract } from '#shared/contract.ts';
import * as accounts from './accounts/calls.ts';
import * as bookings from './bookings/calls.ts';
import type { Handlers } from './web/rpc/handler.ts';

/** Every call of the contract and what answers it: each area lists its own. */
export const handlers: Handlers<Contract> = { ...bookings, ...accounts };
