import { describeFlows } from './engine.ts';
import { startWebKit } from './webkit.ts';

describeFlows('WebKit', startWebKit, {
  programs: ['WebKitWebDriver', 'Xvfb', 'python3'],
  packages: 'webkit2gtk-driver xvfb gir1.2-webkit2-4.1 python3-gi',
});
