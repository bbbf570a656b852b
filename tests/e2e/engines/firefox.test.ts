import { FLOWS, describeFlows, startFirefox } from './engine.ts';
import { scriptlessFlow } from './scriptless-flow.ts';

describeFlows('Firefox', startFirefox, {
  check: 'command -v firefox-esr',
  packages: 'firefox-esr',
  flows: [...FLOWS, scriptlessFlow],
});
