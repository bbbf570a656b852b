import { Sign, type SignName } from '../sign.tsx';

export type ToastType = 'success' | 'error' | 'info';

interface Look {
  readonly edge: string;
  readonly sign: SignName | null;
}

const LOOKS: Readonly<Record<ToastType, Look>> = {
  success: { edge: 'border-l-done', sign: 'check' },
  error: { edge: 'border-l-danger', sign: 'mind' },
  info: { edge: 'border-l-ink', sign: null },
};

interface Parts {
  readonly message: string;
  readonly type: ToastType;
  readonly onDismiss: () => void;
}

/** A message that disappears by itself. It is in a live region, whose content must be text. */
export function ToastCard({ message, type, onDismiss }: Parts) {
  const { edge, sign } = LOOKS[type];
  return (
    <span
      className={`toast flex items-start gap-3 rounded-sheet border border-l-4 border-edge bg-sheet py-1 pr-1 pl-4 text-ink shadow-float ${edge}`}
    >
      {sign ? <Sign name={sign} className="mt-3.5" /> : null}
      <span className="min-w-0 grow self-center py-2 wrap-anywhere">{message}</span>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-sheet hover:bg-accent-soft"
      >
        <Sign name="cross" />
      </button>
    </span>
  );
}
