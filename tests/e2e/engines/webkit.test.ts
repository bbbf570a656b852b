import { describeFlows } from './engine.ts';
import { PYTHON, startWebKit } from './webkit.ts';

describeFlows('WebKit', startWebKit, {
  check: `command -v WebKitWebDriver && command -v Xvfb && ${PYTHON} -c "import gi; gi.require_version('WebKit2', '4.1')"`,
  packages: 'webkit2gtk-driver xvfb gir1.2-webkit2-4.1 python3-gi',
});
