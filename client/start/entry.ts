/** The first script of every page. It loads the app, except on documents (`client/shell/documents.ts`). */
import { afterLoad, startMeasuring } from './start-measuring.ts';
import { followThemeChoice } from '../shell/theme/theme.ts';
import { showStoredToast } from '../shell/toasts/toast-messages.ts';
import { filterServices } from './filter-services.ts';
import { addLink, loadApp, preloadApp } from './load-app.ts';
import { followReturn } from './return.ts';
import { restoreTypedValues } from './typed-values.ts';

const { dataset, nonce } = document.querySelector<HTMLScriptElement>('script[data-files]')!;

followThemeChoice();
followBackLinks();
followReturn(dataset);
if (dataset['when'] === 'never') {
  showStoredToast();
  filterServices();
  preloadApp(dataset, nonce);
} else {
  restoreTypedValues();
  loadApp(dataset, nonce);
}
// An app that loads at once shows the toast itself, after hydration.
if (dataset['when'] === 'intent') afterLoad(showStoredToast);
startMeasuring(dataset);
// For visitors who add the site to their home screen. Browsers fetch a manifest that the HTML links to before they paint the page.
addLink({ rel: 'manifest', href: '/site.webmanifest' });
dataset['started'] = '';

/** In this tab. Without the Navigation API, pages of other sites count, too. */
function hasPreviousPage(): boolean {
  return 'navigation' in window ? navigation.canGoBack : history.length > 1;
}

/** Links marked with `data-back` lead to the previous page, also before the app is loaded. */
function followBackLinks(): void {
  const follow = (event: MouseEvent) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isPlainClick = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
    if (!isPlainClick || !(target instanceof Element) || !target.closest('a[data-back]') || !hasPreviousPage()) return;
    event.preventDefault();
    history.back();
  };
  addEventListener('click', follow);
}
