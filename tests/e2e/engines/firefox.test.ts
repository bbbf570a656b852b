import { describeFlows, startFirefox } from './engine.ts';
import { scriptlessFlow } from './scriptless-flow.ts';

const installation = { check: 'command -v firefox-esr', packages: 'firefox-esr' };
describeFlows('Firefox', () => startFirefox(true), installation);
describeFlows('Firefox without scripts', () => startFirefox(false), { ...installation, flows: [scriptlessFlow] });
