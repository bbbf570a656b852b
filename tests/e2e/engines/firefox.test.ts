import { describeFlows, startFirefox } from './engine.ts';

describeFlows('Firefox', startFirefox, { check: 'command -v firefox-esr', packages: 'firefox-esr' });
