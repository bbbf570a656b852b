import { z } from 'zod';
import type { contract } from '#shared/contract.ts';
import { isCivilDate, type CivilDate } from '#shared/civil-date.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { availability as readAvailability } from '../../bookings/availability.ts';
import type { Handler } from '../handler.ts';
import { ownHold } from '../own-hold.ts';

type Procedure = (typeof contract)['availability'];

const date = z.custom<CivilDate>(isCivilDate, 'not a date');

export const availability: Handler<InputOf<Procedure>, OutputOf<Procedure>> = {
  schema: z.strictObject({ from: date.exactOptional(), to: date.exactOptional() }),
  run: (range, context) => readAvailability(context, range, ownHold(context)),
};
