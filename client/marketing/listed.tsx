import { Fragment, type ReactElement } from 'react';

interface Parts {
  readonly children: readonly ReactElement[];
  /** The word before the last one, in running text; none in a list. */
  readonly last?: 'and' | 'or';
}

/** Parts with commas between them; in running text with a word before the last: `a, b, and c`. */
export function Listed({ children, last }: Parts) {
  const end = children.length - 1;
  return children.map((child, index) => (
    <Fragment key={child.key}>
      <span>{index === 0 ? '' : last && index === end ? `${end > 1 ? ',' : ''} ${last} ` : ', '}</span>
      <span>{child}</span>
    </Fragment>
  ));
}
