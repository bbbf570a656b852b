import { accountFlows } from './account-flows.ts';
import { bookingFlows } from './booking-flows.ts';
import { describeFlows, startChromium } from './engine.ts';
import { ownerFlows } from './owner-flows.ts';
import { visitFlows } from './visit-flows.ts';

// Back in Chromium, with its bfcache, is tested in `back.test.ts` and `documents.test.ts`.
describeFlows('Chromium', startChromium, { flows: [bookingFlows, visitFlows, accountFlows, ownerFlows] });
