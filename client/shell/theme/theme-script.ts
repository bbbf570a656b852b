import { THEME_KEY } from './theme.ts';

/**
 * Runs in the head before anything is painted, so the stored choice never flashes. The style sheet reads the attribute;
 * without it, or without script, the system decides.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;
