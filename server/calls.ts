import type { Contract } from '#shared/calls/contract.ts';
import * as accounts from './accounts/calls.ts';
import * as bookings from './bookings/calls.ts';
import * as owner from './owner/calls.ts';
import type { Handlers } from './web/rpc/handler.ts';

export const handlers: Handlers<Contract> = { ...bookings, ...accounts, ...owner };
