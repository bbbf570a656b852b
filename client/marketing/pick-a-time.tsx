import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../components/button.tsx';
import { Section } from '../components/section.tsx';

export function PickATime({ title = 'Pick a time', children }: { title?: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <p className="max-w-prose">{children}</p>
      <Link to="/book" className={`${buttonClass('primary')} mt-5`}>
        See open times
      </Link>
    </Section>
  );
}
