/**
 * With and without the app. Each is a copy of the hidden one in the page, and disappears after three seconds or when it is
 * dismissed (SPEC.md section 4).
 */
import { isTakenOver } from '../taken-over.ts';

type ToastType = 'success' | 'error' | 'info';

const TOAST_MS = 3000;

/** For the next document. */
const STORAGE_KEY = 'toast';

type Toast = readonly [message: string, type: ToastType, lasts?: boolean];

/** Neither dismissed nor replaced by a stored one. */
const shown = new Map<Element, Toast>();

/** `lasts`: until it is dismissed. Returns the function that dismisses it. */
export function showToast(message: string, type: ToastType = 'info', lasts = false): () => void {
  const region = document.querySelector(lasts ? 'main output' : '.toasts');
  const toast = document.querySelector('.toasts > [hidden]')?.cloneNode(true) as HTMLElement | undefined;
  if (!region || !toast) return () => {};
  const dismiss = () => {
    toast.remove();
    shown.delete(toast);
  };
  toast.dataset['type'] = type;
  toast.classList.toggle('toast-brief', !lasts);
  toast.querySelector('.toast-message')!.textContent = message;
  toast.querySelector('button')!.addEventListener('click', dismiss);
  toast.hidden = false;
  region.append(toast);
  shown.set(toast, [message, type, lasts]);
  if (!lasts) setTimeout(dismiss, TOAST_MS);
  // The page may be left within three seconds, for example for the sign-in page when a command ended the visitor's rights.
  addEventListener('pagehide', storeBriefToasts);
  return dismiss;
}

function storeBriefToasts(): void {
  for (const [message, type, lasts] of Array.from(shown.values())) if (!lasts) storeToast(message, type);
}

/** Hydration of it has begun. */
let hydrating: Document | null = null;

/** The app shows them again after hydration, because React expects the page as the server sent it. */
export function storeShownToasts(): void {
  hydrating = document;
  for (const [element, toast] of Array.from(shown)) {
    element.remove();
    storeToast(...toast);
  }
}

/** Replaces any other. */
export function storeToast(...toast: Toast): void {
  shown.clear();
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(toast));
  } catch {
    // Without storage, the next page shows the result without a toast.
  }
}

/** The app shows it after hydration if the page loads meanwhile. */
export function showStoredToast(): void {
  if (hydrating === document && !isTakenOver()) return;
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    sessionStorage.removeItem(STORAGE_KEY);
    if (stored !== null) showToast(...(JSON.parse(stored) as Toast));
  } catch {
    // Without storage, there is none.
  }
}
