/**
 * The first script of every page, and on a document the only one beside what measures: whatever a document does is here. Where the app runs, it
 * uses the same modules; all of this works without the app, and the app without any of it.
 */
import { afterLoad } from './after-load.ts';
import { followThemeChoice } from '../shell/theme/theme.ts';
import { showStoredToast } from '../shell/toasts/toast-messages.ts';
import { followBackLinks } from './go-back.ts';
import { filterServices } from './filter-services.ts';
import { addLink, loadApp, preloadApp } from './load-app.ts';
import { followReturn } from './return.ts';
import { startMeasuring } from './start-measuring.ts';

const { dataset, nonce } = document.querySelector<HTMLScriptElement>('script[data-files]')!;

followThemeChoice();
followBackLinks();
followReturn(dataset);
if (dataset['when'] === 'never') {
  filterServices();
  preloadApp(dataset, nonce);
} else loadApp(dataset, nonce);
// Where the app takes over at once, it does: React renders its own elements first.
if (dataset['when'] !== 'now') afterLoad(showStoredToast);
startMeasuring(dataset);
// The manifest is for visitors who put the site on their home screen. A link in the HTML would be fetched before the page is painted.
addLink({ rel: 'manifest', href: '/site.webmanifest' });
dataset['started'] = '';
