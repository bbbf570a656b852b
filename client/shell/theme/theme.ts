/** Stored in the browser under `theme` (SPEC.md section 4). */

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_KEY = 'theme';

function isTheme(value: unknown): value is Theme {
  return value === 'light' || value === 'dark' || value === 'system';
}

function setPageTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}

const listeners = new Set<() => void>();

/** The system's choice where storage is refused. */
export function getTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is refused: the choice lasts until the page is left.
  }
  setPageTheme(theme);
  for (const listener of listeners) listener();
}

/** Also after changes in other tabs. */
export function subscribeToTheme(listener: () => void): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== THEME_KEY) return;
    setPageTheme(getTheme());
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', follow);
  };
}

function themeBox(): HTMLSelectElement | null {
  return document.querySelector(`select[name=${THEME_KEY}]`);
}

function updateSelect(): void {
  const box = themeBox();
  if (box) box.value = getTheme();
}

/** Another page may have changed it while this one was in the bfcache. */
export function applyTheme(): void {
  setPageTheme(getTheme());
  for (const listener of listeners) listener();
}

/** Also before the app is loaded. */
export function followThemeChoice(): void {
  const early = themeBox()?.value;
  // The server's box says `system`: another theme was chosen before this script ran.
  if (early !== 'system' && isTheme(early)) setTheme(early);
  else updateSelect();
  subscribeToTheme(updateSelect);
  // Before React, which stops events of parts that it has not hydrated.
  addEventListener(
    'change',
    ({ target }) => {
      const { name, value } = target as HTMLSelectElement;
      if (name === THEME_KEY && isTheme(value)) setTheme(value);
    },
    true,
  );
}

/** In the head before anything is painted, so the stored choice never flashes. Without the attribute, the system decides. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;
