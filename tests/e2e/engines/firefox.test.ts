import { describeFlows, startFirefox } from './engine.ts';

describeFlows('Firefox', startFirefox, { programs: ['firefox-esr'], packages: 'firefox-esr' });
