import { type ReactNode, useId } from 'react';
import { buttonClass, Sign } from './page.tsx';

interface Parts {
  readonly label: ReactNode;
  /** Shown above the items if the button does not name the subject: the menu may cover the row that it belongs to. */
  readonly title?: ReactNode;
  /** Made with `menuItemClass`. */
  readonly items: readonly { readonly key: string; readonly item: ReactNode }[];
}

export const menuItemClass = 'menu-item';

/** The browser's popover opens, closes and orders the keyboard focus without script. */
export function Menu({ label, title, items }: Parts) {
  const id = useId();
  const titleId = `${id}-title`;
  const anchor = `--menu-${id.replaceAll(/\W/g, '')}`;
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass()} style={{ anchorName: anchor }}>
        <span>{label}</span>
        <Sign name="down" />
      </button>
      <div
        id={id}
        popover="auto"
        className="menu"
        style={{ positionAnchor: anchor }}
        onToggle={({ newState, target, currentTarget }) => {
          // Toggle events of the `details` within arrive here, too.
          if (target === currentTarget && newState === 'closed')
            for (const fold of currentTarget.querySelectorAll('details')) fold.open = false;
        }}
        {...(title !== undefined && { role: 'group', 'aria-labelledby': titleId })}
      >
        {title === undefined ? null : <p id={titleId}>{title}</p>}
        <ul>
          {items.map(({ key, item }) => (
            <li key={key}>{item}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
