/**
 * Toasts, with and without the app: each is a copy of the hidden one in the page, and disappears after three seconds or when it is dismissed
 * (SPEC.md section 4).
 */
import type { ToastType } from '../../components/notices/toast.tsx';

export const TOAST_MS = 3000;

/** Where a page leaves the toast for the document that it leads to. */
const LEFT = 'toast';

type Toast = readonly [message: string, type: ToastType, lasts: boolean];

/** Shows a toast; one that `lasts` is in the page until it is dismissed. */
export function showToast(message: string, type: ToastType = 'info', lasts = false): void {
  const region = document.querySelector(lasts ? 'main output' : '.toasts');
  const toast = document.querySelector('.toasts > [hidden]')?.cloneNode(true) as HTMLElement | undefined;
  if (!region || !toast) return;
  const dismiss = () => toast.remove();
  toast.dataset['type'] = type;
  toast.classList.toggle('toast-brief', !lasts);
  toast.querySelector('.toast-message')!.textContent = message;
  toast.querySelector('button')!.addEventListener('click', dismiss);
  toast.hidden = false;
  region.append(toast);
  if (!lasts) setTimeout(dismiss, TOAST_MS);
}

/** Leaves a toast for the document that this page leads to. */
export function leaveToast(...toast: Toast): void {
  try {
    sessionStorage.setItem(LEFT, JSON.stringify(toast));
  } catch {
    // Storage is refused: what was done shows without the toast, too.
  }
}

/** Shows the toast that the last page has left. */
export function showLeftToast(): void {
  try {
    const left = sessionStorage.getItem(LEFT);
    sessionStorage.removeItem(LEFT);
    if (left !== null) showToast(...(JSON.parse(left) as Toast));
  } catch {
    // Storage is refused.
  }
}
