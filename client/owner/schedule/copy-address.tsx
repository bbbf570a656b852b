import { useState, useSyncExternalStore } from 'react';
import { Button } from '../../components/button.tsx';

const never = () => () => {};

/** The button that copies an address; nothing without script, and on a page that is not https. */
export function CopyAddress({ url }: { readonly url: string }) {
  const canCopy = useSyncExternalStore(
    never,
    () => 'clipboard' in navigator,
    () => false,
  );
  const [outcome, setOutcome] = useState('');
  if (!canCopy) return null;

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('Copied.');
    } catch {
      setOutcome('Your browser doesn’t allow it. Copy the address by hand.');
    }
  }

  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={() => void copy()}>Copy the address</Button>
      <output className="text-pencil">{outcome}</output>
    </div>
  );
}
