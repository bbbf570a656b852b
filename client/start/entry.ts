/**
 * The first script of every page, and the only one that a public page runs unasked: it keeps the theme, follows links to the previous
 * page, starts what measures, and loads the app when the page says (`server/web/render/app-loading.ts`). All of it works without the
 * app, and the app without any of it.
 */
import { followThemeChoice } from '../shell/theme/theme.ts';
import { followBackLinks } from './go-back.ts';
import { loadApp } from './load-app.ts';
import { startMeasuring } from './start-measuring.ts';

const { dataset, nonce } = document.querySelector<HTMLScriptElement>('script[data-files]')!;

followThemeChoice();
followBackLinks();
loadApp(dataset, nonce);
startMeasuring(dataset);
