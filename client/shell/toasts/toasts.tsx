import { createContext, useContext } from 'react';
import { type Elements, Sign } from '../../components/page.tsx';
import { showToast } from './toast-messages.ts';

const ToastContext = createContext<typeof showToast | null>(null);

/** The region that announces toasts, with the one that each is a copy of. */
export function ToastProvider({ children }: { readonly children: Elements }) {
  return (
    <ToastContext value={showToast}>
      {children}
      <output className="toasts" aria-live="polite" aria-relevant="additions">
        {/* A live region, whose content must be text. */}
        <span className="toast" data-type="info" hidden>
          <Sign name="check" className="toast-check" />
          <Sign name="mind" className="toast-mind" />
          <span className="toast-message" />
          <button type="button" aria-label="Dismiss">
            <Sign name="cross" />
          </button>
        </span>
      </output>
    </ToastContext>
  );
}

/** Throws outside `ToastProvider` (SPEC.md section 8). */
export function useToast(): typeof showToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast must be used within a ToastProvider');
  return show;
}
