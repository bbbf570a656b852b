import { type ReactNode, useId } from 'react';
import { buttonClass } from './button.tsx';
import { Sign } from './sign.tsx';

interface Parts {
  readonly label: ReactNode;
  /** What it is about, above its items, when the button alone does not say it: the menu may cover the rest. */
  readonly title?: ReactNode;
  /** Links and buttons, each made with `menuItemClass`. */
  readonly items: readonly { readonly key: string; readonly item: ReactNode }[];
}

export const menuItemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 px-4 py-2 text-left hover:bg-accent-soft focus-visible:-outline-offset-2';

/** A few actions behind one button: the browser's own popover, which opens, closes and keeps the order of the keys without script. */
export function Menu({ label, title, items }: Parts) {
  const id = useId();
  const titleId = `${id}-title`;
  const anchor = `--menu-${id.replaceAll(/\W/g, '')}`;
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass()} style={{ anchorName: anchor }}>
        {label}
        <Sign name="down" />
      </button>
      <div
        id={id}
        popover="auto"
        className="menu max-w-xs rounded-sheet border border-edge bg-sheet py-1 text-ink shadow-float"
        style={{ positionAnchor: anchor }}
        onToggle={({ newState, target, currentTarget }) => {
          // Opened once more it asks once more. A fold in it that closes since another one opens is none of this.
          if (target === currentTarget && newState === 'closed')
            for (const fold of currentTarget.querySelectorAll('details')) fold.open = false;
        }}
        {...(title !== undefined && { role: 'group', 'aria-labelledby': titleId })}
      >
        {title === undefined ? null : (
          <p id={titleId} className="mb-1 border-b border-line px-4 py-2">
            {title}
          </p>
        )}
        <ul>
          {items.map(({ key, item }) => (
            <li key={key}>{item}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
