import { createContext, useContext, useState, useSyncExternalStore } from 'react';
import { ToastCard, type ToastType } from '../../components/notices/toast.tsx';
import { type Toast, ToastStore } from './toast-store.ts';
import type { Elements } from '../../components/elements.ts';

const ToastContext = createContext<ToastStore | null>(null);
const NONE: readonly Toast[] = [];
const none = () => NONE;

/** Holds the application's toasts and the region that announces them. */
export function ToastProvider({ children }: { readonly children: Elements }) {
  const [store] = useState(() => new ToastStore());
  return (
    <ToastContext value={store}>
      {children}
      <ToastRegion store={store} />
    </ToastContext>
  );
}

/** Shows a toast. Throws outside `ToastProvider` (SPEC.md section 8). */
export function useToast(): (message: string, type?: ToastType) => void {
  const store = useContext(ToastContext);
  if (!store) throw new Error('useToast must be used within a ToastProvider');
  return store.show;
}

function ToastRegion({ store }: { readonly store: ToastStore }) {
  const toasts = useSyncExternalStore(store.subscribe, store.get, none);
  return (
    <output className="toasts" aria-live="polite" aria-relevant="additions">
      {toasts.map(({ id, message, type }) => (
        <ToastCard key={id} message={message} type={type} onDismiss={() => store.dismiss(id)} />
      ))}
    </output>
  );
}
