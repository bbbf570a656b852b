import { passwordFlows } from './account-flows.ts';
import { bookingFlows } from './booking-flows.ts';
import { describeFlows, startChromium } from './engine.ts';
import { ownerPageFlows } from './owner-flows.ts';
import { visitFlows } from './visit-flows.ts';

// The other flows in Chromium: Back with its bfcache in `back.test.ts`, registering in `account-life.test.ts`, visits that
// are done in `owner-pages.test.ts`, the theme in `shell.test.ts`.
describeFlows('Chromium', startChromium, { flows: [bookingFlows, visitFlows, passwordFlows, ownerPageFlows] });
