import type { ToastType } from '../../components/notices/toast.tsx';

export interface Toast {
  readonly id: string;
  readonly message: string;
  readonly type: ToastType;
}

export const TOAST_MS = 3000;

/** The visible toasts. Each disappears after three seconds, or when it is dismissed (SPEC.md section 4). */
export class ToastStore {
  #toasts: readonly Toast[] = [];
  #next = 1;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  readonly get = (): readonly Toast[] => this.#toasts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly show = (message: string, type: ToastType = 'info'): string => {
    const id = `toast-${this.#next++}`;
    this.#timers.set(
      id,
      setTimeout(() => this.dismiss(id), TOAST_MS),
    );
    this.#change([...this.#toasts, { id, message, type }]);
    return id;
  };

  readonly dismiss = (id: string): void => {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#change(this.#toasts.filter((toast) => toast.id !== id));
  };

  #change(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}
