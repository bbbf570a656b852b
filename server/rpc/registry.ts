import type { Contract } from '#shared/contract.ts';
import type { Handlers } from './handler.ts';
import { availability } from './handlers/availability.ts';
import { currentHold } from './handlers/current-hold.ts';
import { forgetHold } from './handlers/forget-hold.ts';
import { hold } from './handlers/hold.ts';
import { nextOpen } from './handlers/next-open.ts';
import { ticket } from './handlers/ticket.ts';

/** Every call of the contract and what answers it. */
export const handlers: Handlers<Contract> = { availability, currentHold, forgetHold, hold, nextOpen, ticket };
