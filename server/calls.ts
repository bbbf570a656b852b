import type { Contract } from '#shared/calls/contract.ts';
import * as accounts from './accounts/calls.ts';
import * as bookings from './bookings/calls.ts';
import * as owner from './owner/calls.ts';
import type { Handlers } from './web/rpc/handler.ts';

/** The handler of every call in the contract: each area lists its own. */
export const handlers: Handlers<Contract> = { ...bookings, ...accounts, ...owner };
