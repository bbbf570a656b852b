import { describeFlows, startChromium } from './engine.ts';

describeFlows('Chromium', startChromium);
