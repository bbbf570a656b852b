import { Sign } from '../sign.tsx';

export type ToastType = 'success' | 'error' | 'info';

interface Parts {
  readonly message: string;
  readonly type: ToastType;
  /** Others are copies of the hidden one. */
  readonly hidden?: boolean;
}

/** A live region, whose content must be text. */
export function ToastCard({ message, type, hidden }: Parts) {
  return (
    <span className="toast" data-type={type} hidden={hidden}>
      <Sign name="check" className="toast-check" />
      <Sign name="mind" className="toast-mind" />
      <span className="toast-message">{message}</span>
      <button type="button" aria-label="Dismiss">
        <Sign name="cross" />
      </button>
    </span>
  );
}
