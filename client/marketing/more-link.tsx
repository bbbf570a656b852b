import { TextLink } from '../components/text-link.tsx';

interface Parts {
  readonly to: '/pricing' | '/about' | '/areas' | '/services' | '/legal/terms';
  readonly children: string;
}

/** Below the title of a section. */
export function MoreLink({ to, children }: Parts) {
  return (
    <p className="mt-2">
      <TextLink to={to}>{children}</TextLink>
    </p>
  );
}
