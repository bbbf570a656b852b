import { THEME_KEY } from './theme.ts';

/** In the head before anything is painted, so the stored choice never flashes. Without the attribute, the system decides. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;
