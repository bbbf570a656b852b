import { Children, useEffect, useRef } from 'react';
import type { Elements } from './page.tsx';

interface Parts {
  readonly children: Elements;
  /** Focused after the last photo was removed. */
  readonly focusWhenEmpty?: string;
  readonly className?: string;
}

/** If a focused button goes with its photo, the focus passes to the photo in its place. */
export function PhotoList({ children, focusWhenEmpty = '', className = '' }: Parts) {
  const listRef = useRef<HTMLUListElement>(null);
  const pressedRef = useRef<{ readonly index: number; readonly of: number } | null>(null);
  const count = Children.count(children);
  useEffect(() => {
    const pressed = pressedRef.current;
    if (pressed === null || count >= pressed.of) return;
    pressedRef.current = null;
    const photos = [...(listRef.current?.children ?? [])];
    const next = photos.at(Math.min(pressed.index, count - 1))?.querySelector('button');
    (next ?? document.getElementById(focusWhenEmpty))?.focus();
  }, [count, focusWhenEmpty]);
  return (
    <ul
      ref={listRef}
      hidden={count === 0}
      className={`list-none flex-wrap gap-3 not-[[hidden]]:flex ${className}`}
      onClickCapture={({ target, currentTarget }) => {
        const photos = [...currentTarget.children];
        const index = photos.findIndex((photo) => target instanceof Node && photo.contains(target));
        pressedRef.current = { index, of: photos.length };
      }}
    >
      {children}
    </ul>
  );
}

interface Thumb {
  /** From 1. */
  readonly number: number;
  readonly src: string;
  readonly href: string;
  readonly children?: Elements;
}

export function PhotoThumb({ number, src, href, children }: Thumb) {
  return (
    <li className="flex w-27 flex-col">
      <a href={href} target="_blank" rel="noreferrer" className="block border border-edge bg-sheet">
        <img
          src={src}
          alt={`View ${number} of the job`}
          width={108}
          height={108}
          loading="lazy"
          className="aspect-square w-full object-cover"
        />
        <span className="sr-only">, in a new tab</span>
      </a>
      {children}
    </li>
  );
}
