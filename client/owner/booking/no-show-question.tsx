import type { Elements } from '../../components/elements.ts';
import { Confirmed } from '../confirmed.tsx';

/** Asks before a no-show is recorded. */
export function NoShowQuestion({ name, children }: { readonly name: string; readonly children: Elements }) {
  return (
    <Confirmed
      title="No one was there"
      text={`${name}’s page will say that we came and no one was there. The payment stays. You can undo this for a day.`}
    >
      {children}
    </Confirmed>
  );
}
