import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../components/button.tsx';
import { Section } from '../components/section.tsx';

interface Parts {
  readonly title?: string;
  readonly children: ReactNode;
}

export function PickATime({ title = 'Pick a time', children }: Parts) {
  return (
    <Section title={title}>
      <p className="max-w-prose">{children}</p>
      <Link to="/book" className={`${buttonClass('primary')} mt-5`}>
        See open times
      </Link>
    </Section>
  );
}
